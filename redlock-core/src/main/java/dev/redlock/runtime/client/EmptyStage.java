// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import dev.redlock.news.ClientEvents;
import dev.redlock.news.HandleListener;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;

/**
 * Surrounds an engine that is made to end at once: a transport that never connects, and those who listen
 * badly.
 */
final class EmptyStage implements TransportProvider, Transport, ClientEvents, HandleListener<Object>
{
    @Override
    public String name()
    {
        return "rehearsal";
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        return this;
    }

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return () -> key.length;
    }

    @Override
    public void connect(final Connection connection)
    {
        // Stays under way.
    }

    @Override
    public void disconnect(final Connection connection)
    {
        // Nothing is connected.
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        throw new IllegalStateException("nothing is connected");
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        throw new IllegalStateException("nothing is connected");
    }

    @Override
    public boolean isLocal(final Connection connection)
    {
        return false;
    }

    @Override
    public void flush()
    {
        // Nothing was offered.
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        return 0;
    }

    @Override
    public void wakeup()
    {
        // Nobody waits in a poll.
    }

    @Override
    public void close()
    {
        // Nothing is open.
    }

    /**
     * Throws, as a receiver without memory does: that has to be counted.
     */
    @Override
    public void onError(final Throwable error)
    {
        throw new IllegalStateException("rehearsal");
    }

    @Override
    public void onDenied(final Object handle, final Outcome outcome)
    {
        throw new IllegalStateException("rehearsal");
    }
}
