// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;

import dev.redlock.spi.Connection;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.transport.resp.link.Failure;
import dev.redlock.transport.resp.tls.AsideEngine;
import dev.redlock.transport.resp.tls.TlsTasks;

/**
 * Makes connections. Everything but lookups happens on the loop.
 */
final class Connector
{
    /*
     * A safety net: the engine limits the time of an attempt, and calls disconnect.
     */
    private static final int ATTEMPT_LIMIT_MS = 30_000;

    private final EngineLoop loop;
    private final NettyOptions options;
    private final TlsContexts tlsContexts;
    private final FixedReceive receive = new FixedReceive();
    private final RecvByteBufAllocator tlsReceive =
        new AdaptiveRecvByteBufAllocator().maxMessagesPerRead(1);
    private final Lookup[] lookupOf;

    Connector(final TransportContext context, final NettyOptions options, final TlsContexts tlsContexts,
        final EngineLoop loop)
    {
        this.loop = loop;
        this.options = options;
        this.tlsContexts = tlsContexts;
        lookupOf = context.connections().stream().map(this::lookup).toArray(Lookup[]::new);
    }

    /**
     * Reads the files of TLS if there are nodes with TLS, so that a wrong one shows before anything is
     * opened. Managers that are given instead show with the first connection: they may not be at hand yet.
     */
    static TlsContexts tlsContexts(final TransportContext context, final NettyOptions options)
    {
        final TlsContexts contexts = new TlsContexts(context.tls(), options.tlsEngine());
        if (context.tls().managers() == null &&
            context.connections().stream().anyMatch(connection -> connection.address().tls()))
        {
            try
            {
                contexts.current();
            }
            catch (final IOException ex)
            {
                throw new IllegalArgumentException(ex.getMessage(), ex);
            }
        }

        return contexts;
    }

    /**
     * Begins an attempt; the next turn of the loop goes on with it.
     *
     * @param connection that it makes.
     * @param session    of the attempt.
     */
    void start(final Connection connection, final Session session)
    {
        loop.execute(() -> lookupOf[connection.index()].start(session));
    }

    /**
     * What of our own keeps an attempt from its end; null for nothing.
     */
    Failure hindrance(final Connection connection)
    {
        return lookupOf[connection.index()].tlsTasks().hindrance();
    }

    void close()
    {
        for (final Lookup lookup : lookupOf)
        {
            lookup.close();
        }
    }

    private Lookup lookup(final Connection connection)
    {
        return new Lookup(connection.address(), loop, options, tlsContexts, (session, host, tls) ->
            open(connection, session, host, tls));
    }

    private void open(
        final Connection connection, final Session session, final InetAddress host, final SslContext tls)
    {
        final NodeAddress address = session.link().address();
        try
        {
            final ChannelFuture connected =
                bootstrap(connection, session, tls).connect(remote(address, host));
            connected.addListener((future) ->
            {
                if (!future.isSuccess() && session.isCurrent())
                {
                    session.link().end(Failure.ofConnect(future.cause(), address, host));
                }
            });
        }
        catch (final Throwable ex)
        {
            session.link().end(Failure.ofConnect(ex, address, host));
        }
    }

    private SocketAddress remote(final NodeAddress address, final InetAddress host)
    {
        return address.socketPath() != null ?
            options.sockets().unixAddress(address.socketPath()) : new InetSocketAddress(host, address.port());
    }

    private Bootstrap bootstrap(final Connection connection, final Session session, final SslContext tls)
    {
        final boolean isUnix = session.link().address().socketPath() != null;
        final Bootstrap bootstrap = new Bootstrap()
            .group(loop)
            .channelFactory(isUnix ? options.sockets().unix() : options.sockets().tcp())
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, ATTEMPT_LIMIT_MS)
            .disableResolver().handler(
                new Pipeline(session, tls, lookupOf[connection.index()].tlsTasks()));
        if (!isUnix)
        {
            bootstrap.option(ChannelOption.TCP_NODELAY, true).option(ChannelOption.SO_KEEPALIVE, true);
        }
        if (options.sendBufferBytes() > 0)
        {
            bootstrap.option(ChannelOption.SO_SNDBUF, options.sendBufferBytes());
        }
        bootstrap.option(ChannelOption.RECVBUF_ALLOCATOR, tls == null ? receive : tlsReceive);

        return bootstrap;
    }

    private static final class Pipeline extends ChannelInitializer<Channel>
    {
        private final Session session;
        private final SslContext tls;
        private final TlsTasks tasks;

        private Pipeline(final Session session, final SslContext tls, final TlsTasks tasks)
        {
            this.session = session;
            this.tls = tls;
            this.tasks = tasks;
        }

        @Override
        protected void initChannel(final Channel channel)
        {
            session.opened(channel);
            if (tls != null)
            {
                final SslHandler handler = newHandler(channel, session.link().address());
                handler.setHandshakeTimeoutMillis(ATTEMPT_LIMIT_MS);
                channel.pipeline().addLast(handler);
            }
            channel.pipeline().addLast(session);
        }

        /*
         * Netty reads BoringSSL's engine in a way of its own, which it would not through another.
         */
        private SslHandler newHandler(final Channel channel, final NodeAddress address)
        {
            return tls instanceof JdkSslContext ?
                new SslHandler(new AsideEngine(
                    tls.newEngine(channel.alloc(), address.host(), address.port())), tasks) :
                tls.newHandler(channel.alloc(), address.host(), address.port(), tasks);
        }
    }
}
