// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.util.concurrent.atomic.AtomicLongArray;

import org.HdrHistogram.Histogram;

import dev.redlock.engine.Buckets;

/**
 * A histogram that one thread writes, without allocation or waiting, while another takes what has come since
 * its last reading.
 */
final class SingleWriterHistogram
{
    /*
     * The counts only grow, and the reader keeps what it has taken: an interval is the difference. So nothing
     * has to be swapped, the writer needs no more than an ordered store, and no record is lost or taken
     * twice. HdrHistogram's recorders swap two histograms and pay for it with two atomic operations per
     * record, about 13 ns.
     */
    private final AtomicLongArray counts;
    private final long[] taken;
    private final long highest;
    private long takenMs = System.currentTimeMillis();

    SingleWriterHistogram(final long highest)
    {
        this.highest = highest;
        taken = new long[Buckets.indexOf(highest) + 1];
        counts = new AtomicLongArray(taken.length);
    }

    /**
     * Counts a value; one that is out of bounds as the nearest that is within. The writer's thread only.
     */
    void record(final long value)
    {
        final int index = Buckets.indexOf(Math.max(0, Math.min(highest, value)));

        counts.lazySet(index, counts.getPlain(index) + 1);
    }

    /**
     * What was recorded since the last call. Any thread, one at a time.
     *
     * @return a histogram that belongs to the caller, with the times of both calls.
     */
    Histogram take()
    {
        final Histogram interval = new Histogram(1, highest, Buckets.DIGITS);

        interval.setStartTimeStamp(takenMs);
        takenMs = System.currentTimeMillis();
        interval.setEndTimeStamp(takenMs);
        for (int i = 0; i < taken.length; i++)
        {
            final long count = counts.get(i);
            if (count != taken[i])
            {
                interval.recordValueWithCount(Buckets.lowestOf(i), count - taken[i]);
                taken[i] = count;
            }
        }

        return interval;
    }
}
