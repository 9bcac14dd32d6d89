// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.util.concurrent.RejectedExecutionException;

import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.transport.resp.KeyBulk;

/**
 * The fast transport. See the package for how it is driven and what allocates.
 * <p>
 * Beyond what {@link Transport} says:
 * <ul>
 * <li>The first thread that connects, offers, inquires, flushes or polls is the engine thread, for good. A
 * call from another one is an {@link IllegalStateException} that names both.</li>
 * <li>An exception that leaves a callback is thrown by the {@code poll} (or {@code close}) in which it
 * happened, after all else of that turn has been done; further ones are suppressed in it. No reply is lost by
 * it.</li>
 * <li>Callbacks may offer, inquire, connect, disconnect and close. What they queue is written by the next
 * flush or poll; a close takes effect when the poll ends. They must not poll.</li>
 * <li>An interrupted thread does not wait in {@code poll}, and stays interrupted.</li>
 * <li>After {@code close} nothing is accepted, nothing connects and {@code poll} returns 0.</li>
 * <li>An operation, inquiry or key that is larger than {@code unsentBytes} allows is an
 * {@link IllegalArgumentException}, because it could never be sent.</li>
 * </ul>
 */
final class NettyTransport implements Transport
{
    private final EngineLoop loop;
    private final OwnerThread owner;
    private final Callbacks callbacks;
    private final Connector connector;
    private final NodeLink[] links;
    private final int maxKeyBytes;
    private long turn;
    private boolean isPolling;
    private boolean isCloseWanted;
    private volatile boolean isClosed;

    NettyTransport(final TransportContext context, final TransportHandler handler, final NettyOptions options)
    {
        callbacks = new Callbacks(handler);
        maxKeyBytes = context.limits().unsentBytes() / 2;

        final Shared shared = new Shared(context, options.sockets(), callbacks);
        links = new NodeLink[context.nodes().size()];
        for (int i = 0; i < links.length; i++)
        {
            links[i] = new NodeLink(i, context.nodes().get(i), shared);
        }
        Connector.check(context);

        loop = new EngineLoop(options.sockets());
        owner = new OwnerThread(loop);
        connector = new Connector(context, options, loop);
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
                connector.start(nodeIndex, session);
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
        if (!isClosed)
        {
            try
            {
                loop.requestWakeup();
            }
            catch (final RejectedExecutionException ignored)
            {
                // Closed at this very moment: there is nobody to wake.
            }
        }
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
     * Ends that are known are told first, and last those that this turn brought. In between the loop runs
     * once: it reads the sockets and delivers what they say. It does not wait if there is something to tell
     * already.
     */
    private void turn(final long maxWaitNs)
    {
        turn++;
        finishEnds();
        flush();
        loop.turn(callbacks.events() > 0 || isSomethingUnfinished() ? 0 : maxWaitNs);
        for (final NodeLink link : links)
        {
            link.endIfBroken();
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

    private boolean isSomethingUnfinished()
    {
        for (final NodeLink link : links)
        {
            if (link.isUnfinished())
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
        connector.close();
        loop.terminate();
    }
}
