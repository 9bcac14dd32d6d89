// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.tck.faults.ClientMode;
import dev.redlock.tck.faults.CutConnections;
import dev.redlock.tck.faults.LateRequests;
import dev.redlock.tck.faults.LeaseBehaviour;
import dev.redlock.tck.faults.NothingLeftBehind;
import dev.redlock.tck.faults.TransportChoice;

/**
 * The whole client over this transport with NIO: where the two ways to the sockets could differ.
 */
@Tag("proof")
class NettyNioFaultsTest
{
    @Nested
    class Cuts extends CutConnections
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.NIO;
        }
    }

    @Nested
    class HeldRequests extends LateRequests
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.NIO;
        }
    }

    @Nested
    class LeftBehind extends NothingLeftBehind
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.NIO;
        }
    }

    @Nested
    class Lease extends LeaseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.NIO;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }
}
