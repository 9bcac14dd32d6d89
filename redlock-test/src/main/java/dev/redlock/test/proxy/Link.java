// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * One client's connection and its connection to the server.
 * <p>
 * All methods are called under the proxy's lock.
 */
final class Link
{
    private final Flow requestFlow;
    private final Flow replyFlow;
    private final SocketChannel client;
    private final SocketChannel server;
    private final SelectionKey clientKey;
    private final SelectionKey serverKey;
    private final Pipe requests;
    private final Pipe replies;
    private boolean isConnecting = true;
    private boolean isClosed;
    private long lastNs = System.nanoTime();

    Link(final Flow requestFlow, final Flow replyFlow, final SocketChannel client, final SocketChannel server,
        final Selector selector) throws IOException
    {
        this.requestFlow = requestFlow;
        this.replyFlow = replyFlow;
        this.client = client;
        this.server = server;
        client.configureBlocking(false);
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        server.configureBlocking(false);
        server.setOption(StandardSocketOptions.TCP_NODELAY, true);
        clientKey = client.register(selector, 0, this);
        serverKey = server.register(selector, 0, this);

        requests = new Pipe(requestFlow, this::cut, client, server);
        replies = new Pipe(replyFlow, this::cut, server, client);
        requests.blocked(true);
        requestFlow.pipes().add(requests);
        replyFlow.pipes().add(replies);
    }

    void connect(final SocketAddress target)
    {
        try
        {
            if (server.connect(target))
            {
                connected();
            }
        }
        catch (final IOException ignored)
        {
            unreachable();
        }
    }

    /**
     * Swallows everything in both directions.
     */
    void mute()
    {
        requests.deafen();
        replies.deafen();
    }

    boolean isClosed()
    {
        return isClosed;
    }

    /**
     * Whether the client's end is still open.
     */
    boolean hasClient()
    {
        return client.isOpen() && !requests.isEnded();
    }

    /**
     * Does what the selector reports as possible.
     */
    void ready(final SelectionKey key, final ByteBuffer scratch, final long forgetAfterNs)
    {
        if (!key.isValid())
        {
            return;
        }
        if (key.isConnectable())
        {
            finishConnect();
            return;
        }

        final boolean isClient = key == clientKey;
        if (key.isReadable())
        {
            forgetIfSilent(forgetAfterNs);
            (isClient ? requests : replies).read(scratch);
        }
        if (key.isWritable())
        {
            (isClient ? replies : requests).blocked(false);
        }
    }

    private void forgetIfSilent(final long forgetAfterNs)
    {
        final long nowNs = System.nanoTime();
        if (nowNs - lastNs >= forgetAfterNs)
        {
            mute();
        }
        lastNs = nowNs;
    }

    /**
     * Forwards what may pass, and closes when both directions have ended.
     *
     * @return the instant at which to come again.
     */
    long work(final ByteBuffer scratch, final long nowNs)
    {
        final long requestsNs = requests.write(scratch, nowNs);
        final long repliesNs = replies.write(scratch, nowNs);
        if (requests.isThrough() && replies.isThrough())
        {
            cut(Cut.FIN);
        }
        if (isClosed)
        {
            return Pipe.NEVER;
        }
        updateInterest();

        return Pipe.earlier(requestsNs, repliesNs);
    }

    /**
     * Closes both ends at once; what is inside is lost.
     */
    void cut(final Cut how)
    {
        if (!isClosed)
        {
            isClosed = true;
            requests.finish();
            replies.finish();
            close(client, how);
            close(server, how);
            requestFlow.pipes().remove(requests);
            replyFlow.pipes().remove(replies);
        }
    }

    /**
     * Closes the client's end. The server will hear of it after the requests that are inside.
     */
    void cutClient(final Cut how)
    {
        if (!isClosed && client.isOpen())
        {
            close(client, how);
            replies.finish();
            if (!requests.isEnded())
            {
                requests.end(how);
            }
        }
    }

    private void finishConnect()
    {
        try
        {
            if (server.finishConnect())
            {
                connected();
            }
        }
        catch (final IOException ignored)
        {
            unreachable();
        }
    }

    private void connected()
    {
        isConnecting = false;
        requests.blocked(false);
    }

    /*
     * The client was accepted before the server was tried: a reset is the nearest to a refused connection.
     */
    private void unreachable()
    {
        isConnecting = false;
        requests.finish();
        replies.end(Cut.RESET);
    }

    private void updateInterest()
    {
        interest(clientKey,
            (requests.wantsToRead() ? SelectionKey.OP_READ : 0) |
            (replies.isBlocked() ? SelectionKey.OP_WRITE : 0));
        interest(serverKey, isConnecting ? SelectionKey.OP_CONNECT :
            (replies.wantsToRead() ? SelectionKey.OP_READ : 0) |
            (requests.isBlocked() ? SelectionKey.OP_WRITE : 0));
    }

    private static void interest(final SelectionKey key, final int operations)
    {
        if (key.isValid() && key.interestOps() != operations)
        {
            key.interestOps(operations);
        }
    }

    static void close(final SocketChannel channel, final Cut how)
    {
        try
        {
            if (how == Cut.RESET && channel.isOpen())
            {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            channel.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot close a connection", ex);
        }
    }
}
