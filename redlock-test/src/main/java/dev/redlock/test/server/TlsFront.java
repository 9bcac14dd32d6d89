// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Takes TLS off connections to a node that cannot do it itself. Closes the sockets under TLS, because the JDK
 * waits for the other side when it closes TLS.
 */
public final class TlsFront implements AutoCloseable
{
    private static final long END_WITHIN_S = 10;

    private final ServerSocket listener;
    private final SSLContext context;
    private final boolean wantsClientCertificate;
    private final int nodePort;
    private final BlockingQueue<String> serverNames = new LinkedBlockingQueue<>();
    private final List<Socket> sockets = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(work ->
    {
        final Thread thread = new Thread(work, "tls-front");
        thread.setDaemon(true);

        return thread;
    });
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
        threads.submit(this::acceptAll);
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
        synchronized (this)
        {
            isClosed = true;
            for (final Socket socket : sockets)
            {
                socket.close();
            }
        }
        threads.shutdown();
        try
        {
            threads.awaitTermination(END_WITHIN_S, TimeUnit.SECONDS);
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted while closing", ex);
        }
    }

    /*
     * What a task throws is not looked at: a side has gone, the handshake has failed, or this has been
     * closed, and the other side sees it.
     */
    private Void acceptAll() throws IOException
    {
        while (true)
        {
            final Socket client = listener.accept();
            threads.submit(() -> serve(client));
        }
    }

    private Void serve(final Socket client) throws IOException
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
            threads.submit(() ->
            {
                try (client; node)
                {
                    return node.getInputStream().transferTo(tls.getOutputStream());
                }
            });
            tls.getInputStream().transferTo(node.getOutputStream());

            return null;
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
}
