// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

import io.lettuce.core.RedisClient;

import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.transport.resp.KeyBulk;

/**
 * Convenience for those who run Lettuce already; it allocates. See the package for how it works.
 * <p>
 * Beyond what {@link Transport} says: an exception that leaves a callback is thrown by the {@code poll} (or
 * {@code close}) in which it happened, after all else of that turn has been done; further ones are suppressed
 * in it, and no reply is lost by it.
 */
final class LettuceTransport implements Transport
{
    private final OwnerThread owner = new OwnerThread();
    private final Doorbell doorbell = new Doorbell();
    private final BooleanSupplier news = this::hasNews;
    private final Callbacks callbacks;
    private final Connector connector;
    private final NodeLink[] links;
    private final Set<Session> sessions = new HashSet<>();
    private final int maxKeyBytes;
    private long turn;
    private boolean isPolling;
    private boolean isCloseWanted;
    private volatile boolean isClosed;

    LettuceTransport(final TransportContext context, final TransportHandler handler,
        final LettuceOptions options, final RedisClient given)
    {
        callbacks = new Callbacks(handler);
        maxKeyBytes = context.limits().unsentBytes() / 2;

        final Commands commands = new Commands(context.templates());
        links = new NodeLink[context.nodes().size()];
        for (int i = 0; i < links.length; i++)
        {
            links[i] =
                new NodeLink(i, context.nodes().get(i), context.limits(), commands, callbacks, doorbell);
        }
        connector = new Connector(context, options, given);
    }

    @Override
    public PreparedKey prepare(final byte[] key)
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
    public void connect(final int nodeIndex)
    {
        owner.check();
        if (!isClosed)
        {
            final Session session = links[nodeIndex].connect();
            if (session != null)
            {
                sessions.removeIf(Session::hasEnded);
                sessions.add(session);
                connector.start(session, nodeIndex);
            }
        }
    }

    @Override
    public void disconnect(final int nodeIndex)
    {
        owner.check();
        links[nodeIndex].disconnect(turn + 1);
    }

    @Override
    public int offer(final int nodeIndex, final Operation operation)
    {
        owner.check();

        return links[nodeIndex].offer(operation);
    }

    @Override
    public int inquire(final int nodeIndex, final Inquiry inquiry)
    {
        owner.check();

        return links[nodeIndex].inquire(inquiry);
    }

    @Override
    public void flush()
    {
        owner.check();
        for (final NodeLink link : links)
        {
            link.flush();
        }
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        owner.check();
        if (isPolling)
        {
            throw new IllegalStateException("poll was called from a callback: return from the callback " +
                "instead, and what it waits for will come in a later poll");
        }
        if (isClosed)
        {
            return 0;
        }

        isPolling = true;
        try
        {
            turn(maxWaitNs);
        }
        finally
        {
            isPolling = false;
        }
        if (isCloseWanted)
        {
            free();
        }

        return callbacks.finishTurn();
    }

    @Override
    public void wakeup()
    {
        doorbell.wakeup();
    }

    @Override
    public void close()
    {
        if (isClosed)
        {
            return;
        }
        owner.checkOrInherit();
        if (isPolling)
        {
            isCloseWanted = true;
        }
        else
        {
            free();
            callbacks.finishTurn();
        }
    }

    /*
     * Ends that are known are told first, and last those that this turn brought. In between it waits, unless
     * there is something to tell already.
     */
    private void turn(final long maxWaitNs)
    {
        turn++;
        finishEnds();
        flush();
        if (maxWaitNs > 0 && callbacks.events() == 0)
        {
            doorbell.await(maxWaitNs, news);
        }
        for (final NodeLink link : links)
        {
            link.deliver();
        }
        finishEnds();
    }

    private void finishEnds()
    {
        for (final NodeLink link : links)
        {
            link.finish(turn);
        }
    }

    private boolean hasNews()
    {
        for (final NodeLink link : links)
        {
            if (link.hasNews())
            {
                return true;
            }
        }

        return false;
    }

    private void free()
    {
        isClosed = true;
        for (final NodeLink link : links)
        {
            link.close();
        }
        connector.close(sessions);
    }
}
