// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.time.Duration;

import dev.redlock.LockOptions;
import dev.redlock.cli.output.Prose;

/**
 * What load to put on the nodes.
 *
 * @param client   that takes the locks.
 * @param threads  that make load; in invoker mode and with {@code inFlight} each has a client of its own.
 * @param inFlight locks that each thread's client works on at a time without waiting; 0 to wait for each.
 * @param keys     different keys in all.
 * @param warmup   before anything is recorded.
 * @param measured time in which things are recorded.
 * @param rate     cycles a second in all, at intended times; 0 for as fast as they end.
 */
record BenchSettings(
    Client client, int threads, int inFlight, int keys, Duration warmup, Duration measured, double rate)
{
    private static final int MOST_THREADS = 1024;
    private static final int MOST_IN_FLIGHT = 4096;
    static final int MOST_KEYS = 50_000;
    private static final double MOST_RATE = 1e8;
    private static final long PATIENCE_NS = 10_000_000_000L;

    BenchSettings
    {
        check("--threads", threads, 1, MOST_THREADS);
        check("--in-flight", inFlight, 0, MOST_IN_FLIGHT);
        check("--keys", keys, 1, MOST_KEYS);
        if (client.longestLook() != null && (client.isInvoker() || inFlight > 0))
        {
            throw new IllegalArgumentException("--longest-look is for callers that wait for the engine's " +
                "thread, but with --mode invoker and with --in-flight nobody does: leave it out");
        }
        if (measured.compareTo(Duration.ofSeconds(1)) < 0)
        {
            throw new IllegalArgumentException("--seconds is " + Prose.duration(measured) +
                " but must be at least 1s: less says nothing");
        }
        if (!(rate >= 0 && rate <= MOST_RATE))
        {
            throw new IllegalArgumentException(
                Prose.format("--rate is %s but must be 0 (as fast as it goes) to %.0f", rate, MOST_RATE));
        }
    }

    private static void check(final String option, final int value, final int least, final int most)
    {
        if (value < least || value > most)
        {
            throw new IllegalArgumentException(
                option + " is " + value + " but must be " + least + " to " + most);
        }
    }

    boolean isAsynchronous()
    {
        return inFlight > 0;
    }

    boolean isOpen()
    {
        return rate > 0;
    }

    /**
     * Locks that are wanted at the same time.
     */
    int holders()
    {
        return threads * Math.max(1, inFlight);
    }

    /**
     * Whether two of them may be the same.
     */
    boolean isContended()
    {
        return keys < holders();
    }

    /**
     * How long to wait for a lock; not at all if nobody else wants it.
     */
    long patienceNs()
    {
        return isContended() ? PATIENCE_NS : 0;
    }

    int clients()
    {
        return client.isInvoker || isAsynchronous() ? threads : 1;
    }

    /**
     * How locks are taken, and by whom.
     *
     * @param isInvoker   whether the threads of the load drive the clients themselves.
     * @param idle        what engine threads do when there is nothing to do.
     * @param longestLook for how long callers look for an answer before they park; null for the usual.
     * @param transport   name of the transport.
     * @param io          how it does its system calls.
     * @param locks       how they are taken.
     */
    record Client(
        boolean isInvoker, Idle idle, Duration longestLook, String transport, String io, LockOptions locks)
    {
        String mode()
        {
            return isInvoker ? "invoker" : "dedicated";
        }
    }
}
