// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import dev.redlock.spi.Connection;
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
    public void connect(final Connection connection)
    {
        beneath.connect(connection);
    }

    @Override
    public void disconnect(final Connection connection)
    {
        beneath.disconnect(connection);
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        return beneath.offer(connection, operation);
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        return beneath.inquire(connection, inquiry);
    }

    @Override
    public boolean tellsMessages()
    {
        return beneath.tellsMessages();
    }

    @Override
    public boolean isLocal(final Connection connection)
    {
        return beneath.isLocal(connection);
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
