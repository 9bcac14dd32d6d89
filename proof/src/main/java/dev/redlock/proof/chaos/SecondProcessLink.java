// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.redlock.client.tck.TransportChoice;
import dev.redlock.test.server.JavaProcess;

/**
 * The first JVM's end of the second process: starts it, passes its claims on, compares clocks, kills it.
 */
final class SecondProcessLink implements AutoCloseable
{
    private static final int CONNECT_WITHIN_MS = 30_000;
    private static final long ANSWER_WITHIN_S = 30;
    private static final int QUESTIONS = 20;

    private final LinkedBlockingQueue<Long> clock = new LinkedBlockingQueue<>();
    private final ClaimSink sink;
    private final JavaProcess process;
    private final Socket socket;
    private final PrintWriter out;
    private final Thread reader;

    SecondProcessLink(final LoadSettings load, final long seed, final TransportChoice transport,
        final List<String> uris, final ClaimSink sink)
    {
        this.sink = sink;
        JavaProcess started = null;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            server.setSoTimeout(CONNECT_WITHIN_MS);
            started = JavaProcess.start(SecondProcess.class,
                SecondProcess.arguments(server.getLocalPort(), load, seed, transport, uris));
            process = started;
            socket = server.accept();
            socket.setTcpNoDelay(true);
            out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
            reader = new Thread(this::read, "chaos-" + SecondProcess.NAME + "-reader");
            reader.setDaemon(true);
            reader.start();
        }
        catch (final IOException ex)
        {
            final String output = started == null ? "" : started.output();
            if (started != null)
            {
                started.kill();
            }
            throw new UncheckedIOException("the second process does not come up: " + output, ex);
        }
    }

    JavaProcess process()
    {
        return process;
    }

    /**
     * Whether the second process reads the same clock: each of its answers lies between two readings of ours.
     *
     * @return the widest gap between these two that was needed, or -1 if the clocks differ.
     */
    long sameClockWithinNs() throws InterruptedException
    {
        long widestNs = 0;
        for (int i = 0; i < QUESTIONS; i++)
        {
            final long beforeNs = System.nanoTime();
            out.println(SecondProcess.CLOCK);
            final Long answerNs = clock.poll(ANSWER_WITHIN_S, TimeUnit.SECONDS);
            final long afterNs = System.nanoTime();
            if (answerNs == null || answerNs - beforeNs < 0 || afterNs - answerNs < 0)
            {
                return -1;
            }
            widestNs = Math.max(widestNs, afterNs - beforeNs);
        }

        return widestNs;
    }

    /**
     * Lets its load begin.
     */
    void go()
    {
        out.println(SecondProcess.GO);
    }

    private void read()
    {
        try
        {
            final BufferedReader in = new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine())
            {
                take(line);
            }
        }
        catch (final IOException ignored)
        {
            // It was killed; a line that it had begun is lost with it.
        }
    }

    private void take(final String line)
    {
        final int at = line.indexOf(' ');
        final String text = line.substring(at + 1);
        switch (line.substring(0, at))
        {
            case SecondProcess.CLOCK -> clock.add(Long.parseLong(text));
            case SecondProcess.BEGUN -> sink.begun(SecondProcess.claim(text));
            case SecondProcess.ENDED -> sink.ended(SecondProcess.claim(text));
            default -> sink.failed(text);
        }
    }

    /**
     * Kills it, with its locks, and takes its last reports.
     */
    @Override
    public void close()
    {
        process.kill();
        try
        {
            reader.join(TimeUnit.SECONDS.toMillis(ANSWER_WITHIN_S));
            socket.close();
        }
        catch (final InterruptedException ignored)
        {
            Thread.currentThread().interrupt();
        }
        catch (final IOException ignored)
        {
            // The other end is dead.
        }
    }
}
