// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.metrics;

import java.util.concurrent.atomic.AtomicLongArray;

import dev.redlock.engine.wire.Buckets;

/**
 * A histogram that one thread writes, without allocation or waiting, while any number of others read it.
 */
public final class SingleWriterHistogram
{
    /*
     * The counts only grow, and every reader keeps what it has seen: an interval is the difference. So
     * nothing has to be swapped, the writer needs no more than an ordered store, no record is lost or taken
     * twice, and readers do not know of each other. HdrHistogram's recorders swap two histograms and pay for
     * it with two atomic operations per record, about 13 ns.
     */
    private final AtomicLongArray counts;
    private final long highest;

    SingleWriterHistogram(final long highest)
    {
        this.highest = highest;
        counts = new AtomicLongArray(Buckets.indexOf(highest) + 1);
    }

    /**
     * Counts a value; one that is out of bounds as the nearest that is within. The writer's thread only.
     */
    void record(final long value)
    {
        final int index = Buckets.indexOf(Math.max(0, Math.min(highest, value)));

        counts.lazySet(index, counts.getPlain(index) + 1);
    }

    long highest()
    {
        return highest;
    }

    int buckets()
    {
        return counts.length();
    }

    long countOf(final int bucket)
    {
        return counts.get(bucket);
    }

    /**
     * How many values were recorded.
     *
     * @return never falls.
     */
    public long count()
    {
        long count = 0;
        for (int i = 0; i < counts.length(); i++)
        {
            count += counts.get(i);
        }

        return count;
    }

    /**
     * The sum of the values, each as the middle of its bucket.
     *
     * @return never falls; a double, as 30 s of validity 35,000 times a second overflow a long within hours.
     */
    public double sum()
    {
        double sum = 0;
        for (int i = 0; i < counts.length(); i++)
        {
            sum += counts.get(i) * (Buckets.lowestOf(i) / 2.0 + Buckets.highestOf(i) / 2.0);
        }

        return sum;
    }
}
