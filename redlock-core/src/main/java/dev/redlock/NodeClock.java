// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

/**
 * What the samples of a node's clock say about it. Each answer to TIME was made at some instant of its round
 * trip, so only intervals are known.
 *
 * @param samples      taken; the offset is known after one, the rate after two that lie a second apart on
 *                     the same connection.
 * @param offsetLowNs  how far the node's clock (since 1970) is ahead of {@link System#nanoTime()} at least.
 *                     Compare it between nodes and over time; the number alone means nothing.
 * @param offsetHighNs how far at most; the interval is as wide as the round trip.
 * @param lowPpm       how fast the clock gains at least, in parts per million; negative if it loses; 0 before
 *                     it is known.
 * @param highPpm      how fast it gains at most.
 * @param budgetPpm    what the drift allowance covers.
 */
public record NodeClock(
    long samples, long offsetLowNs, long offsetHighNs, long lowPpm, long highPpm, long budgetPpm)
{
    /**
     * The share of the drift allowance that the node's clock certainly uses.
     *
     * @return 0 for a clock that may not gain; 1 if the allowance is used up; above 1 is dangerous; infinity
     *         if there is no allowance for rates.
     */
    public double budgetUsedAtLeast()
    {
        return share(lowPpm);
    }

    /**
     * The share of the drift allowance that the node's clock uses at most, by its samples.
     *
     * @return as {@link #budgetUsedAtLeast()}.
     */
    public double budgetUsedAtMost()
    {
        return share(highPpm);
    }

    private double share(final long ppm)
    {
        return ppm <= 0 ? 0 : (double)ppm / budgetPpm;
    }
}
