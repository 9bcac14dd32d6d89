// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.resp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A small blocking RESP2 client over one plain socket, to see and change the true state of a node past the
 * library under test.
 * <p>
 * Replies come as {@code String} (simple and bulk strings), {@code Long}, {@code null} or {@code List}; an
 * error reply is thrown as {@link RespError}. Every wait for the server ends after the timeout given to
 * {@code connect}. If the connection fails or a reply is late, {@link UncheckedIOException} is thrown and the
 * client is closed, since a late reply would pass for the next one.
 * <p>
 * <b>Note:</b> not for use by several threads at once. It allocates freely; do not measure speed with it.
 */
public final class RespClient implements AutoCloseable
{
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    private final Socket socket;
    private final RespReader reader;
    private final String peer;

    private RespClient(final Socket socket, final String peer) throws IOException
    {
        this.socket = socket;
        this.peer = peer;
        reader = new RespReader(socket.getInputStream());
    }

    /**
     * Connects with a timeout of five seconds for connecting and for each reply.
     *
     * @param host name or address.
     * @param port of the server.
     * @return the connected client.
     */
    public static RespClient connect(final String host, final int port)
    {
        return connect(host, port, DEFAULT_TIMEOUT);
    }

    /**
     * Connects.
     *
     * @param host    name or address.
     * @param port    of the server.
     * @param timeout for connecting and for each reply; at least one millisecond.
     * @return the connected client.
     */
    public static RespClient connect(final String host, final int port, final Duration timeout)
    {
        final int timeoutMs = (int)Math.min(timeout.toMillis(), Integer.MAX_VALUE);
        if (timeoutMs < 1)
        {
            throw new IllegalArgumentException("the timeout is " + timeout + " but must be at least 1 ms");
        }

        final Socket socket = new Socket();
        try
        {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMs);
            socket.connect(new InetSocketAddress(host, port), timeoutMs);

            return new RespClient(socket, host + ":" + port);
        }
        catch (final IOException ex)
        {
            close(socket);
            throw new UncheckedIOException(
                "no connection to " + host + ":" + port + ": " + ex.getMessage(), ex);
        }
    }

    /**
     * Sends a command and waits for its reply.
     *
     * @param args the command and its arguments, sent as UTF-8.
     * @return the reply, bulk strings read as UTF-8.
     */
    public Object call(final String... args)
    {
        send(args);

        return receive();
    }

    /**
     * As {@link #call(String...)}, for binary data.
     *
     * @param args the command and its arguments.
     * @return the reply, bulk strings as {@code byte[]}.
     */
    public Object callBytes(final byte[]... args)
    {
        sendRaw(RespFrames.command(args));

        return receiveBytes();
    }

    /**
     * Sends a command without waiting, to pipeline or to leave the reply unread.
     *
     * @param args the command and its arguments, sent as UTF-8.
     */
    public void send(final String... args)
    {
        sendRaw(RespFrames.command(args));
    }

    /**
     * Sends bytes as they are: half a command, or nonsense.
     *
     * @param bytes to send.
     */
    public void sendRaw(final byte[] bytes)
    {
        try
        {
            socket.getOutputStream().write(bytes);
        }
        catch (final IOException ex)
        {
            throw fail("write to", ex);
        }
    }

    /**
     * Waits for the next reply.
     *
     * @return the reply, bulk strings read as UTF-8.
     */
    public Object receive()
    {
        return text(receiveBytes());
    }

    /**
     * Waits for the next reply, even an error, and returns its raw bytes.
     *
     * @return the bytes of exactly one reply.
     */
    public byte[] receiveRaw()
    {
        try
        {
            return reader.readRaw();
        }
        catch (final IOException ex)
        {
            throw fail("read from", ex);
        }
    }

    /**
     * Turns this connection into a listener to all commands that the server runs. Do not use it otherwise
     * afterwards.
     *
     * @return the lines of MONITOR; {@code hasNext()} waits up to the timeout, and returns false if none came
     *         or the connection ended. After a timeout you can ask again.
     */
    public Iterator<String> monitor()
    {
        call("MONITOR");

        return new MonitorLines(reader, peer);
    }

    /**
     * The local port of this connection, as servers show it in CLIENT LIST.
     *
     * @return the port.
     */
    public int localPort()
    {
        return socket.getLocalPort();
    }

    /**
     * Closes the connection; idempotent.
     */
    @Override
    public void close()
    {
        close(socket);
    }

    private static void close(final Socket socket)
    {
        try
        {
            socket.close();
        }
        catch (final IOException ignored)
        {
            // The descriptor is closed either way.
        }
    }

    private Object receiveBytes()
    {
        final Object reply;
        try
        {
            reply = reader.read();
        }
        catch (final IOException ex)
        {
            throw fail("read from", ex);
        }
        if (reply instanceof RespError)
        {
            throw (RespError)reply;
        }

        return reply;
    }

    private UncheckedIOException fail(final String what, final IOException ex)
    {
        close();

        return new UncheckedIOException("cannot " + what + " " + peer + ": " + ex.getMessage(), ex);
    }

    private static Object text(final Object reply)
    {
        if (reply instanceof byte[])
        {
            return new String((byte[])reply, StandardCharsets.UTF_8);
        }
        if (!(reply instanceof List))
        {
            return reply;
        }

        final List<Object> elements = new ArrayList<>();
        for (final Object element : (List<?>)reply)
        {
            elements.add(text(element));
        }

        return elements;
    }
}
