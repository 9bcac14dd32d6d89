// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;

/**
 * What is queued for one node and not yet taken by its socket.
 */
final class Outbox implements ChannelFutureListener
{
    /*
     * Plain text goes from the array straight to the socket, one system call for all that was queued. What a
     * full socket did not take is handed to Netty, which waits until there is room and writes it; nothing
     * else is written until that is done, so the order holds. With TLS everything is handed over.
     *
     *   append -> [ bytes ] -flush-> socket           (plain text, socket has room)
     *                     `--------> Netty -> socket  (rest of a short write; TLS)
     */
    private static final int FIRST_SIZE = 64 * 1024;

    private final Sockets sockets;
    private final ByteBuffer stage;
    private final int limit;
    private byte[] bytes;
    private int length;
    private Channel channel;
    private boolean isPlain;
    private int handedOver;
    private Throwable failure;

    /**
     * An outbox without a connection.
     *
     * @param sockets writes.
     * @param stage   direct buffer through which bytes go to the socket, shared by all nodes of a transport.
     * @param limit   of the bytes queued, those handed over included.
     */
    Outbox(final Sockets sockets, final ByteBuffer stage, final int limit)
    {
        this.sockets = sockets;
        this.stage = stage;
        this.limit = limit;
        bytes = new byte[Math.min(limit, FIRST_SIZE)];
    }

    void attach(final Channel newChannel, final boolean newIsPlain)
    {
        assert channel == null && length == 0 : "another connection is attached: detach() it first";
        channel = newChannel;
        isPlain = newIsPlain;
    }

    /**
     * Forgets the connection and what was queued for it.
     */
    void detach()
    {
        channel = null;
        length = 0;
        handedOver = 0;
        failure = null;
    }

    /**
     * Makes room.
     *
     * @param size wanted.
     * @return false if the limit would be exceeded now.
     */
    boolean reserve(final long size)
    {
        if (size > limit - length - handedOver)
        {
            return false;
        }
        if (size > bytes.length - length)
        {
            final int doubled = (int)Math.min(limit, 2L * bytes.length);
            bytes = Arrays.copyOf(bytes, Math.max(doubled, length + (int)size));
        }

        return true;
    }

    /**
     * The array to write the next frame to, from {@link #length()} on, as far as was reserved.
     *
     * @return valid until the next call of another method.
     */
    byte[] bytes()
    {
        return bytes;
    }

    int length()
    {
        return length;
    }

    void append(final int newLength)
    {
        assert newLength > length && newLength <= bytes.length : "a frame from " + length + " to " +
            newLength + " in " + bytes.length + " bytes: reserve() its bound first";
        length = newLength;
    }

    int limit()
    {
        return limit;
    }

    void flush() throws IOException
    {
        if (length > 0 && handedOver == 0 && channel != null)
        {
            final int written = isPlain ? writePast() : 0;
            if (written < length)
            {
                handOver(written);
            }
            length = 0;
        }
    }

    /**
     * Why Netty could not write the bytes handed to it.
     *
     * @return null if no write has failed.
     */
    Throwable failure()
    {
        return failure;
    }

    /**
     * Netty has written the bytes handed to it, or has failed; then nothing is written any more.
     */
    @Override
    public void operationComplete(final ChannelFuture future)
    {
        if (future.channel() == channel)
        {
            failure = future.cause();
            if (failure == null)
            {
                handedOver = 0;
            }
        }
    }

    private int writePast() throws IOException
    {
        int at = 0;
        while (at < length)
        {
            final int size = Math.min(length - at, stage.capacity());
            stage.clear();
            stage.put(bytes, at, size).flip();
            final int written = sockets.write(channel, stage);
            at += written;
            if (written < size)
            {
                break;
            }
        }

        return at;
    }

    private void handOver(final int from)
    {
        handedOver = length - from;
        final ByteBuf rest = channel.alloc().directBuffer(handedOver);
        rest.writeBytes(bytes, from, handedOver);
        channel.writeAndFlush(rest).addListener(this);
    }
}
