// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.plain;

import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;

/**
 * Whatever the threads of the connections have to say goes through one queue, {@link #news}, and only poll
 * takes from it: that is how all callbacks come on the engine thread and never in the middle of each other.
 */
final class PlainTransport implements Transport
{
    private final BlockingQueue<BooleanSupplier> news = new LinkedBlockingQueue<>();
    private final AtomicBoolean isWoken = new AtomicBoolean();
    private final AtomicReference<Thread> engineThread = new AtomicReference<>();
    private final TransportContext context;
    private final TransportHandler handler;
    private final PlainConnection[] connections;
    private boolean isPolling;
    private boolean isCloseWanted;
    private volatile boolean isClosed;

    PlainTransport(final TransportContext context, final TransportHandler handler)
    {
        this.context = context;
        this.handler = handler;
        connections = new PlainConnection[context.connections().size()];
        Arrays.setAll(connections, this::newConnection);
    }

    private PlainConnection newConnection(final int index)
    {
        return new PlainConnection(context.connections().get(index), context.limits(), handler, news);
    }

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return new PlainKey(key.clone());
    }

    @Override
    public void connect(final Connection connection)
    {
        checkThread();
        if (!isClosed && connections[connection.index()].isOver())
        {
            final PlainConnection before = connections[connection.index()];
            connections[connection.index()] = newConnection(connection.index());
            connections[connection.index()].start(before);
        }
    }

    @Override
    public void disconnect(final Connection connection)
    {
        checkThread();
        final PlainConnection dropped = connections[connection.index()];
        if (dropped.end(true, DownReason.LOCAL, "disconnect was called"))
        {
            news.add(dropped::tellEnd);
        }
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        checkThread();

        return connections[connection.index()].offer(operation);
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        checkThread();

        return connections[connection.index()].inquire(inquiry);
    }

    @Override
    public boolean isLocal(final Connection connection)
    {
        return connections[connection.index()].isLocal();
    }

    @Override
    public void flush()
    {
        checkThread();
        Arrays.asList(connections).forEach(PlainConnection::flush);
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        flush();
        if (isPolling)
        {
            throw new IllegalStateException("poll was called from a callback: return from it instead");
        }

        isPolling = true;
        try
        {
            return isClosed ? 0 : tell(maxWaitNs);
        }
        finally
        {
            isPolling = false;
            if (isCloseWanted)
            {
                close();
            }
        }
    }

    /*
     * Only what has come by now is told: what the callbacks bring about, such as the end that a disconnect
     * asks for, is news for the next poll.
     */
    private int tell(final long maxWaitNs)
    {
        int told = 0;
        BooleanSupplier next = take(maxWaitNs);
        for (int left = news.size(); next != null; left--)
        {
            told += next.getAsBoolean() ? 1 : 0;
            next = left > 0 ? news.poll() : null;
        }

        return told;
    }

    private BooleanSupplier take(final long maxWaitNs)
    {
        try
        {
            return maxWaitNs > 0 ? news.poll(maxWaitNs, TimeUnit.NANOSECONDS) : news.poll();
        }
        catch (final InterruptedException ignored)
        {
            Thread.currentThread().interrupt();

            return news.poll();
        }
    }

    @Override
    public void wakeup()
    {
        if (isWoken.compareAndSet(false, true))
        {
            news.add(() -> !isWoken.compareAndSet(true, false));
        }
    }

    @Override
    public void close()
    {
        if (isClosed)
        {
            return;
        }
        engineThread.updateAndGet((bound) -> bound == null || bound.isAlive() ? bound : null);
        checkThread();
        isCloseWanted = isPolling;
        if (!isPolling)
        {
            isClosed = true;
            for (final PlainConnection connection : connections)
            {
                connection.end(false, DownReason.LOCAL, "the transport was closed");
                connection.tellEnd();
            }
        }
    }

    private void checkThread()
    {
        final Thread caller = Thread.currentThread();
        if (!engineThread.compareAndSet(null, caller) && engineThread.get() != caller)
        {
            throw new IllegalStateException(caller + " may not drive a transport of " + engineThread.get());
        }
    }
}
