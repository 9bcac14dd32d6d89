// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

import java.util.List;

import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.test.server.RedisServerProcess;

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

    /**
     * Starts the nodes of a suite.
     *
     * @param isPersistent whether they write all to disk before they answer.
     */
    public TestNodes startNodes(final int count, final boolean isPersistent)
    {
        return RealNodes.start(count, (index) -> isPersistent ?
            RedisServerProcess.builder().appendOnly("always") : RedisServerProcess.builder());
    }

    /**
     * Starts to configure a client.
     */
    public RedlockBuilder builder(final List<String> uris)
    {
        return transport.builder(uris);
    }
}
