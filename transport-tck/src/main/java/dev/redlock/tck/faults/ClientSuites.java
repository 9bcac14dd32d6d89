// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.faults;

/**
 * Says what the suites test that are its nested classes.
 */
public abstract class ClientSuites
{
    final TransportChoice transport;
    final ClientMode mode;

    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     * @param mode      how a client is driven, where it makes a difference.
     */
    protected ClientSuites(final TransportChoice transport, final ClientMode mode)
    {
        this.transport = transport;
        this.mode = mode;
    }
}
