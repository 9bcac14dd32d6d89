// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.metrics;

import java.util.List;

import org.HdrHistogram.Histogram;

import dev.redlock.engine.wire.Buckets;

/**
 * Reads the same quantity of all engines, interval by interval, for one reader. Nothing knows of it, so it
 * needs no closing. Any thread.
 */
public final class HistogramReader
{
    private final List<SingleWriterHistogram> sources;
    private long[] seen = {};
    private long seenMs;

    /**
     * Has seen nothing yet: the first interval begins with the client.
     *
     * @param sources   one per engine.
     * @param startedMs when the client was made, since the epoch.
     */
    public HistogramReader(final List<SingleWriterHistogram> sources, final long startedMs)
    {
        this.sources = List.copyOf(sources);
        seenMs = startedMs;
    }

    /**
     * What was recorded since the last call.
     *
     * @return a histogram that belongs to the caller, with the times of both calls.
     */
    public synchronized Histogram take()
    {
        final SingleWriterHistogram first = sources.get(0);
        final Histogram interval = new Histogram(1, first.highest(), Buckets.DIGITS);
        if (seen.length == 0)
        {
            seen = new long[first.buckets()];
        }

        interval.setStartTimeStamp(seenMs);
        seenMs = System.currentTimeMillis();
        interval.setEndTimeStamp(seenMs);
        for (int i = 0; i < seen.length; i++)
        {
            long count = 0;
            for (int j = 0; j < sources.size(); j++)
            {
                count += sources.get(j).countOf(i);
            }
            if (count != seen[i])
            {
                interval.recordValueWithCount(Buckets.lowestOf(i), count - seen[i]);
                seen[i] = count;
            }
        }

        return interval;
    }
}
