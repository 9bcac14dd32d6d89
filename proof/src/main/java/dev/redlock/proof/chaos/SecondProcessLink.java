// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.proof.chaos.claim.ClaimSink;
import dev.redlock.test.process.JavaProcess;
import dev.redlock.test.process.PeerJvm;

/**
 * The first JVM's end of the second process: starts it, passes its claims on, compares clocks, kills it.
 */
final class SecondProcessLink implements AutoCloseable
{
    private static final long ANSWER_WITHIN_S = 30;
    private static final int QUESTIONS = 20;

    private final LinkedBlockingQueue<Long> clock = new LinkedBlockingQueue<>();
    private final ClaimSink sink;
    private final PeerJvm peer;
    private final Thread reader;

    SecondProcessLink(final LoadSettings load, final long seed, final TransportChoice transport,
        final List<String> uris, final ClaimSink sink)
    {
        this.sink = sink;
        peer = PeerJvm.start(SecondProcess.class, SecondProcess.arguments(load, seed, transport, uris));
        reader = new Thread(this::read, "chaos-" + SecondProcess.NAME + "-reader");
        reader.setDaemon(true);
        reader.start();
    }

    JavaProcess process()
    {
        return peer.process();
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
            peer.lines().say(SecondProcess.CLOCK);
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
        peer.lines().say(SecondProcess.GO);
    }

    private void read()
    {
        for (String line = peer.lines().next(); line != null; line = peer.lines().next())
        {
            take(line);
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
        peer.process().kill();
        try
        {
            reader.join(TimeUnit.SECONDS.toMillis(ANSWER_WITHIN_S));
        }
        catch (final InterruptedException ignored)
        {
            Thread.currentThread().interrupt();
        }
        peer.close();
    }
}
