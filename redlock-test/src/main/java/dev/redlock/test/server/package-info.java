// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Real servers for tests.
 * <p>
 * {@link dev.redlock.test.server.RedisServerProcess} runs a real redis-server (or valkey-server) of its
 * own on a free loopback port and can kill, stop, pause and restart it;
 * {@link dev.redlock.test.server.RedisServers} runs several of them, started in parallel.
 * {@link dev.redlock.test.server.RespClient} looks at a server behind the back of the library under test.
 * <p>
 * Nothing here waits by sleeping for a guessed time: every wait is for an event, and has a deadline.
 */
package dev.redlock.test.server;
