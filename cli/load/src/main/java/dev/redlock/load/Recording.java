// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

import java.util.Arrays;

import org.HdrHistogram.Histogram;

import dev.redlock.outcome.Outcome;

/**
 * What was measured in a window. Allocates here, and nothing while measuring. Any thread may record,
 * and read the histograms when all is over.
 */
public final class Recording
{
    /*
     * An operation belongs to the window by the time at which it began or should have begun, so that one that
     * ends late is not left out for being slow, and neither is one that an overload has kept waiting since
     * before the window. Cycles are counted by their end, so that their number divided by the time is what
     * was really done in it. A wait is a candidate for the longest one if it reaches into the window: a
     * starving thread began to wait before it.
     */
    private static final long LONGEST_NS = 100_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram acquire = new Histogram(LONGEST_NS, DIGITS);
    private final Histogram release = new Histogram(LONGEST_NS, DIGITS);
    private final Histogram cycle = new Histogram(LONGEST_NS, DIGITS);
    private final Histogram service = new Histogram(LONGEST_NS, DIGITS);

    /*
     * Operations outside of the window are recorded here, and not looked at: so the code is warm and loaded
     * when the window begins.
     */
    private final Histogram elsewhere = new Histogram(LONGEST_NS, DIGITS);

    private final Window window;
    private final long[] failures = new long[Outcome.values().length];
    private long cycles;
    private long missed;
    private long longestWaitNs;

    /**
     * Nothing yet.
     *
     * @param window what counts.
     */
    public Recording(final Window window)
    {
        this.window = window;
    }

    /**
     * A lock was acquired, and its release confirmed.
     *
     * @param intendedNs when the cycle should have begun.
     * @param begunNs    when it did begin.
     * @param acquiredNs when the lock was held.
     * @param releasedNs when it was confirmed to be free again.
     */
    public synchronized void cycle(
        final long intendedNs, final long begunNs, final long acquiredNs, final long releasedNs)
    {
        final boolean isIn = acquired(intendedNs, begunNs, acquiredNs);
        record(isIn ? release : elsewhere, releasedNs - acquiredNs);
        record(isIn ? cycle : elsewhere, releasedNs - intendedNs);
        cycles += window.contains(releasedNs) ? 1 : 0;
    }

    /**
     * A lock was acquired, but its release not confirmed: a failure, but its time to acquire counts.
     *
     * @param outcome    of the release.
     * @param intendedNs when the cycle should have begun.
     * @param begunNs    when it did begin.
     * @param acquiredNs when the lock was held.
     */
    public synchronized void unreleased(
        final Outcome outcome, final long intendedNs, final long begunNs, final long acquiredNs)
    {
        acquired(intendedNs, begunNs, acquiredNs);
        failure(outcome, intendedNs);
    }

    private boolean acquired(final long intendedNs, final long begunNs, final long acquiredNs)
    {
        final boolean isIn = window.contains(intendedNs) || window.contains(begunNs);
        record(isIn ? acquire : elsewhere, acquiredNs - intendedNs);
        record(isIn ? service : elsewhere, acquiredNs - begunNs);
        if (window.overlaps(intendedNs, acquiredNs))
        {
            longestWaitNs = Math.max(longestWaitNs, acquiredNs - intendedNs);
        }

        return isIn;
    }

    /**
     * A lock was not acquired.
     *
     * @param outcome    why not.
     * @param intendedNs when the cycle should have begun.
     */
    public synchronized void failure(final Outcome outcome, final long intendedNs)
    {
        if (window.contains(intendedNs))
        {
            failures[outcome.ordinal()]++;
        }
    }

    /**
     * Cycles that should have begun in the window and did not: the nodes or this machine are too slow for the
     * rate. Or locks in flight that have not landed long after it.
     *
     * @param count of them.
     */
    public synchronized void missed(final long count)
    {
        missed += count;
    }

    /**
     * Adds what another has recorded.
     *
     * @param other of the same window, at rest.
     */
    public synchronized void add(final Recording other)
    {
        acquire.add(other.acquire);
        release.add(other.release);
        cycle.add(other.cycle);
        service.add(other.service);
        for (int i = 0; i < failures.length; i++)
        {
            failures[i] += other.failures[i];
        }
        cycles += other.cycles;
        missed += other.missed;
        longestWaitNs = Math.max(longestWaitNs, other.longestWaitNs);
    }

    /**
     * What counts.
     *
     * @return the window.
     */
    public Window window()
    {
        return window;
    }

    /**
     * Times to acquire, in nanoseconds.
     *
     * @return live.
     */
    public Histogram acquire()
    {
        return acquire;
    }

    /**
     * Times to release, in nanoseconds.
     *
     * @return live.
     */
    public Histogram release()
    {
        return release;
    }

    /**
     * Times to acquire and release, in nanoseconds.
     *
     * @return live.
     */
    public Histogram cycle()
    {
        return cycle;
    }

    /**
     * Times to acquire from the true beginning; in a closed loop the same as {@link #acquire()}.
     *
     * @return live.
     */
    public Histogram service()
    {
        return service;
    }

    /**
     * The longest time that somebody waited for a lock, if only at the end in the window.
     *
     * @return nanoseconds.
     */
    public synchronized long longestWaitNs()
    {
        return longestWaitNs;
    }

    /**
     * Cycles that ended in the window.
     *
     * @return their number.
     */
    public synchronized long cycles()
    {
        return cycles;
    }

    /**
     * Cycles that failed.
     *
     * @return their number.
     */
    public synchronized long failures()
    {
        return Arrays.stream(failures).sum();
    }

    /**
     * Cycles that failed with an outcome.
     *
     * @param outcome of acquisition or release.
     * @return their number.
     */
    public synchronized long failures(final Outcome outcome)
    {
        return failures[outcome.ordinal()];
    }

    /**
     * Cycles that were due and never began, and locks in flight that have not landed.
     *
     * @return their number.
     */
    public synchronized long missed()
    {
        return missed;
    }

    private static void record(final Histogram histogram, final long valueNs)
    {
        histogram.recordValue(Math.max(0, Math.min(LONGEST_NS, valueNs)));
    }
}
