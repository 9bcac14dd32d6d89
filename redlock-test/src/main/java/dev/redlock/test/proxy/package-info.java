// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A TCP proxy that misbehaves on demand, inside the test's own JVM.
 * <p>
 * {@link dev.redlock.test.proxy.TcpProxy} stands in front of one server. What happens to the bytes is said
 * for each direction by its {@link dev.redlock.test.proxy.Flow}, at any time: late, held back, swallowed,
 * in small pieces, cut off. Nothing is random but the jitter, which has a seed, and everything can be
 * awaited.
 */
package dev.redlock.test.proxy;
