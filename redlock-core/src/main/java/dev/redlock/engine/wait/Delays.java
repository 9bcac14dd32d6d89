// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wait;

import dev.redlock.engine.watch.Backoff;

/**
 * How long a claim pauses after lost attempts.
 */
final class Delays
{
    /*
     * An attempt that could not be sent took no time; an immediate retry would only waste processor time.
     */
    private static final long LEAST_NS = 100_000;
    private static final long MOST_NS = Long.MAX_VALUE / 8;

    private final Backoff backoff;
    private final long longestAttemptNs;

    /**
     * @param longestAttemptNs the patience with a node.
     */
    Delays(final Backoff backoff, final long longestAttemptNs)
    {
        this.backoff = backoff;
        this.longestAttemptNs = longestAttemptNs;
    }

    /**
     * Longer than an attempt takes, and spread over a window that doubles.
     *
     * @param lost        attempts lost so far, at least 1.
     * @param attemptNs   what the last one took. What is beyond the patience with a node is a halt of ours:
     *                    not the distance of the nodes, which the next attempts of several clients have to
     *                    respect.
     * @param minNs       least delay.
     * @param maxSpreadNs bound of the window.
     */
    long afterLossNs(final int lost, final long attemptNs, final long minNs, final long maxSpreadNs)
    {
        final long distanceNs = Math.max(LEAST_NS, Math.min(attemptNs, longestAttemptNs));
        final long leastNs = Math.min(MOST_NS, Math.max(minNs, distanceNs));

        return leastNs + backoff.spreadNs(leastNs, lost, maxSpreadNs);
    }
}
