// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import java.util.SplittableRandom;

/**
 * Random delays that grow, so that clients that collided once do not collide again.
 */
public final class Backoff
{
    private static final int MAX_DOUBLINGS = 10;

    /*
     * An attempt that could not be sent took no time; an immediate retry would only waste processor time.
     */
    private static final long LEAST_RETRY_NS = 100_000;
    private static final long LONGEST_NS = Long.MAX_VALUE / 8;

    private final SplittableRandom random;

    public Backoff(final SplittableRandom random)
    {
        this.random = random;
    }

    /**
     * Delay before the next attempt at a lock: longer than an attempt takes, and spread over a window that
     * doubles.
     *
     * @param lost         attempts lost so far, at least 1.
     * @param attemptNs    what the last one took.
     * @param minNs        least delay.
     * @param maxSpreadNs  bound of the window.
     */
    public long retryNs(final int lost, final long attemptNs, final long minNs, final long maxSpreadNs)
    {
        final long leastNs = Math.min(LONGEST_NS, Math.max(LEAST_RETRY_NS, Math.max(minNs, attemptNs)));
        final long spreadNs = doubled(leastNs, lost, maxSpreadNs);

        return leastNs + random.nextLong(spreadNs + 1);
    }

    /**
     * Delay before connecting again: doubles up to a cap, the upper half of it random.
     *
     * @param failures in a row, at least 1.
     */
    public long reconnectNs(final int failures, final long minNs, final long maxNs)
    {
        return jitteredNs(doubled(minNs, failures - 1, maxNs));
    }

    /**
     * A delay whose upper half is random.
     */
    long jitteredNs(final long delayNs)
    {
        return delayNs / 2 + random.nextLong(delayNs / 2 + 1);
    }

    private static long doubled(final long delayNs, final int times, final long maxNs)
    {
        final int shift = Math.min(times, MAX_DOUBLINGS);
        final long boundNs = Math.min(LONGEST_NS, maxNs);

        return delayNs > boundNs >> shift ? boundNs : delayNs << shift;
    }
}
