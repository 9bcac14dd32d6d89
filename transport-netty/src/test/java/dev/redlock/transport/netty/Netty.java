// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.util.Map;

import dev.redlock.client.tck.choice.TransportChoice;

/**
 * This transport, for the suites of client-tck.
 */
final class Netty
{
    /**
     * As users get it: epoll on Linux.
     */
    static final TransportChoice DEFAULT = new TransportChoice("netty", Map.of());

    /**
     * What works everywhere.
     */
    static final TransportChoice NIO = new TransportChoice("netty", Map.of("io", "nio"));

    private Netty()
    {
    }
}
