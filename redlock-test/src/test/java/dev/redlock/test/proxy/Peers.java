// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/**
 * A proxy with plain sockets on both sides of it, for tests that look at single bytes.
 */
final class Peers implements AutoCloseable
{
    private static final int TIMEOUT_MS = 10_000;

    final TcpProxy proxy;
    private final ServerSocket listener;

    Peers() throws IOException
    {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listener.setSoTimeout(TIMEOUT_MS);
        proxy = TcpProxy.inFrontOf("127.0.0.1", listener.getLocalPort());
    }

    /**
     * A client connected to the proxy and the server's side of that connection.
     */
    Pair connect() throws IOException
    {
        final Socket client = new Socket();
        client.connect(new InetSocketAddress("127.0.0.1", proxy.port()), TIMEOUT_MS);
        final Socket server = listener.accept();
        prepare(client);
        prepare(server);

        return new Pair(client, server);
    }

    @Override
    public void close() throws IOException
    {
        proxy.close();
        listener.close();
    }

    private static void prepare(final Socket socket) throws IOException
    {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MS);
    }

    /**
     * Both ends of a connection through the proxy.
     */
    static final class Pair implements AutoCloseable
    {
        final Socket client;
        final Socket server;

        private Pair(final Socket client, final Socket server)
        {
            this.client = client;
            this.server = server;
        }

        @Override
        public void close() throws IOException
        {
            client.close();
            server.close();
        }
    }

    static void write(final Socket socket, final String text) throws IOException
    {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    static String read(final Socket socket, final int length) throws IOException
    {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.US_ASCII);
    }

    /**
     * All until the end of the stream.
     */
    static String readAll(final Socket socket) throws IOException
    {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    /**
     * Whether nothing comes, not even an end, for a while.
     */
    static boolean isSilent(final Socket socket) throws IOException
    {
        socket.setSoTimeout(150);
        try
        {
            socket.getInputStream().read();

            return false;
        }
        catch (final SocketTimeoutException ignored)
        {
            return true;
        }
        finally
        {
            socket.setSoTimeout(TIMEOUT_MS);
        }
    }
}
