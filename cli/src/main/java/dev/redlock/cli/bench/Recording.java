// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import org.HdrHistogram.Histogram;

import dev.redlock.outcome.Outcome;

/**
 * What one thread measured. Everything is allocated here, nothing while measuring. Written by one thread; the
 * counters may be read by others meanwhile, the rest when that thread has ended.
 */
final class Recording
{
    /*
     * An operation belongs to the window by the time at which it began or should have begun, so that one that
     * ends late is not left out for being slow, and neither is one that an overload has kept waiting since
     * before the window. Cycles are counted by their end, so that their number divided by the time is what
     * was really done in it.
     */
    private static final long LONGEST_NS = 100_000_000_000L;
    private static final int DIGITS = 3;

    final Histogram acquire = new Histogram(LONGEST_NS, DIGITS);
    final Histogram release = new Histogram(LONGEST_NS, DIGITS);
    final Histogram cycle = new Histogram(LONGEST_NS, DIGITS);

    /**
     * From the true beginning; in a closed loop the same as {@link #acquire}.
     */
    final Histogram service = new Histogram(LONGEST_NS, DIGITS);

    /*
     * What lies outside of the window is recorded all the same, and not looked at: so the code is warm, and
     * what it loads is loaded, when the window begins.
     */
    private final Histogram elsewhere = new Histogram(LONGEST_NS, DIGITS);

    private final long[] failures = new long[Outcome.values().length];
    private volatile Window window;
    private volatile long cycles;
    private long notStarted;

    /**
     * From now on counts what belongs to a window.
     */
    void begin(final Window newWindow)
    {
        window = newWindow;
    }

    /**
     * A lock was acquired and its release confirmed.
     *
     * @param intendedNs when the cycle should have begun.
     * @param begunNs    when it did begin.
     * @param acquiredNs when the lock was held.
     * @param releasedNs when it was confirmed to be free again.
     */
    void cycle(final long intendedNs, final long begunNs, final long acquiredNs, final long releasedNs)
    {
        final Window span = window;
        final boolean isIn = span.contains(intendedNs) || span.contains(begunNs);
        record(isIn ? acquire : elsewhere, acquiredNs - intendedNs);
        record(isIn ? service : elsewhere, acquiredNs - begunNs);
        record(isIn ? release : elsewhere, releasedNs - acquiredNs);
        record(isIn ? cycle : elsewhere, releasedNs - intendedNs);
        if (span.contains(releasedNs))
        {
            // One writer: no need for an atomic addition.
            final long next = cycles + 1;
            cycles = next;
        }
    }

    /**
     * A lock was not acquired, or its release not confirmed.
     */
    void failure(final Outcome outcome, final long intendedNs)
    {
        if (window.contains(intendedNs))
        {
            failures[outcome.ordinal()]++;
        }
    }

    /**
     * Cycles that should have begun in the window and did not: the nodes or this machine are too slow for the
     * rate.
     */
    void notStarted(final long count)
    {
        notStarted += count;
    }

    long notStarted()
    {
        return notStarted;
    }

    long cycles()
    {
        return cycles;
    }

    long failures(final Outcome outcome)
    {
        return failures[outcome.ordinal()];
    }

    void add(final Recording other)
    {
        acquire.add(other.acquire);
        release.add(other.release);
        cycle.add(other.cycle);
        service.add(other.service);
        for (int i = 0; i < failures.length; i++)
        {
            failures[i] += other.failures[i];
        }
        cycles = cycles + other.cycles;
        notStarted += other.notStarted;
    }

    private static void record(final Histogram histogram, final long valueNs)
    {
        histogram.recordValue(Math.max(0, Math.min(LONGEST_NS, valueNs)));
    }
}
