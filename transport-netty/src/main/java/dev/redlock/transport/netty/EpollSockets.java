// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;

/**
 * Linux, by Netty's native library. {@link Sockets} says why this resembles {@link NioSockets}.
 */
final class EpollSockets implements Sockets
{
    static boolean isAvailable()
    {
        return Epoll.isAvailable();
    }

    static String unavailability()
    {
        Throwable cause = Epoll.unavailabilityCause();
        while (cause.getCause() != null)
        {
            cause = cause.getCause();
        }

        return String.valueOf(cause.getMessage());
    }

    @Override
    public IoHandlerFactory handlers()
    {
        return EpollIoHandler.newFactory();
    }

    @Override
    public ChannelFactory<Channel> tcp()
    {
        return EpollSocketChannel::new;
    }

    @Override
    public ChannelFactory<Channel> unix()
    {
        return EpollDomainSocketChannel::new;
    }

    @Override
    public SocketAddress unixAddress(final String path)
    {
        return new DomainSocketAddress(path);
    }

    @Override
    public long shortestWaitNs()
    {
        return 1;
    }

    @Override
    public int write(final Channel channel, final ByteBuffer from) throws IOException
    {
        return ((Socket)((UnixChannel)channel).fd()).send(from, from.position(), from.limit());
    }

    @Override
    public String toString()
    {
        return "epoll";
    }
}
