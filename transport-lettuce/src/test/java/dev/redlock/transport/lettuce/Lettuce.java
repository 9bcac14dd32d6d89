// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.util.Map;

import dev.redlock.client.tck.choice.TransportChoice;

/**
 * This transport, for the suites of client-tck.
 */
final class Lettuce
{
    /**
     * As users get it.
     */
    static final TransportChoice DEFAULT = new TransportChoice("lettuce", Map.of());

    private Lettuce()
    {
    }
}
