// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import java.util.concurrent.atomic.AtomicLong;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.outcome.Outcome;

/**
 * One of the locks in flight: acquired, released and acquired again from the callbacks on the engine thread,
 * as long as there are cycles to do.
 */
final class Relay implements LockListener
{
    private final AtomicLong toBegin;
    private final AtomicLong toEnd;
    private LockHandle handle;

    Relay(final AtomicLong toBegin, final AtomicLong toEnd)
    {
        this.toBegin = toBegin;
        this.toEnd = toEnd;
    }

    void use(final LockHandle newHandle)
    {
        handle = newHandle;
    }

    void begin()
    {
        if (toBegin.getAndDecrement() > 0)
        {
            Outcome objection = handle.acquireAsync(0);
            while (objection == Outcome.BACK_PRESSURED)
            {
                Thread.yield();
                objection = handle.acquireAsync(0);
            }
            check(objection == null, objection);
        }
    }

    @Override
    public void onAcquired(final LockHandle anyHandle, final long term)
    {
        final Outcome objection = handle.releaseAsync(term);
        check(objection == null, objection);
    }

    @Override
    public void onDenied(final LockHandle anyHandle, final Outcome outcome)
    {
        check(false, outcome);
    }

    @Override
    public void onReleased(final LockHandle anyHandle, final long term, final Outcome outcome)
    {
        check(outcome == Outcome.RELEASED, outcome);
        // In this order: the next batch begins when all have ended, and must not find one still to begin.
        begin();
        toEnd.decrementAndGet();
    }

    /*
     * Callbacks that throw are counted and reported, but the one who waits must hear of it, too.
     */
    private void check(final boolean isFine, final Outcome outcome)
    {
        if (!isFine)
        {
            toEnd.set(Long.MIN_VALUE / 2);
            throw new IllegalStateException("a lock in flight ended with " + outcome);
        }
    }
}
