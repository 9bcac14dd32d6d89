// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.bench.contender.Mutex;
import dev.redlock.bench.contender.Recording;
import dev.redlock.bench.contender.Window;

/**
 * Acquires and releases one lock again and again: as fast as it goes, or at a rate. At a rate, times count
 * from the instant at which a cycle should have begun, so that a stall is charged to all that it delays.
 */
final class WaitingLoad implements Load
{
    private static final long PATIENCE_NS = 10_000_000_000L;
    private static final long SPIN_NS = 100_000L;
    private static final double NS_PER_S = 1e9;

    private final Mutex mutex;
    private final AtomicInteger holders;

    /**
     * A load of one thread.
     *
     * @param mutex   to use.
     * @param holders of the same key; a second one at a time is a failure of the lock.
     */
    WaitingLoad(final Mutex mutex, final AtomicInteger holders)
    {
        this.mutex = mutex;
        this.holders = holders;
    }

    /**
     * One cycle that is not measured.
     */
    void prime()
    {
        try
        {
            if (!mutex.acquire(PATIENCE_NS) || !mutex.release())
            {
                throw new IllegalStateException("the first lock was not to be had, or not to be released");
            }
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted before the first lock", ex);
        }
    }

    @Override
    public void run(final Recording recording, final double rate) throws InterruptedException
    {
        final Window window = recording.window();
        waitUntil(window.startNs());
        if (rate > 0)
        {
            runAtRate(recording, NS_PER_S / rate);
        }
        else
        {
            for (long nowNs = System.nanoTime(); !window.isOver(nowNs); nowNs = System.nanoTime())
            {
                cycle(recording, nowNs);
            }
        }
    }

    private void runAtRate(final Recording recording, final double intervalNs) throws InterruptedException
    {
        final Window window = recording.window();
        long number = 0;
        long dueNs = window.startNs();
        while (!window.isOver(dueNs) && !window.isOver(System.nanoTime()))
        {
            waitUntil(dueNs);
            cycle(recording, dueNs);
            number++;
            dueNs = window.startNs() + Math.round(number * intervalNs);
        }

        long missed = 0;
        while (!window.isOver(dueNs))
        {
            missed += window.contains(dueNs) ? 1 : 0;
            number++;
            dueNs = window.startNs() + Math.round(number * intervalNs);
        }
        recording.missed(missed);
    }

    private void cycle(final Recording recording, final long begunNs) throws InterruptedException
    {
        if (!mutex.acquire(PATIENCE_NS))
        {
            recording.failure(begunNs);

            return;
        }

        // The mark is up for the whole hold, which is an instant: with the release another may rightly hold.
        final long acquiredNs = System.nanoTime();
        final boolean isAlone = holders.getAndIncrement() == 0;
        holders.getAndDecrement();
        final boolean isReleased = mutex.release();
        if (!isAlone)
        {
            recording.failure(begunNs);
        }
        else if (isReleased)
        {
            recording.cycle(begunNs, acquiredNs, System.nanoTime());
        }
        else
        {
            recording.unreleased(begunNs, acquiredNs);
        }
    }

    private static void waitUntil(final long instantNs)
    {
        for (long leftNs = instantNs - System.nanoTime(); leftNs > 0; leftNs = instantNs - System.nanoTime())
        {
            if (leftNs > SPIN_NS)
            {
                LockSupport.parkNanos(leftNs - SPIN_NS);
            }
            else
            {
                Thread.onSpinWait();
            }
        }
    }
}
