// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;

import dev.redlock.spi.Connection;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.transport.resp.link.BorrowedThread;
import dev.redlock.transport.resp.link.Callbacks;
import dev.redlock.transport.resp.link.Failure;
import dev.redlock.transport.resp.link.RespTransport;

/**
 * The fast transport: the engine's thread is the event loop. See the package for how it is driven and what
 * allocates.
 */
final class NettyTransport extends RespTransport
{
    private final NodeLink[] links;
    private final Outbox[] outboxes;
    private final EngineLoop loop;
    private final Connector connector;
    private final long shortestWaitNs;
    private BorrowedThread thread;

    private NettyTransport(final TransportContext context, final NettyOptions options,
        final TlsContexts tlsContexts, final Callbacks callbacks, final NodeLink[] links,
        final Outbox[] outboxes)
    {
        super(callbacks, context.limits(), links);
        this.links = links;
        this.outboxes = outboxes;
        loop = newLoop(options);
        shortestWaitNs = options.sockets().shortestWaitNs();
        connector = newConnector(context, options, tlsContexts);
    }

    /*
     * It takes a direct buffer, and there may be none left; the loop has opened its selector by then.
     */
    private Connector newConnector(
        final TransportContext context, final NettyOptions options, final TlsContexts tlsContexts)
    {
        try
        {
            return new Connector(context, options, tlsContexts, loop);
        }
        catch (final Throwable ex)
        {
            loop.setOwningThread(Thread.currentThread());
            loop.terminate();
            throw ex;
        }
    }

    private static EngineLoop newLoop(final NettyOptions options)
    {
        try
        {
            return new EngineLoop(options.sockets());
        }
        catch (final RuntimeException ex)
        {
            throw Failure.ofOpening(ex);
        }
    }

    static NettyTransport open(
        final TransportContext context, final TransportHandler handler, final NettyOptions options)
    {
        final Callbacks callbacks = new Callbacks(handler);
        final Shared shared = new Shared(context, options.sockets(), callbacks);
        final NodeLink[] links = new NodeLink[context.connections().size()];
        final Outbox[] outboxes = new Outbox[links.length];
        for (int i = 0; i < links.length; i++)
        {
            outboxes[i] = new Outbox(shared.sockets(), shared.stage(), context.limits().unsentBytes());
            links[i] = new NodeLink(context.connections().get(i), shared, outboxes[i]);
        }
        final TlsContexts tlsContexts = Connector.tlsContexts(context, options);

        return new NettyTransport(context, options, tlsContexts, callbacks, links, outboxes);
    }

    @Override
    public void flush()
    {
        checkOwner();
        thread.enter();
        try
        {
            for (int i = 0; i < outboxes.length; i++)
            {
                try
                {
                    outboxes[i].flush();
                }
                catch (final IOException ex)
                {
                    links[i].writeFailed(ex);
                }
            }
        }
        finally
        {
            thread.leave();
        }
    }

    @Override
    public void wakeup()
    {
        if (!isClosed())
        {
            try
            {
                loop.requestWakeup();
            }
            catch (final RejectedExecutionException ignored)
            {
                // Being closed: no thread waits.
            }
        }
    }

    @Override
    protected void driven(final boolean isHeir)
    {
        final Thread current = Thread.currentThread();
        thread = FastThreadLocals.borrowThread();
        thread.enter();
        if (isHeir)
        {
            loop.inherit(current);
        }
        else
        {
            loop.setOwningThread(current);
        }
        thread.leave();
    }

    @Override
    protected void enter()
    {
        thread.enter();
    }

    @Override
    protected void leave()
    {
        thread.leave();
    }

    @Override
    protected void start(final Connection connection)
    {
        connector.start(connection, links[connection.index()].connect());
    }

    @Override
    protected Failure hindrance(final Connection connection)
    {
        return connector.hindrance(connection);
    }

    /**
     * The loop runs once: it reads the sockets and delivers what they say.
     */
    @Override
    protected void carry(final long maxWaitNs)
    {
        if (maxWaitNs > 0)
        {
            loop.run(Math.max(maxWaitNs, shortestWaitNs));
        }
        else
        {
            loop.runNow();
        }
        for (final NodeLink link : links)
        {
            link.endIfBroken();
        }
    }

    @Override
    protected void free()
    {
        connector.close();
        loop.terminate();
        thread.giveBack();
    }
}
