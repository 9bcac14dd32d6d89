// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What any transport must do, as tests.
 * <p>
 * To test a transport, extend {@link dev.redlock.tck.TransportTck} and give it a harness: for a transport
 * over sockets, {@link dev.redlock.tck.harness.RealServerHarness} needs only the provider. The transport is
 * done when everything is green.
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
 * Interfaces hold the rules, by subject: those of a connection in {@code connection}, those of what goes over
 * it in {@code exchange}. Each test is one rule, and its comment says what would go wrong without it. In all
 * tests {@code TckClient} also checks what must always hold.
 */
package dev.redlock.tck;
