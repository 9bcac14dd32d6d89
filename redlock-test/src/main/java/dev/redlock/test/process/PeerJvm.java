// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@link JavaProcess} to talk with, line by line. Its main method gets a port before all other arguments,
 * for {@link PeerLines#toStarter}.
 */
public final class PeerJvm implements AutoCloseable
{
    private static final Duration CALLS_WITHIN = Duration.ofSeconds(60);
    private static final int LOOK_MS = 100;

    private final JavaProcess process;
    private final PeerLines lines;

    private PeerJvm(final JavaProcess process, final PeerLines lines)
    {
        this.process = process;
        this.lines = lines;
    }

    /**
     * Starts a main class in a JVM that is soon up, and waits until it has called.
     *
     * @param main class with a main method, on this JVM's class path.
     * @param args for it, behind the port.
     * @return the running peer.
     */
    public static PeerJvm start(final Class<?> main, final List<String> args)
    {
        return start(JavaProcess.SOON_UP, main, args);
    }

    /**
     * Starts a main class in a JVM with other flags, and waits until it has called.
     *
     * @param flags of the JVM.
     * @param main  class with a main method, on this JVM's class path.
     * @param args  for it, behind the port.
     * @return the running peer.
     */
    public static PeerJvm start(final List<String> flags, final Class<?> main, final List<String> args)
    {
        JavaProcess process = null;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            final List<String> all = new ArrayList<>(List.of(Integer.toString(server.getLocalPort())));
            all.addAll(args);
            process = JavaProcess.start(flags, main, all);

            return new PeerJvm(process, new PeerLines(accept(server, process)));
        }
        catch (final IOException ex)
        {
            String output = "";
            if (process != null)
            {
                process.kill();
                output = process.output();
            }
            throw new UncheckedIOException(main.getSimpleName() + " does not come up: " + output, ex);
        }
    }

    private static Socket accept(final ServerSocket server, final JavaProcess process) throws IOException
    {
        final long deadlineNs = Waiting.deadlineNs(CALLS_WITHIN);
        server.setSoTimeout(LOOK_MS);
        while (true)
        {
            try
            {
                return server.accept();
            }
            catch (final SocketTimeoutException ex)
            {
                if (!process.isRunning() || System.nanoTime() - deadlineNs >= 0)
                {
                    throw ex;
                }
            }
        }
    }

    /**
     * Its process, to be stopped, killed, or asked for its output.
     *
     * @return the process.
     */
    public JavaProcess process()
    {
        return process;
    }

    /**
     * What it says, and what it is told.
     *
     * @return our end of the lines.
     */
    public PeerLines lines()
    {
        return lines;
    }

    /**
     * Kills it and hangs up. Kill its process first to hear what it has said until then.
     */
    @Override
    public void close()
    {
        process.kill();
        lines.close();
    }
}
