/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.transport.netty;

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

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/**
 * Linux, by Netty's native library.
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
