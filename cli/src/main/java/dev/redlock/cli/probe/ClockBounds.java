// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

/**
 * Compares a node's wall clock with the local monotonic clock, from many TIME replies.
 * <p>
 * Each reply was made at some instant between sending and receiving, so the offset (node time minus local
 * time) lies in an interval as wide as the round trip. Every two samples that are far enough apart bound the
 * rate at which the clocks part; the tightest of all these bounds count, so that one slow round trip spoils
 * nothing. (The engine's own sampler compares the first sample with the last: that is cheaper, and good
 * enough for a client that lives for hours, but not for a probe that lives for seconds.)
 */
final class ClockBounds
{
    private static final long NS_PER_US = 1000;
    private static final double PPM = 1e6;

    private final long minBaselineNs;
    private final long[] lowNs;
    private final long[] highNs;
    private final long[] atNs;
    private int samples;

    /**
     * A comparison without samples.
     *
     * @param capacity      most samples that will be given.
     * @param minBaselineNs least time between two samples that are compared with each other.
     */
    ClockBounds(final int capacity, final long minBaselineNs)
    {
        this.minBaselineNs = minBaselineNs;
        lowNs = new long[capacity];
        highNs = new long[capacity];
        atNs = new long[capacity];
    }

    /**
     * Takes a sample.
     *
     * @param nodeTimeUs what the node said, in microseconds.
     * @param sentNs     local monotonic time before the question left.
     * @param receivedNs local monotonic time after the answer came.
     */
    void sample(final long nodeTimeUs, final long sentNs, final long receivedNs)
    {
        lowNs[samples] = nodeTimeUs * NS_PER_US - receivedNs;
        highNs[samples] = nodeTimeUs * NS_PER_US + NS_PER_US - sentNs;
        atNs[samples] = receivedNs;
        samples++;
    }

    /**
     * Whether any two samples lie far enough apart to say something about the rate.
     */
    boolean knowsRate()
    {
        return samples > 1 && atNs[samples - 1] - atNs[0] >= minBaselineNs;
    }

    boolean isEmpty()
    {
        return samples == 0;
    }

    /**
     * How fast the node's clock gains on ours at least, in parts per million; negative if it loses. Greater
     * than {@link #highPpm()} if the clock was stepped meanwhile.
     */
    double lowPpm()
    {
        double low = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < samples; i++)
        {
            for (int j = i + 1; j < samples; j++)
            {
                final long baselineNs = atNs[j] - atNs[i];
                if (baselineNs >= minBaselineNs)
                {
                    low = Math.max(low, (double)(lowNs[j] - highNs[i]) / baselineNs * PPM);
                }
            }
        }

        return low;
    }

    /**
     * How fast the node's clock gains on ours at most, in parts per million.
     */
    double highPpm()
    {
        double high = Double.POSITIVE_INFINITY;
        for (int i = 0; i < samples; i++)
        {
            for (int j = i + 1; j < samples; j++)
            {
                final long baselineNs = atNs[j] - atNs[i];
                if (baselineNs >= minBaselineNs)
                {
                    high = Math.min(high, (double)(highNs[j] - lowNs[i]) / baselineNs * PPM);
                }
            }
        }

        return high;
    }

    /**
     * Least offset of the node's wall clock against our monotonic clock, by the most precise of the latest
     * samples.
     *
     * @param latest how many of them to look at.
     */
    long offsetLowNs(final int latest)
    {
        return lowNs[tightest(latest)];
    }

    /**
     * Greatest offset by the same sample.
     *
     * @param latest how many samples to look at.
     */
    long offsetHighNs(final int latest)
    {
        return highNs[tightest(latest)];
    }

    private int tightest(final int latest)
    {
        int best = samples - 1;
        for (int i = Math.max(0, samples - latest); i < samples; i++)
        {
            if (highNs[i] - lowNs[i] < highNs[best] - lowNs[best])
            {
                best = i;
            }
        }

        return best;
    }
}
