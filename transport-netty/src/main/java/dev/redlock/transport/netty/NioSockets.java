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
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * Everywhere, by the JDK's selector.
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
