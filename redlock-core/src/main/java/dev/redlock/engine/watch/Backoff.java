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
    private static final long LONGEST_NS = Long.MAX_VALUE / 8;

    private final SplittableRandom random;

    public Backoff(final SplittableRandom random)
    {
        this.random = random;
    }

    /**
     * A random part of a delay that doubles up to a bound.
     *
     * @param times how often it has doubled, at least 0.
     */
    public long spreadNs(final long delayNs, final int times, final long maxNs)
    {
        return random.nextLong(doubled(delayNs, times, maxNs) + 1);
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
