// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.faults;

import org.junit.jupiter.api.Nested;

/**
 * What an application sees of a client over a transport, in one mode. A test class of the transport extends
 * it for each mode.
 */
public abstract class ClientBehaviour
{
    private final TransportChoice transport;
    private final ClientMode mode;

    /**
     * Chooses what to test.
     *
     * @param transport that the clients use.
     * @param mode      how the client is driven.
     */
    protected ClientBehaviour(final TransportChoice transport, final ClientMode mode)
    {
        this.transport = transport;
        this.mode = mode;
    }

    @Nested
    class Lease extends LeaseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }

        @Override
        protected ClientMode mode()
        {
            return mode;
        }
    }

    @Nested
    class Listener extends ListenerBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }

        @Override
        protected ClientMode mode()
        {
            return mode;
        }
    }

    @Nested
    class Validity extends ValidityBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }

        @Override
        protected ClientMode mode()
        {
            return mode;
        }
    }

    @Nested
    class Waiting extends WaitingBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }

        @Override
        protected ClientMode mode()
        {
            return mode;
        }
    }

    @Nested
    class Close extends CloseBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }

        @Override
        protected ClientMode mode()
        {
            return mode;
        }
    }

    @Nested
    class LockView extends LockViewBehaviour
    {
        @Override
        protected TransportChoice transport()
        {
            return transport;
        }

        @Override
        protected ClientMode mode()
        {
            return mode;
        }
    }
}
