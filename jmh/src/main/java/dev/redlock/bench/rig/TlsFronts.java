// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;

import dev.redlock.test.server.ServerCertificate;

/**
 * Takes TLS off connections to servers that cannot do it themselves, as the built-in one. All contenders pay
 * for the way through it alike; what they pay for TLS at their own end is what differs.
 */
final class TlsFronts implements AutoCloseable
{
    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final List<String> uris = new ArrayList<>();
    private final ServerCertificate certificate = ServerCertificate.make();

    TlsFronts(final int basePort, final int count)
    {
        final SslContext context = context();
        for (int i = 0; i < count; i++)
        {
            uris.add(front(context, basePort + i));
        }
    }

    private SslContext context()
    {
        try
        {
            return SslContextBuilder
                .forServer(certificate.file().toFile(), certificate.key().toFile()).build();
        }
        catch (final SSLException ex)
        {
            throw new IllegalStateException("cannot offer TLS", ex);
        }
    }

    private String front(final SslContext context, final int serverPort)
    {
        final Channel listener = new ServerBootstrap()
            .group(group)
            .channel(EpollServerSocketChannel.class)
            .childHandler(new ChannelInitializer<>()
            {
                @Override
                protected void initChannel(final Channel client)
                {
                    client.config().setAutoRead(false);
                    client.pipeline().addLast(context.newHandler(client.alloc()));
                    join(client, serverPort);
                }
            })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly().channel();

        return "rediss://127.0.0.1:" + ((InetSocketAddress)listener.localAddress()).getPort();
    }

    private void join(final Channel client, final int serverPort)
    {
        final Channel server = new Bootstrap()
            .group(client.eventLoop())
            .channel(EpollSocketChannel.class)
            .handler(new Passage(client))
            .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort))
            .addListener((connected) -> client.config().setAutoRead(true))
            .channel();
        client.pipeline().addLast(new Passage(server));
    }

    List<String> uris()
    {
        return uris;
    }

    /**
     * What clients are to trust, PEM.
     */
    Path trust()
    {
        return certificate.file();
    }

    @Override
    public void close()
    {
        group.shutdownGracefully().syncUninterruptibly();
        certificate.close();
    }

    /**
     * Whatever comes in on one side goes out on the other; as does the end.
     */
    private static final class Passage extends ChannelInboundHandlerAdapter
    {
        private final Channel other;

        Passage(final Channel other)
        {
            this.other = other;
        }

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object bytes)
        {
            other.write(bytes);
        }

        @Override
        public void channelReadComplete(final ChannelHandlerContext context)
        {
            other.flush();
        }

        @Override
        public void channelInactive(final ChannelHandlerContext context)
        {
            other.close();
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause)
        {
            context.close();
            other.close();
        }
    }
}
