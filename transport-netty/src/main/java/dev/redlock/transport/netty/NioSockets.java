// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/**
 * Everywhere, by the JDK's selector. {@link Sockets} says why this resembles {@link EpollSockets}.
 */
final class NioSockets implements Sockets
{
    private static final long SHORTEST_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(1);

    @Override
    public IoHandlerFactory handlers()
    {
        return NioIoHandler.newFactory();
    }

    @Override
    public ChannelFactory<Channel> tcp()
    {
        return NioSocketChannel::new;
    }

    @Override
    public ChannelFactory<Channel> unix()
    {
        return NioDomainSocketChannel::new;
    }

    @Override
    public SocketAddress unixAddress(final String path)
    {
        return UnixDomainSocketAddress.of(path);
    }

    @Override
    public long shortestWaitNs()
    {
        return SHORTEST_WAIT_NS;
    }

    @Override
    public int write(final Channel channel, final ByteBuffer from) throws IOException
    {
        final AbstractNioChannel.NioUnsafe unsafe = (AbstractNioChannel.NioUnsafe)channel.unsafe();
        final int start = from.position();
        final int written = ((SocketChannel)unsafe.ch()).write(from);
        from.position(start);

        return written;
    }

    @Override
    public String toString()
    {
        return "nio";
    }
}
