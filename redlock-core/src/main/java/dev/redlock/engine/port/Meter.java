// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.port;

import dev.redlock.outcome.Counter;

/**
 * Receives the engine's measurements. Called on the engine thread on the hot path: must not allocate or
 * block. Does nothing by default. Durations in nanoseconds.
 */
public interface Meter
{
    /**
     * Measures nothing.
     */
    Meter NONE = new Meter()
    {
    };

    /**
     * Something happened once more.
     *
     * @param counter what.
     */
    default void count(final Counter counter)
    {
    }

    /**
     * A node answered, in time or late.
     *
     * @param nodeIndex  of the node.
     * @param durationNs from the sending to the answer.
     */
    default void rtt(final int nodeIndex, final long durationNs)
    {
    }

    /**
     * An attempt is about to be {@linkplain #acquired counted} as won: how long its caller had waited for it.
     *
     * @param durationNs from the call to the start of the attempt.
     */
    default void waited(final long durationNs)
    {
    }

    /**
     * An attempt won.
     *
     * @param durationNs from its start to the decision.
     * @param marginNs   validity left at the decision.
     */
    default void acquired(final long durationNs, final long marginNs)
    {
    }

    /**
     * An extension won.
     *
     * @param durationNs from its start to the decision.
     */
    default void extended(final long durationNs)
    {
    }

    /**
     * A release was decided.
     *
     * @param heldNs     from the start of the winning attempt to the release.
     * @param durationNs from the release to the decision.
     */
    default void released(final long heldNs, final long durationNs)
    {
    }

    /**
     * A node's clock was compared with the local monotonic clock: bounds of its rate error.
     *
     * @param nodeIndex of the node.
     * @param lowPpm    how much faster it is at least, in parts per million (negative: slower).
     * @param highPpm   how much faster it is at most.
     */
    default void clock(final int nodeIndex, final long lowPpm, final long highPpm)
    {
    }

    /**
     * A node's clock was read: bounds of what it shows more than the local monotonic clock.
     *
     * @param nodeIndex of the node.
     * @param lowNs     at least so much, in nanoseconds.
     * @param highNs    at most so much.
     */
    default void offset(final int nodeIndex, final long lowNs, final long highNs)
    {
    }

    /**
     * An owner token was made, which is before any listener hears of a lease, or all nodes have confirmed
     * that nothing is left of one.
     *
     * @param number of tokens that may still be on some node, as {@code Engine.tokensOut()} has it.
     */
    default void tokensOut(final int number)
    {
    }
}
