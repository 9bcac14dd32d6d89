// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Takes TLS off connections to a node that cannot do it itself. Closes the sockets under TLS, because the JDK
 * waits for the other side when it closes TLS.
 */
public final class TlsFront implements AutoCloseable
{
    private final ServerSocket listener;
    private final SSLContext context;
    private final boolean wantsClientCertificate;
    private final int nodePort;
    private final BlockingQueue<String> serverNames = new LinkedBlockingQueue<>();
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private boolean isClosed;

    /**
     * Opens the front at a free port of the loopback address.
     *
     * @param context                of the node's certificate.
     * @param wantsClientCertificate whether clients must show one, too.
     * @param nodePort               where the node listens without TLS.
     * @throws IOException if there is no free port.
     */
    public TlsFront(final SSLContext context, final boolean wantsClientCertificate, final int nodePort)
        throws IOException
    {
        this.context = context;
        this.wantsClientCertificate = wantsClientCertificate;
        this.nodePort = nodePort;
        listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        run(this::acceptAll);
    }

    /**
     * Where to connect.
     *
     * @return the port.
     */
    public int port()
    {
        return listener.getLocalPort();
    }

    /**
     * The names that clients have asked for, in order; one per connection.
     *
     * @return the names, as they come.
     */
    public BlockingQueue<String> serverNames()
    {
        return serverNames;
    }

    @Override
    public void close() throws IOException
    {
        hangUp();
    }

    /**
     * Ends all connections and accepts no more.
     *
     * @throws IOException if a socket cannot be closed.
     */
    public void hangUp() throws IOException
    {
        listener.close();
        final List<Thread> running;
        synchronized (this)
        {
            isClosed = true;
            for (final Socket socket : sockets)
            {
                socket.close();
            }
            running = List.copyOf(threads);
        }
        for (final Thread thread : running)
        {
            join(thread);
        }
    }

    private void acceptAll() throws IOException
    {
        while (true)
        {
            final Socket client = listener.accept();
            run(() -> serve(client));
        }
    }

    private void serve(final Socket client) throws IOException
    {
        try (client; Socket node = new Socket(InetAddress.getLoopbackAddress(), nodePort))
        {
            keep(client);
            keep(node);
            node.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            final SSLSocket tls = (SSLSocket)context.getSocketFactory().createSocket(client, null, true);
            tls.setNeedClientAuth(wantsClientCertificate);
            tls.startHandshake();
            serverNames.add(((ExtendedSSLSession)tls.getSession()).getRequestedServerNames().toString());
            run(() ->
            {
                try (client; node)
                {
                    copy(node, tls);
                }
            });
            copy(tls, node);
        }
    }

    private static void copy(final Socket from, final Socket to) throws IOException
    {
        final InputStream in = from.getInputStream();
        final OutputStream out = to.getOutputStream();
        final byte[] bytes = new byte[64 * 1024];
        int length = in.read(bytes);
        while (length >= 0)
        {
            out.write(bytes, 0, length);
            length = in.read(bytes);
        }
    }

    private synchronized void keep(final Socket socket) throws IOException
    {
        if (isClosed)
        {
            socket.close();
        }
        sockets.add(socket);
    }

    private synchronized void run(final Work work)
    {
        if (!isClosed)
        {
            final Thread thread = new Thread(() ->
            {
                try
                {
                    work.run();
                }
                catch (final IOException ignored)
                {
                    // A side has gone, or the handshake failed: the other side will see it.
                }
            }, "tls-front");
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private static void join(final Thread thread)
    {
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted while closing", ex);
        }
    }

    /**
     * What a thread does until a socket ends it.
     */
    @FunctionalInterface
    private interface Work
    {
        void run() throws IOException;
    }
}
