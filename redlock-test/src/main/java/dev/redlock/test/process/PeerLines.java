// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * One end of what two JVMs of this machine say to each other, line by line. Any thread may speak, one at a
 * time may listen.
 * <p>
 * They talk through a socket: a peer's standard output belongs to whatever library wants to print.
 */
public final class PeerLines implements AutoCloseable
{
    private final Socket socket;
    private final PrintWriter out;
    private final BufferedReader in;

    PeerLines(final Socket socket) throws IOException
    {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        out = new PrintWriter(socket.getOutputStream(), true, UTF_8);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    }

    /**
     * The end of the peer that was started.
     *
     * @param port the first argument of its main method.
     * @return lines to and from the JVM that has started it.
     */
    public static PeerLines toStarter(final String port)
    {
        try
        {
            return new PeerLines(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port)));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("nobody listens at port " + port, ex);
        }
    }

    /**
     * Speaks. What the other end does not hear any more is lost.
     *
     * @param line without an end of line in it.
     */
    public void say(final String line)
    {
        out.println(line);
    }

    /**
     * Listens, for as long as it takes.
     *
     * @return the next line, or null if the other end has hung up or died.
     */
    public String next()
    {
        try
        {
            return next(0);
        }
        catch (final IOException ignored)
        {
            return null;
        }
    }

    /**
     * Listens for a while. After a line that did not come in time the rest may come in pieces: hang up.
     *
     * @param within the longest time.
     * @return the next line, or null if the other end has hung up or died.
     * @throws TimeoutException if no line came in time.
     */
    public String next(final Duration within) throws TimeoutException
    {
        try
        {
            // 0 would be for ever.
            return next(Math.max(1, Math.toIntExact(within.toMillis())));
        }
        catch (final SocketTimeoutException ex)
        {
            throw new TimeoutException("no line within " + within);
        }
        catch (final IOException ignored)
        {
            return null;
        }
    }

    private String next(final int withinMs) throws IOException
    {
        socket.setSoTimeout(withinMs);

        return in.readLine();
    }

    @Override
    public void close()
    {
        try
        {
            socket.close();
        }
        catch (final IOException ignored)
        {
            // The other end is dead.
        }
    }
}
