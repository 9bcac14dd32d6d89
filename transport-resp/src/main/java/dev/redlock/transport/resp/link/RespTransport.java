// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import java.util.concurrent.atomic.AtomicReference;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportLimits;
import dev.redlock.transport.resp.KeyBulk;

/**
 * A transport that speaks RESP, independent of who moves its bytes: it knows its thread and the order of a
 * turn.
 * <p>
 * Beyond what {@link Transport} says:
 * <ul>
 * <li>The first thread that connects, offers, inquires, flushes or polls stays the engine thread. A call
 * from another one is an {@link IllegalStateException} that names both.</li>
 * <li>An exception that leaves a callback is thrown by the {@code poll} (or {@code close}) in which it
 * happened, after all else of that turn has been done; further ones are suppressed in it. No reply is lost by
 * it.</li>
 * <li>Callbacks may offer, inquire, connect, disconnect and close. What they queue is written by the next
 * flush or poll; a close takes effect when the poll ends. They must not poll.</li>
 * <li>An interrupted thread does not wait in {@code poll}, and stays interrupted.</li>
 * <li>After {@code close} nothing is accepted, nothing connects and {@code poll} returns 0. A close that has
 * thrown may have left something open: another one goes on with it.</li>
 * <li>An operation, inquiry or key that is larger than {@code unsentBytes} allows is an
 * {@link IllegalArgumentException}, because it could never be sent.</li>
 * </ul>
 */
public abstract class RespTransport implements Transport
{
    private final AtomicReference<Thread> owner = new AtomicReference<>();
    private final Callbacks callbacks;
    private final RespLink[] links;
    private final int maxKeyBytes;
    private long turn;
    private boolean isPolling;
    private boolean isCloseWanted;
    private boolean isFree;
    private volatile boolean isClosed;

    /**
     * A transport over its connections.
     *
     * @param callbacks of the handler.
     * @param limits    of the context.
     * @param links     one for each connection, in their order.
     */
    protected RespTransport(final Callbacks callbacks, final TransportLimits limits, final RespLink[] links)
    {
        this.callbacks = callbacks;
        this.links = links;
        maxKeyBytes = limits.unsentBytes() / 2;
    }

    @Override
    public final PreparedKey prepare(final byte[] key)
    {
        if (key.length > maxKeyBytes)
        {
            throw new IllegalArgumentException("the key has " + key.length + " bytes but at most " +
                maxKeyBytes +
                " can be sent (half of the limit of unsent bytes): raise the limit or shorten the key");
        }

        return new KeyBulk(key);
    }

    @Override
    public final void connect(final Connection connection)
    {
        checkOwner();
        enter();
        try
        {
            if (!isClosed && links[connection.index()].beginAttempt())
            {
                start(connection);
            }
        }
        finally
        {
            leave();
        }
    }

    @Override
    public final void disconnect(final Connection connection)
    {
        checkOwner();
        enter();
        try
        {
            links[connection.index()].disconnect(turn + 1, hindrance(connection));
        }
        finally
        {
            leave();
        }
    }

    @Override
    public final int offer(final Connection connection, final Operation operation)
    {
        checkOwner();

        return links[connection.index()].offer(operation);
    }

    @Override
    public final int inquire(final Connection connection, final Inquiry inquiry)
    {
        checkOwner();

        return links[connection.index()].inquire(inquiry);
    }

    @Override
    public final boolean tellsMessages()
    {
        return true;
    }

    @Override
    public final boolean isLocal(final Connection connection)
    {
        return links[connection.index()].isLocal();
    }

    @Override
    public final int poll(final long maxWaitNs)
    {
        checkOwner();
        if (isPolling)
        {
            throw new IllegalStateException("poll was called from a callback: return from the callback, " +
                "and a later poll delivers what it waits for");
        }
        if (isClosed)
        {
            return 0;
        }

        isPolling = true;
        enter();
        try
        {
            turn(maxWaitNs);
        }
        finally
        {
            leave();
            isPolling = false;
        }
        if (isCloseWanted)
        {
            end();
        }

        return callbacks.finishTurn();
    }

    @Override
    public final void close()
    {
        if (isFree)
        {
            return;
        }
        inheritFromTheDead();
        checkOwner();
        if (isPolling)
        {
            isCloseWanted = true;
        }
        else
        {
            end();
            callbacks.finishTurn();
        }
    }

    /**
     * Begins an attempt to connect.
     *
     * @param connection that was down.
     */
    protected abstract void start(Connection connection);

    /**
     * What of our own keeps an attempt to connect from its end.
     *
     * @param connection that may not be there yet.
     * @return null for nothing.
     */
    protected Failure hindrance(final Connection connection)
    {
        return null;
    }

    /**
     * Waits for news unless there is some already, and tells it.
     *
     * @param maxWaitNs approximate upper limit; 0 not to wait.
     */
    protected abstract void carry(long maxWaitNs);

    /**
     * Frees everything. No connection is left, and nothing else will be called; but this again if it throws,
     * as for lack of memory, and the transport is closed once more.
     */
    protected abstract void free();

    /**
     * The calling thread drives this transport from now on.
     *
     * @param isHeir whether another thread did, which has died; this one will only close.
     */
    protected void driven(final boolean isHeir)
    {
        // Optional.
    }

    /**
     * The code of this transport begins on its thread, perhaps called by its own; a {@code flush} that is not
     * part of a turn is not told.
     */
    protected void enter()
    {
        // Optional.
    }

    /**
     * What has begun ends.
     */
    protected void leave()
    {
        // Optional.
    }

    /**
     * Whether this transport is closed. Any thread.
     *
     * @return true as soon as the close has begun.
     */
    protected final boolean isClosed()
    {
        return isClosed;
    }

    /*
     * Tells the ends it knows, waits unless there is something to tell already, then tells the ends that this
     * turn brought.
     */
    private void turn(final long maxWaitNs)
    {
        turn++;
        finishEnds();
        flush();
        carry(callbacks.events() > 0 || isSomethingUnfinished() ? 0 : maxWaitNs);
        finishEnds();
    }

    private boolean isSomethingUnfinished()
    {
        for (final RespLink link : links)
        {
            if (link.isUnfinished())
            {
                return true;
            }
        }

        return false;
    }

    private void finishEnds()
    {
        for (final RespLink link : links)
        {
            link.finish(turn);
        }
    }

    private void end()
    {
        isClosed = true;
        enter();
        try
        {
            for (final RespLink link : links)
            {
                closeAsOneOfMany(link);
            }
            free();
            isFree = true;
        }
        finally
        {
            leave();
        }
    }

    /*
     * One that throws, as for lack of memory, keeps no other open, nor what they share.
     */
    private void closeAsOneOfMany(final RespLink link)
    {
        try
        {
            link.close();
        }
        catch (final Throwable ex)
        {
            callbacks.keep(ex);
        }
    }

    /**
     * Refuses any thread but the first one. A {@code flush} begins with it; the rest passes through here.
     */
    protected final void checkOwner()
    {
        if (owner.get() != Thread.currentThread())
        {
            bind();
        }
    }

    private void bind()
    {
        final Thread current = Thread.currentThread();
        if (owner.compareAndSet(null, current))
        {
            driven(false);

            return;
        }

        throw new IllegalStateException("this transport is driven by thread '" + owner.get().getName() +
            "' and was called from thread '" + current.getName() +
            "': call it from its first thread (only prepare and wakeup may come from others), or open one " +
            "transport per thread");
    }

    private void inheritFromTheDead()
    {
        final Thread bound = owner.get();
        if (bound != null && !bound.isAlive() && owner.compareAndSet(bound, Thread.currentThread()))
        {
            driven(true);
        }
    }
}
