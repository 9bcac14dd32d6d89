// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;

/**
 * One way of doing socket I/O: the classes of Netty that belong together, and the way past its outbound
 * buffer.
 * <p>
 * The two implementations look alike and share nothing: each only names the classes of its own kind. One
 * class for both would take every one of them as an argument.
 */
interface Sockets
{
    IoHandlerFactory handlers();

    ChannelFactory<Channel> tcp();

    ChannelFactory<Channel> unix();

    SocketAddress unixAddress(String path);

    /**
     * The shortest wait of the selector. A shorter one would not wait at all.
     *
     * @return nanoseconds.
     */
    long shortestWaitNs();

    /**
     * Writes straight to the socket of a channel that has nothing in its outbound buffer. Engine thread.
     *
     * @param channel made by this factory.
     * @param from    a direct buffer; its position is not moved.
     * @return the number of bytes that the socket took; 0 if it is full.
     * @throws IOException if the connection is broken.
     */
    int write(Channel channel, ByteBuffer from) throws IOException;
}
