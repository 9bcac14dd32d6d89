// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A node with a small receive buffer that reads when it is told to.
 */
final class SlowPeer implements AutoCloseable
{
    private static final int RECEIVE_BUFFER = 4096;

    private final ServerSocket listener = new ServerSocket();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private Socket socket;

    SlowPeer() throws IOException
    {
        listener.setReceiveBufferSize(RECEIVE_BUFFER);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    int port()
    {
        return listener.getLocalPort();
    }

    void accept()
    {
        try
        {
            socket = listener.accept();
            socket.setTcpNoDelay(true);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /**
     * Reads what is there, without waiting, but not more than so much.
     */
    void read(final int atMost)
    {
        try
        {
            final InputStream in = socket.getInputStream();
            received.write(in.readNBytes(Math.min(atMost, in.available())));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    void say(final String text)
    {
        try
        {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    byte[] received()
    {
        return received.toByteArray();
    }

    @Override
    public void close() throws IOException
    {
        listener.close();
        if (socket != null)
        {
            socket.close();
        }
    }
}
