// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Tells how far this machine's wall clock is from its monotonic clock, so that an offset against the latter
 * can be shown as one against the former, which means something to people.
 */
final class LocalClock
{
    private static final int TRIES = 16;

    private LocalClock()
    {
    }

    /**
     * Wall clock minus monotonic clock, by the reading with the least time around it.
     *
     * @return nanoseconds.
     */
    static long wallMinusMonotonicNs()
    {
        long bestWidthNs = Long.MAX_VALUE;
        long bestNs = 0;
        for (int i = 0; i < TRIES; i++)
        {
            final long beforeNs = System.nanoTime();
            final Instant now = Instant.now();
            final long widthNs = System.nanoTime() - beforeNs;
            if (widthNs < bestWidthNs)
            {
                bestWidthNs = widthNs;
                bestNs = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() -
                    (beforeNs + widthNs / 2);
            }
        }

        return bestNs;
    }
}
