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
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;

import dev.redlock.spi.Connection;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.TransportContext;
import dev.redlock.transport.resp.Failure;

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
    private final Lookups lookups;
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
        lookups = new Lookups(context.connections().size(), options.lookupThreads());
        lookupOf = context.connections().stream().map(this::lookup).toArray(Lookup[]::new);
    }

    /**
     * Reads the certificates if there are nodes with TLS, so that a wrong file shows before anything is
     * opened.
     */
    static TlsContexts tlsContexts(final TransportContext context, final NettyOptions options)
    {
        final TlsContexts contexts = new TlsContexts(context.tls(), options.tlsEngine());
        if (context.connections().stream().anyMatch(connection -> connection.address().tls()))
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

    void close()
    {
        lookups.close();
    }

    private Lookup lookup(final Connection connection)
    {
        return new Lookup(
            connection.address(), loop, lookups, options.resolver(), tlsContexts, this::open);
    }

    private void open(final Session session, final InetAddress host, final SslContext tls)
    {
        final NodeAddress address = session.link().address();
        try
        {
            bootstrap(session, tls).connect(remote(address, host)).addListener((ChannelFuture future) ->
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

    private Bootstrap bootstrap(final Session session, final SslContext tls)
    {
        final boolean isUnix = session.link().address().socketPath() != null;
        final Bootstrap bootstrap = new Bootstrap()
            .group(loop)
            .channelFactory(isUnix ? options.sockets().unix() : options.sockets().tcp())
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, ATTEMPT_LIMIT_MS)
            .disableResolver().handler(new Pipeline(session, tls));
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

        private Pipeline(final Session session, final SslContext tls)
        {
            this.session = session;
            this.tls = tls;
        }

        @Override
        protected void initChannel(final Channel channel)
        {
            session.opened(channel);
            if (tls != null)
            {
                final NodeAddress address = session.link().address();
                final SslHandler handler = tls.newHandler(channel.alloc(), address.host(), address.port());
                handler.setHandshakeTimeoutMillis(ATTEMPT_LIMIT_MS);
                channel.pipeline().addLast(handler);
            }
            channel.pipeline().addLast(session);
        }
    }
}
