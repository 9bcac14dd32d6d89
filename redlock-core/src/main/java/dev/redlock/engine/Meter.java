// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.outcome.Counter;

/**
 * Where the engine's measurements go. Called on the engine thread on the hot path: must not allocate or
 * block. Durations in nanoseconds.
 */
public interface Meter
{
    /**
     * Measures nothing.
     */
    Meter NONE = new Meter()
    {
        @Override
        public void count(final Counter counter)
        {
        }

        @Override
        public void rtt(final int nodeIndex, final long durationNs)
        {
        }

        @Override
        public void acquired(final long durationNs, final long marginNs)
        {
        }

        @Override
        public void extended(final long durationNs)
        {
        }

        @Override
        public void released(final long heldNs, final long durationNs)
        {
        }

        @Override
        public void clock(final int nodeIndex, final long lowPpm, final long highPpm)
        {
        }

        @Override
        public void offset(final int nodeIndex, final long lowNs, final long highNs)
        {
        }

        @Override
        public void tokensOut(final int number)
        {
        }
    };

    /**
     * Something happened once more.
     *
     * @param counter what.
     */
    void count(Counter counter);

    /**
     * A node answered, in time or late.
     *
     * @param nodeIndex  of the node.
     * @param durationNs from the sending to the answer.
     */
    void rtt(int nodeIndex, long durationNs);

    /**
     * An attempt won.
     *
     * @param durationNs from its start to the decision.
     * @param marginNs   validity left at the decision.
     */
    void acquired(long durationNs, long marginNs);

    /**
     * An extension won.
     *
     * @param durationNs from its start to the decision.
     */
    void extended(long durationNs);

    /**
     * A release was decided.
     *
     * @param heldNs     from the start of the winning attempt to the release.
     * @param durationNs from the release to the decision.
     */
    void released(long heldNs, long durationNs);

    /**
     * A node's clock was compared with the local monotonic clock: bounds of its rate error.
     *
     * @param nodeIndex of the node.
     * @param lowPpm    it is at least so much faster, in parts per million (negative: slower).
     * @param highPpm   it is at most so much faster.
     */
    void clock(int nodeIndex, long lowPpm, long highPpm);

    /**
     * A node's clock was read: bounds of what it shows more than the local monotonic clock.
     *
     * @param nodeIndex of the node.
     * @param lowNs     at least so much, in nanoseconds.
     * @param highNs    at most so much.
     */
    void offset(int nodeIndex, long lowNs, long highNs);

    /**
     * An owner token was made, which is before any listener hears of a lease, or all nodes have confirmed
     * that nothing is left of one.
     *
     * @param number of tokens that may still be on some node, as {@link Engine#tokensOut()} has it.
     */
    void tokensOut(int number);
}
