// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

/**
 * Compares a node's wall clock with the local monotonic clock, from the node's TIME replies.
 * <p>
 * Each reply was made at some instant between sending and receiving, so the offset (node time minus local
 * time) lies in an interval as wide as the round trip. Two such intervals, some time apart, bound the rate at
 * which the two clocks part; the time between the two instants is known only within bounds, too.
 */
final class ClockSampler
{
    private static final long NS_PER_US = 1000;
    private static final long PPM = 1_000_000;
    private static final long MIN_BASELINE_NS = 1_000_000_000L;

    private long firstLowNs;
    private long firstHighNs;
    private long firstSentNs;
    private long firstReceivedNs;
    private long lowNs;
    private long highNs;
    private long sentNs;
    private long receivedNs;
    private int samples;

    /**
     * Takes a sample.
     *
     * @param nodeTimeUs    what the node said, in microseconds.
     * @param newSentNs     local time before the question left.
     * @param newReceivedNs local time after the answer came.
     */
    void sample(final long nodeTimeUs, final long newSentNs, final long newReceivedNs)
    {
        sentNs = newSentNs;
        receivedNs = newReceivedNs;
        lowNs = nodeTimeUs * NS_PER_US - receivedNs;
        highNs = nodeTimeUs * NS_PER_US + NS_PER_US - sentNs;
        if (samples++ == 0)
        {
            firstLowNs = lowNs;
            firstHighNs = highNs;
            firstSentNs = sentNs;
            firstReceivedNs = receivedNs;
        }
    }

    /**
     * How far the node's clock was ahead of ours at the last sample, at least.
     */
    long lowNs()
    {
        return lowNs;
    }

    /**
     * How far the node's clock was ahead of ours at the last sample, at most.
     */
    long highNs()
    {
        return highNs;
    }

    /**
     * Whether the node has told its time on this connection.
     */
    boolean knowsTime()
    {
        return samples > 0;
    }

    /**
     * The node's time by its last sample, in nanoseconds since 1970.
     */
    long timeNs(final long nowNs)
    {
        return nowNs + lowNs + (highNs - lowNs) / 2;
    }

    /**
     * A new connection may lead to another clock.
     */
    void reset()
    {
        samples = 0;
    }

    /**
     * Whether samples are far enough apart to tell the rate.
     */
    boolean knowsRate()
    {
        return samples > 1 && sentNs - firstReceivedNs >= MIN_BASELINE_NS;
    }

    /**
     * How fast the node's clock gains on ours at least, in parts per million; negative if it loses.
     */
    long lowPpm()
    {
        final long partedNs = lowNs - firstHighNs;

        return (long)Math.floor(ppm(partedNs, partedNs < 0 ? shortestNs() : longestNs()));
    }

    /**
     * How fast the node's clock gains on ours at most, in parts per million.
     */
    long highPpm()
    {
        final long partedNs = highNs - firstLowNs;

        return (long)Math.ceil(ppm(partedNs, partedNs < 0 ? longestNs() : shortestNs()));
    }

    private long shortestNs()
    {
        return sentNs - firstReceivedNs;
    }

    private long longestNs()
    {
        return receivedNs - firstSentNs;
    }

    private static double ppm(final long partedNs, final long elapsedNs)
    {
        return (double)partedNs / elapsedNs * PPM;
    }
}
