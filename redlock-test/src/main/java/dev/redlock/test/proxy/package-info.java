// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A TCP proxy that misbehaves on demand, inside the test's own JVM.
 * <p>
 * {@link dev.redlock.test.proxy.TcpProxy} stands in front of one server. Each direction has a {@link
 * dev.redlock.test.proxy.Flow} that delays, holds, swallows, splits or cuts its bytes, at any time. Only the
 * jitter is random, from a seed, and everything can be awaited.
 */
package dev.redlock.test.proxy;
