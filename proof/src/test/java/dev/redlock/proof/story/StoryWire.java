// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;

/**
 * A transport that tells what the engine gives it to carry.
 */
record StoryWire(Transport transport, Listener listener) implements Transport
{
    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return transport.prepare(key);
    }

    @Override
    public void connect(final int nodeIndex)
    {
        transport.connect(nodeIndex);
    }

    @Override
    public void disconnect(final int nodeIndex)
    {
        transport.disconnect(nodeIndex);
    }

    @Override
    public int offer(final int nodeIndex, final Operation operation)
    {
        final int offered = transport.offer(nodeIndex, operation);
        if (offered == ACCEPTED)
        {
            listener.onSent(nodeIndex, operation);
        }

        return offered;
    }

    @Override
    public int inquire(final int nodeIndex, final Inquiry inquiry)
    {
        return transport.inquire(nodeIndex, inquiry);
    }

    @Override
    public void flush()
    {
        transport.flush();
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        return transport.poll(maxWaitNs);
    }

    @Override
    public void wakeup()
    {
        transport.wakeup();
    }

    @Override
    public void close()
    {
        transport.close();
    }

    /**
     * Is told of every operation that was accepted.
     */
    interface Listener
    {
        /**
         * An operation is on its way.
         *
         * @param nodeIndex of the node.
         * @param operation valid during this call only.
         */
        void onSent(int nodeIndex, Operation operation);
    }
}
