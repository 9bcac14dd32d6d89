// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.client.tck.behaviour.LeaseBehaviour;
import dev.redlock.client.tck.choice.ClientMode;
import dev.redlock.client.tck.network.CutConnections;
import dev.redlock.client.tck.network.LateRequests;
import dev.redlock.client.tck.process.NothingLeftBehind;
import dev.redlock.client.tck.suite.ClientSuites;

/**
 * The whole client over this transport with NIO: where the two ways to the sockets could differ.
 */
@Tag("proof")
class NettyNioFaultsTest extends ClientSuites
{
    NettyNioFaultsTest()
    {
        super(Netty.NIO, ClientMode.DEDICATED_BLOCKING);
    }

    @Nested
    class Cuts extends CutConnections
    {
    }

    @Nested
    class HeldRequests extends LateRequests
    {
    }

    @Nested
    class LeftBehind extends NothingLeftBehind
    {
    }

    @Nested
    class Lease extends LeaseBehaviour
    {
    }
}
