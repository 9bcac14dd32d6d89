/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

/**
 * Real servers, and a fake one, for tests.
 * <p>
 * {@link dev.redlock.testkit.server.RedisServerProcess} runs a real redis-server (or valkey-server) of its
 * own on a free loopback port and can kill, stop, pause and restart it;
 * {@link dev.redlock.testkit.server.RedisServers} runs several of them, started in parallel.
 * {@link dev.redlock.testkit.server.RespClient} looks at a server behind the back of the library under test,
 * and {@link dev.redlock.testkit.server.FakeNode} answers what no real server would.
 * <p>
 * Nothing here waits by sleeping for a guessed time: every wait is for an event, and has a deadline.
 */
package dev.redlock.testkit.server;
