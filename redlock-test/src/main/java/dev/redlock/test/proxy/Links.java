// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The connections of a proxy, in order of acceptance, and the door that admits them.
 * <p>
 * All methods are called under the proxy's lock, but {@link #isClosed()}.
 */
final class Links
{
    private static final int MAX_LINKS = 1_024;
    private static final int BACKLOG = 1_024;

    private final List<Link> links = new ArrayList<>();
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final SocketAddress target;
    private final Flow requests;
    private final Flow replies;
    private Door door = Door.OPEN;
    private long forgetAfterNs = Pipe.NEVER;
    private long refused;
    private volatile boolean isClosed;

    Links(final Selector selector, final SocketAddress target, final Flow requests, final Flow replies)
        throws IOException
    {
        this.selector = selector;
        this.target = target;
        this.requests = requests;
        this.replies = replies;
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    int port()
    {
        return listener.socket().getLocalPort();
    }

    void door(final Door value)
    {
        door = value;
    }

    void forgetAfter(final long silenceNs)
    {
        forgetAfterNs = silenceNs;
    }

    long forgetAfterNs()
    {
        return forgetAfterNs;
    }

    long refused()
    {
        return refused;
    }

    boolean isClosed()
    {
        return isClosed;
    }

    int withClient()
    {
        return (int)links.stream().filter(Link::hasClient).count();
    }

    int withoutClient()
    {
        return links.size() - withClient();
    }

    void accept()
    {
        try
        {
            for (SocketChannel client = listener.accept(); client != null; client = listener.accept())
            {
                if (door == Door.REFUSING || links.size() >= MAX_LINKS)
                {
                    Link.close(client, Cut.RESET);
                    refused++;
                }
                else
                {
                    admit(client);
                }
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot accept connections", ex);
        }
    }

    long work(final ByteBuffer scratch, final long nowNs)
    {
        long nextNs = Pipe.NEVER;
        for (final Link link : links)
        {
            nextNs = Pipe.earlier(nextNs, link.work(scratch, nowNs));
        }
        links.removeIf(Link::isClosed);

        return nextNs;
    }

    void cut(final Cut how)
    {
        links.forEach((link) -> link.cut(how));
        links.clear();
    }

    void cutClients(final Cut how)
    {
        links.forEach((link) -> link.cutClient(how));
    }

    void close()
    {
        isClosed = true;
        cut(Cut.FIN);
        try
        {
            listener.close();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot close the listener of port " + port(), ex);
        }
    }

    private void admit(final SocketChannel client) throws IOException
    {
        final SocketChannel server = SocketChannel.open();
        final Link link;
        try
        {
            link = new Link(requests, replies, client, server, selector);
        }
        catch (final IOException ignored)
        {
            // The client has gone already.
            Link.close(client, Cut.RESET);
            Link.close(server, Cut.RESET);
            return;
        }

        links.add(link);
        if (door == Door.MUTE)
        {
            link.mute();
        }
        link.connect(target);
    }
}
