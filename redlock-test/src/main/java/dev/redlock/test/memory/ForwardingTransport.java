// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;

/**
 * A transport that does what the one beneath it does. Subclasses listen, or do one thing in another way.
 */
public abstract class ForwardingTransport implements Transport
{
    /**
     * The transport beneath.
     */
    public Transport beneath;

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return beneath.prepare(key);
    }

    @Override
    public void connect(final int nodeIndex)
    {
        beneath.connect(nodeIndex);
    }

    @Override
    public void disconnect(final int nodeIndex)
    {
        beneath.disconnect(nodeIndex);
    }

    @Override
    public int offer(final int nodeIndex, final Operation operation)
    {
        return beneath.offer(nodeIndex, operation);
    }

    @Override
    public int inquire(final int nodeIndex, final Inquiry inquiry)
    {
        return beneath.inquire(nodeIndex, inquiry);
    }

    @Override
    public boolean isLocal(final int nodeIndex)
    {
        return beneath.isLocal(nodeIndex);
    }

    @Override
    public void flush()
    {
        beneath.flush();
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        return beneath.poll(maxWaitNs);
    }

    @Override
    public void wakeup()
    {
        beneath.wakeup();
    }

    @Override
    public void close()
    {
        beneath.close();
    }
}
