// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Waits for an instant: asleep while it is far, awake when it is near. Does not allocate.
 */
public final class Pause
{
    /*
     * A sleeping thread is woken some 50 microseconds late, so the last part is spent awake.
     */
    private static final long NEAR_NS = 100_000L;

    private Pause()
    {
    }

    /**
     * Waits, and drives a client meanwhile if it has no thread of its own.
     *
     * @param instantNs by {@link System#nanoTime()}; may have passed.
     * @param poll      drives the client; null if its own thread does.
     */
    public static void until(final long instantNs, final IntSupplier poll)
    {
        if (poll == null)
        {
            until(instantNs);
        }
        while (instantNs - System.nanoTime() > 0)
        {
            poll.getAsInt();
        }
    }

    /**
     * Waits.
     *
     * @param instantNs by {@link System#nanoTime()}; may have passed.
     */
    public static void until(final long instantNs)
    {
        long leftNs = instantNs - System.nanoTime();
        while (leftNs > 0)
        {
            if (leftNs > NEAR_NS)
            {
                LockSupport.parkNanos(leftNs - NEAR_NS);
            }
            else
            {
                Thread.onSpinWait();
            }
            leftNs = instantNs - System.nanoTime();
        }
    }
}
