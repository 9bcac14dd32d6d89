// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Tries again after a random delay, as the description of Redlock has it.
 */
final class Retry
{
    private static final long LEAST_NS = 200_000L;
    private static final long MOST_NS = 2_000_000L;

    /**
     * Tries once. Takes back what it got when it fails.
     */
    @FunctionalInterface
    interface Try
    {
        boolean call() throws InterruptedException;
    }

    private Retry()
    {
    }

    static boolean until(final long withinNs, final Try once) throws InterruptedException
    {
        final long deadlineNs = System.nanoTime() + withinNs;
        while (!once.call())
        {
            if (deadlineNs - System.nanoTime() <= 0)
            {
                return false;
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LEAST_NS, MOST_NS));
        }

        return true;
    }
}
