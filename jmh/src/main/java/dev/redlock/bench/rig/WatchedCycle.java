// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.bench.contender.Mutex;
import dev.redlock.load.Cycle;
import dev.redlock.load.Pause;
import dev.redlock.outcome.Outcome;

/**
 * A cycle of a contender. A second holder of the key at a time is a failure of the lock.
 *
 * @param mutex   to use.
 * @param holders of the key.
 * @param sleeps  whether its thread sleeps until a cycle is due, however late it is woken.
 */
record WatchedCycle(Mutex mutex, AtomicInteger holders, boolean sleeps) implements Cycle
{
    private static final long PATIENCE_NS = 10_000_000_000L;

    /**
     * One cycle that is not measured.
     */
    void prime()
    {
        try
        {
            if (acquire() != Outcome.ACQUIRED || release() != Outcome.RELEASED)
            {
                throw new IllegalStateException("the first lock was not obtained, or not released");
            }
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted before the first lock", ex);
        }
    }

    @Override
    public void waitUntil(final long instantNs)
    {
        if (sleeps)
        {
            while (instantNs - System.nanoTime() > 0)
            {
                LockSupport.parkNanos(instantNs - System.nanoTime());
            }
        }
        else
        {
            Pause.until(instantNs);
        }
    }

    @Override
    public Outcome acquire() throws InterruptedException
    {
        return mutex.acquire(PATIENCE_NS) ? Outcome.ACQUIRED : Outcome.TIMED_OUT;
    }

    @Override
    public Outcome release() throws InterruptedException
    {
        // The mark is up for the whole hold, which is an instant: with the release another may rightly hold.
        final boolean isAlone = holders.getAndIncrement() == 0;
        holders.getAndDecrement();

        return mutex.release() && isAlone ? Outcome.RELEASED : Outcome.UNKNOWN;
    }
}
