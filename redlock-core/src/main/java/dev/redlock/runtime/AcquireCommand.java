// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

import dev.redlock.engine.Engine;
import dev.redlock.outcome.Outcome;

/**
 * Acquires for a handle. On its way or under way once at a time; its state sees to that.
 */
final class AcquireCommand extends Call
{
    /*
     * Acquisitions are numbered, and cancelled up to a number: a cancellation may arrive when the one it was
     * meant for has ended and the next is under way, or before the one that it is meant for.
     */
    private static final VarHandle CANCELLED_UP_TO =
        Fields.of(MethodHandles.lookup(), "cancelledUpTo", long.class);
    private static final VarHandle CANCEL_COMMAND =
        Fields.of(MethodHandles.lookup(), "cancelCommand", CancelCommand.class);

    private final EngineSide side;
    private volatile long number;
    private volatile long cancelledUpTo;
    private volatile CancelCommand cancelCommand;
    private long runningNumber;
    private long startNs;
    private long waitNs;

    AcquireCommand(final EngineSide side)
    {
        this.side = side;
    }

    /**
     * The next acquisition; whoever has opened the call.
     *
     * @param newWaitNs  0 for a single attempt; otherwise the patience in nanoseconds.
     * @param newStartNs since when the caller is patient.
     */
    void prepare(final long newWaitNs, final long newStartNs)
    {
        waitNs = newWaitNs;
        startNs = newStartNs;
        number++;
    }

    /**
     * The present acquisition, or the latest.
     */
    long number()
    {
        return number;
    }

    /**
     * Any thread: an acquisition is not wanted any more, nor those before it.
     */
    void cancel(final long upTo, final Driver driver)
    {
        long before = cancelledUpTo;
        while (before < upTo && !CANCELLED_UP_TO.compareAndSet(this, before, upTo))
        {
            before = cancelledUpTo;
        }

        if (cancelCommand == null)
        {
            CANCEL_COMMAND.compareAndSet(this, null, new CancelCommand(this, side));
        }
        cancelCommand.submit(driver);
    }

    /**
     * Engine thread: whether the acquisition that was taken last is not wanted any more.
     */
    boolean isCancelled()
    {
        return runningNumber <= cancelledUpTo;
    }

    @Override
    void run(final Engine engine, final long nowNs)
    {
        runningNumber = number;
        if (isCancelled() || side.isClosed())
        {
            side.tellDenied(Outcome.CANCELLED);
        }
        else
        {
            side.acquire(engine, waitNs > 0 ? patienceLeftNs(nowNs) : 0, nowNs);
        }
    }

    /*
     * The engine may take the command late. One that was patient is not one that wants a single attempt.
     */
    private long patienceLeftNs(final long nowNs)
    {
        return Math.max(1, waitNs - Math.max(0, nowNs - startNs));
    }

    @Override
    void refuse()
    {
        side.tellDenied(Outcome.CLOSED);
    }
}
