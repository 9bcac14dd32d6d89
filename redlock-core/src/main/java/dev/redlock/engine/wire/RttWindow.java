// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import java.util.Arrays;

/**
 * The round trips of a few seconds.
 */
final class RttWindow
{
    /*
     * A minimal histogram, as every reply records. Buckets above the slowest value are not scanned.
     */
    private static final long HIGHEST_NS = 60_000_000_000L;
    private static final int ONE_IN = 1000;

    private final int[] counts = new int[Buckets.indexOf(HIGHEST_NS) + 1];
    private int slowest;
    private int total;

    /**
     * Counts a round trip. One of more than a minute counts as one of a minute.
     */
    void record(final long durationNs)
    {
        final int index = Buckets.indexOf(Math.max(0, Math.min(HIGHEST_NS, durationNs)));
        counts[index]++;
        slowest = Math.max(slowest, index);
        total++;
    }

    boolean isEmpty()
    {
        return total == 0;
    }

    /**
     * The 99.9th percentile: at most one in a thousand took longer.
     *
     * @return at least that, by less than 1 %; 0 if nothing was recorded.
     */
    long nearlyWorstNs()
    {
        return exceededBy(total / ONE_IN);
    }

    /*
     * What at most so many took longer than.
     */
    private long exceededBy(final int number)
    {
        if (total == 0)
        {
            return 0;
        }

        int left = number;
        int index = slowest;
        while (counts[index] <= left)
        {
            left -= counts[index];
            index--;
        }

        return Buckets.highestOf(index);
    }

    int total()
    {
        return total;
    }

    /**
     * The median: at most half of them took longer.
     *
     * @return at least that, by less than 1 %; 0 if nothing was recorded.
     */
    long medianNs()
    {
        return exceededBy(total / 2);
    }

    void clear()
    {
        Arrays.fill(counts, 0, slowest + 1, 0);
        slowest = 0;
        total = 0;
    }
}
