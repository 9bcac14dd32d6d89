// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import org.HdrHistogram.Histogram;

/**
 * What was measured in a window. Any thread may record.
 */
public final class Recording
{
    /*
     * An operation belongs to the window by the time at which it began or should have begun, so that one that
     * ends late is not left out for being slow. Cycles are counted by their end, so that their number divided
     * by the time is what was really done in it. The longest wait is looked for among all that reach into the
     * window: who starves began to wait before it.
     */
    private static final long LONGEST_NS = 100_000_000_000L;
    private static final int DIGITS = 3;

    private final Window window;
    private final Histogram acquire = new Histogram(LONGEST_NS, DIGITS);
    private final Histogram cycle = new Histogram(LONGEST_NS, DIGITS);

    /*
     * What lies outside of the window is recorded all the same, and not looked at: so the code is warm, and
     * what it loads is loaded, when the window begins.
     */
    private final Histogram elsewhere = new Histogram(LONGEST_NS, DIGITS);
    private long cycles;
    private long failures;
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
     * @param begunNs    when the acquisition began, or should have.
     * @param acquiredNs when the lock was held.
     * @param releasedNs when the release was confirmed.
     */
    public synchronized void cycle(final long begunNs, final long acquiredNs, final long releasedNs)
    {
        acquired(begunNs, acquiredNs);
        record(window.contains(begunNs) ? cycle : elsewhere, releasedNs - begunNs);
        if (window.contains(releasedNs))
        {
            cycles++;
        }
    }

    /**
     * A lock was acquired, but its release not confirmed: a failure, and yet a time of acquisition, which is
     * not to be left out for what came after it.
     *
     * @param begunNs    when the acquisition began, or should have.
     * @param acquiredNs when the lock was held.
     */
    public synchronized void unreleased(final long begunNs, final long acquiredNs)
    {
        acquired(begunNs, acquiredNs);
        failure(begunNs);
    }

    private void acquired(final long begunNs, final long acquiredNs)
    {
        record(window.contains(begunNs) ? acquire : elsewhere, acquiredNs - begunNs);
        if (window.overlaps(begunNs, acquiredNs))
        {
            longestWaitNs = Math.max(longestWaitNs, acquiredNs - begunNs);
        }
    }

    /**
     * A lock was not acquired, or had by two at a time.
     *
     * @param begunNs when the acquisition began, or should have.
     */
    public synchronized void failure(final long begunNs)
    {
        if (window.contains(begunNs))
        {
            failures++;
        }
    }

    /**
     * Cycles that should have begun in the window and did not: the rate was missed. Or flights that have not
     * landed long after it.
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
        cycle.add(other.cycle);
        cycles += other.cycles;
        failures += other.failures;
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
     * The longest time that somebody waited for a lock, if only at the end in the window.
     *
     * @return nanoseconds.
     */
    public long longestWaitNs()
    {
        return longestWaitNs;
    }

    /**
     * Times of acquisitions, in nanoseconds.
     *
     * @return live.
     */
    public Histogram acquireNs()
    {
        return acquire;
    }

    /**
     * Times of acquisition and release together, in nanoseconds.
     *
     * @return live.
     */
    public Histogram cycleNs()
    {
        return cycle;
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
        return failures;
    }

    /**
     * Cycles that were due and never began, and flights that did not land.
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
