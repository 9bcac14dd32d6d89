// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.time.Duration;

/**
 * The pieces in which bytes pass: pure arithmetic over what is due.
 */
final class Shape
{
    /**
     * Everything at once.
     */
    static final Shape WHOLE = new Shape(Integer.MAX_VALUE, 0, 0, 0);

    /**
     * One write per byte.
     */
    static final Shape SPLIT = new Shape(1, 0, 0, 0);

    private final int maxBurst;
    private final long intervalNs;
    private final int gatherBytes;
    private final long gatherNs;

    private Shape(final int maxBurst, final long intervalNs, final int gatherBytes, final long gatherNs)
    {
        this.maxBurst = maxBurst;
        this.intervalNs = intervalNs;
        this.gatherBytes = gatherBytes;
        this.gatherNs = gatherNs;
    }

    static Shape trickle(final int bytes, final Duration interval)
    {
        return new Shape(bytes, interval.toNanos(), 0, 0);
    }

    static Shape coalesce(final int bytes, final Duration atMost)
    {
        return new Shape(Integer.MAX_VALUE, 0, bytes, atMost.toNanos());
    }

    /**
     * How many bytes go in the next write.
     *
     * @param dueBytes     that may go as far as the delay is concerned, at least 1.
     * @param isAll        whether nothing follows them.
     * @param headDueNs    since when the first of them may go.
     * @param lastBurstNs  when the last write was, if there was one.
     * @param nowNs        the time.
     * @return 0 if it is too early.
     */
    int burst(
        final int dueBytes,
        final boolean isAll,
        final long headDueNs,
        final long lastBurstNs,
        final long nowNs)
    {
        final boolean isGathering = dueBytes < gatherBytes && !isAll;

        final long atNs = nextNs(isGathering, headDueNs, lastBurstNs, nowNs);

        return atNs - nowNs > 0 ? 0 : Math.min(dueBytes, maxBurst);
    }

    /**
     * When to look again, after {@link #burst} has said 0 for the same arguments.
     */
    long retryNs(final long headDueNs, final long lastBurstNs, final long nowNs)
    {
        return nextNs(true, headDueNs, lastBurstNs, nowNs);
    }

    private long nextNs(
        final boolean isGathering,
        final long headDueNs,
        final long lastBurstNs,
        final long nowNs)
    {
        if (intervalNs > 0)
        {
            return lastBurstNs + intervalNs;
        }

        return isGathering && gatherBytes > 0 ? headDueNs + gatherNs : nowNs;
    }
}
