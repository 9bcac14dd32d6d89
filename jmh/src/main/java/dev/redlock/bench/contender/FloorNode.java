// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * One connection without anything around it: every command has a reply of one line.
 */
final class FloorNode implements AutoCloseable
{
    private static final int REPLY_BYTES = 64 * 1024;

    private final SocketChannel channel;
    private final ByteBuffer replies = ByteBuffer.allocateDirect(REPLY_BYTES);
    private int owed;
    private int column;
    private byte first;
    private byte second;
    private long granted;
    private boolean isDown;

    FloorNode(final String uri)
    {
        try
        {
            channel = connect(URI.create(uri));
            write(FloorFrames.frame("SCRIPT", "LOAD", FloorFrames.RELEASE_SCRIPT));
            replies.limit(REPLY_BYTES);
            if (channel.read(replies) <= 0 || replies.get(0) != '$')
            {
                throw new IOException(uri + " does not load the script of the release");
            }
            channel.configureBlocking(false);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot connect to " + uri, ex);
        }
    }

    private static SocketChannel connect(final URI uri) throws IOException
    {
        final boolean isUnix = "unix".equals(uri.getScheme());
        final SocketAddress address = isUnix ? UnixDomainSocketAddress.of(uri.getPath()) :
            new InetSocketAddress(uri.getHost(), uri.getPort());
        final SocketChannel channel =
            SocketChannel.open(isUnix ? StandardProtocolFamily.UNIX : StandardProtocolFamily.INET);
        channel.connect(address);
        if (!isUnix)
        {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }

        return channel;
    }

    SocketChannel channel()
    {
        return channel;
    }

    /**
     * Writes commands from the beginning of a buffer to its limit.
     *
     * @param frames   to write.
     * @param commands in them.
     */
    void send(final ByteBuffer frames, final int commands)
    {
        if (isDown)
        {
            return;
        }
        owed += commands;
        try
        {
            frames.position(0);
            write(frames);
        }
        catch (final IOException ignored)
        {
            isDown = true;
        }
    }

    /*
     * A full socket empties as the server reads; it always does, or the connection ends. Replies are taken
     * meanwhile, or both sides could wait for each other.
     */
    private void write(final ByteBuffer frames) throws IOException
    {
        while (frames.hasRemaining())
        {
            if (channel.write(frames) == 0)
            {
                receive();
            }
        }
    }

    /**
     * Takes the replies that are there.
     */
    void receive()
    {
        if (owed == 0 || isDown)
        {
            return;
        }
        try
        {
            replies.clear();
            final int count = channel.read(replies);
            if (count < 0)
            {
                isDown = true;
            }
            for (int i = 0; i < count; i++)
            {
                take(replies.get(i));
            }
        }
        catch (final IOException ignored)
        {
            isDown = true;
        }
    }

    private void take(final byte octet)
    {
        if (octet == '\n')
        {
            owed--;
            granted += isGrant() ? 1 : 0;
            column = 0;
        }
        else
        {
            if (column == 0)
            {
                first = octet;
            }
            else if (column == 1)
            {
                second = octet;
            }
            column++;
        }
    }

    private boolean isGrant()
    {
        return first == '+' || first == ':' && second == '1';
    }

    /**
     * Whether all replies have come.
     */
    boolean isDone()
    {
        return owed == 0 && !isDown;
    }

    boolean isDown()
    {
        return isDown;
    }

    /**
     * Whether the latest reply was OK or 1.
     */
    boolean isGranted()
    {
        return isDone() && isGrant();
    }

    /**
     * Replies that were OK or 1, since the beginning.
     */
    long granted()
    {
        return granted;
    }

    @Override
    public void close()
    {
        try
        {
            channel.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot close a connection", ex);
        }
    }
}
