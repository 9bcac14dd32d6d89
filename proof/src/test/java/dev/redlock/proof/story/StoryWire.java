// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Transport;
import dev.redlock.test.memory.ForwardingTransport;

/**
 * A transport that tells what the engine gives it to carry.
 */
final class StoryWire extends ForwardingTransport
{
    private final Listener listener;

    StoryWire(final Transport transport, final Listener listener)
    {
        beneath = transport;
        this.listener = listener;
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        final int offered = beneath.offer(connection, operation);
        if (offered == ACCEPTED)
        {
            listener.onSent(connection, operation);
        }

        return offered;
    }

    /**
     * Is told of every operation that was accepted.
     */
    interface Listener
    {
        /**
         * An operation is on its way.
         *
         * @param connection on which it is.
         * @param operation  valid during this call only.
         */
        void onSent(Connection connection, Operation operation);
    }
}
