// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What any transport must do, as tests.
 * <p>
 * Whoever writes a transport extends {@link dev.redlock.tck.TransportTck} and gives it a harness: for
 * one that speaks to sockets, {@link dev.redlock.tck.RealServerHarness} needs only the provider. The
 * transport is done when everything is green.
 * <pre>{@code
 * class SwiftTransportTest extends TransportTck
 * {
 *     @Override
 *     protected TckHarness newHarness()
 *     {
 *         return new RealServerHarness(new SwiftTransportProvider(), Map.of());
 *     }
 * }
 * }</pre>
 * The rules stand in interfaces, by subject; each test is one rule, and its comment says what would go wrong
 * without it. Beside them, {@link dev.redlock.tck.TckClient} keeps watch in all tests over what must
 * hold always.
 */
package dev.redlock.tck;
