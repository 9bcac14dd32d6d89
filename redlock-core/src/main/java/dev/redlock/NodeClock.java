// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

/**
 * What the samples of a node's clock say about it. Each answer to TIME was made at some instant of its round
 * trip, so all that can be known are intervals.
 *
 * @param samples      taken; the offset is known after one, the rate after two that lie a second apart on
 *                     the same connection.
 * @param offsetLowNs  the node's clock (since 1970) shows at least so much more than {@link
 *                     System#nanoTime()}. Of use between nodes, and over time; the number means nothing.
 * @param offsetHighNs at most so much; the interval is as wide as the round trip.
 * @param lowPpm       it gains at least so much, in parts per million; negative when it loses; 0 before it
 *                     is known.
 * @param highPpm      it gains at most so much.
 * @param budgetPpm    what the drift allowance covers.
 */
public record NodeClock(
    long samples, long offsetLowNs, long offsetHighNs, long lowPpm, long highPpm, long budgetPpm)
{
    /**
     * The part of the drift allowance that the node's clock uses for certain.
     *
     * @return 0 for a clock that does not gain for certain; 1 when the allowance is used up; more is danger,
     * and infinity if there is no allowance for rates.
     */
    public double budgetUsedAtLeast()
    {
        return share(lowPpm);
    }

    /**
     * The part of the drift allowance that the node's clock uses at most, as far as its samples can tell.
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
