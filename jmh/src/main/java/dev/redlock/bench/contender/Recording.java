/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
        if (window.contains(begunNs))
        {
            record(acquire, acquiredNs - begunNs);
            record(cycle, releasedNs - begunNs);
        }
        if (window.contains(releasedNs))
        {
            cycles++;
        }
        if (window.overlaps(begunNs, acquiredNs))
        {
            longestWaitNs = Math.max(longestWaitNs, acquiredNs - begunNs);
        }
    }

    /**
     * A lock was not acquired, or its release not confirmed.
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
     * Cycles that should have begun in the window and did not: the rate was missed.
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
     * Cycles that were due and never began.
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
