// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Real servers for tests.
 * <p>
 * {@link dev.redlock.test.server.RedisServerProcess} runs a real redis-server (or valkey-server) on a free
 * loopback port and can kill, stop, pause and restart it; {@link dev.redlock.test.server.RedisServers} runs
 * several of them, started in parallel. {@link dev.redlock.test.resp.RespClient} looks at a server past the
 * library under test. {@link dev.redlock.test.process.JavaProcess} is a second JVM, and {@link
 * dev.redlock.test.process.PeerJvm} one to talk with.
 * <p>
 * No wait here is a sleep for a guessed time: each waits for an event, with a deadline.
 */
package dev.redlock.test.server;
