// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

import dev.redlock.tck.faults.ClientMode;
import dev.redlock.tck.faults.CloseBehaviour;
import dev.redlock.tck.faults.LeaseBehaviour;
import dev.redlock.tck.faults.ListenerBehaviour;
import dev.redlock.tck.faults.LockViewBehaviour;
import dev.redlock.tck.faults.TransportChoice;
import dev.redlock.tck.faults.ValidityBehaviour;
import dev.redlock.tck.faults.WaitingBehaviour;

/**
 * What an application sees of a client whose thread blocks in the selector: the default.
 */
@Tag("once")
class NettyBlockingTest
{
    @Nested
    class Lease extends LeaseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }

    @Nested
    class Listener extends ListenerBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }

    @Nested
    class Validity extends ValidityBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }

    @Nested
    class Waiting extends WaitingBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }

    @Nested
    class Close extends CloseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }

    @Nested
    class LockView extends LockViewBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return Netty.DEFAULT;
        }

        @Override
        protected ClientMode mode()
        {
            return ClientMode.DEDICATED_BLOCKING;
        }
    }
}
