// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

import io.lettuce.core.RedisClient;

import dev.redlock.spi.Connection;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.transport.resp.link.BorrowedThread;
import dev.redlock.transport.resp.link.Callbacks;
import dev.redlock.transport.resp.link.Failure;
import dev.redlock.transport.resp.link.RespTransport;

/**
 * Convenient for users of Lettuce; it allocates. The package says how it works.
 */
final class LettuceTransport extends RespTransport
{
    private final BooleanSupplier news = this::hasNews;
    private final Set<Session> sessions = new HashSet<>();
    private final NodeLink[] links;
    private final Doorbell doorbell;
    private final Connector connector;
    private BorrowedThread thread;

    private LettuceTransport(final Shared shared, final NodeLink[] links, final Connector connector)
    {
        super(shared.callbacks(), shared.limits(), links);
        this.links = links;
        this.connector = connector;
        doorbell = shared.doorbell();
    }

    static LettuceTransport open(final TransportContext context, final TransportHandler handler,
        final LettuceOptions options, final RedisClient given)
    {
        final Shared shared = new Shared(context, new Callbacks(handler), new Doorbell());
        final NodeLink[] links = new NodeLink[context.connections().size()];
        for (int i = 0; i < links.length; i++)
        {
            links[i] = new NodeLink(context.connections().get(i), shared);
        }

        return new LettuceTransport(shared, links, new Connector(context, options, given));
    }

    @Override
    public void wakeup()
    {
        doorbell.wakeup();
    }

    @Override
    public void flush()
    {
        checkOwner();
        thread.enter();
        try
        {
            for (final NodeLink link : links)
            {
                link.flush();
            }
        }
        finally
        {
            thread.leave();
        }
    }

    @Override
    protected void driven(final boolean isHeir)
    {
        thread = FastThreadLocals.borrowThread();
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
        final Session session = links[connection.index()].connect();
        sessions.removeIf(Session::hasEnded);
        sessions.add(session);
        connector.start(session, connection);
    }

    @Override
    protected Failure hindrance(final Connection connection)
    {
        return connector.hindrance(connection);
    }

    @Override
    protected void carry(final long maxWaitNs)
    {
        if (maxWaitNs > 0)
        {
            doorbell.await(maxWaitNs, news);
        }
        for (final NodeLink link : links)
        {
            link.deliver();
        }
    }

    @Override
    protected void free()
    {
        connector.close(sessions);
        thread.giveBack();
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
}
