// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

import org.agrona.concurrent.NanoClock;

/**
 * A command that is answered: one call from an application thread to the engine and its result back. Used
 * again and again, one call at a time. No monitor is held while waiting, so virtual threads may wait, too.
 */
public abstract class Call extends Command
{
    /*
     * IDLE -> PENDING by the caller (compare and set); PENDING -> DONE by the engine, which writes the result
     * before; DONE -> IDLE by the caller, which reads the result before. A call with an action goes back to
     * IDLE on the engine thread, before the action runs, so that the action may call again.
     *
     * A caller whose time is over does not wait for an engine that does not come: PENDING -> LEFT by the
     * caller, against PENDING -> DONE by the engine, both by compare and set, so that a result is either
     * taken by the caller or known to the engine as unwanted, never lost. The call stays LEFT, and can carry
     * no other, until the engine has dealt with the result: LEFT -> IDLE.
     */
    private static final int IDLE = 0;
    private static final int PENDING = 1;
    private static final int DONE = 2;
    private static final int LEFT = 3;
    private static final VarHandle STATE = Fields.of(MethodHandles.lookup(), "state", int.class);

    private volatile int state = IDLE;
    private volatile Thread waiter;
    private long result;
    private LongConsumer action;

    /**
     * Opens the call.
     *
     * @param newAction is run with the result on the engine thread, and must not wait for the engine; null if
     *                  the caller will wait.
     * @return false if another call is under way.
     */
    public boolean tryBegin(final LongConsumer newAction)
    {
        if (!STATE.compareAndSet(this, IDLE, PENDING))
        {
            return false;
        }

        action = newAction;

        return true;
    }

    /**
     * The caller goes without the result, and must not touch the call any more.
     *
     * @return false if the result has come.
     */
    public boolean tryLeave()
    {
        return STATE.compareAndSet(this, PENDING, LEFT);
    }

    /**
     * Whether the caller has gone, and the engine has not dealt with that yet.
     */
    public boolean isLeft()
    {
        return state == LEFT;
    }

    /**
     * The thread that has completed a call whose caller had left: the call is free again.
     */
    public void letGo()
    {
        assert state == LEFT : "only a call that the caller has left is let go; others are taken";

        state = IDLE;
    }

    /**
     * Whether somebody waits for the result.
     */
    public boolean isPending()
    {
        return state == PENDING;
    }

    /**
     * Whether the call has no result yet, wanted or not.
     */
    public boolean isOwed()
    {
        return state == PENDING || state == LEFT;
    }

    /**
     * Whether the result has come and was not taken yet.
     */
    public boolean isDone()
    {
        return state == DONE;
    }

    /**
     * Engine thread, or the thread that refuses the command: gives the result. Exactly once per call.
     *
     * @return false if the caller has left without the result: deal with it, then
     *         {@link #letGo()}.
     */
    public boolean complete(final long newResult)
    {
        assert isOwed() : "a call has one result: begin it before, complete it once";

        final LongConsumer toRun = action;
        if (toRun != null)
        {
            action = null;
            state = IDLE;
            toRun.accept(newResult);

            return true;
        }

        result = newResult;
        if (!STATE.compareAndSet(this, PENDING, DONE))
        {
            return false;
        }
        final Thread toWake = waiter;
        if (toWake != null)
        {
            LockSupport.unpark(toWake);
        }

        return true;
    }

    /**
     * Parks until the call is done.
     *
     * @param isInterruptible whether to return early when the thread is interrupted; the interrupt is then
     *                        consumed.
     * @param clock           of the deadline; read only before parking.
     * @param deadlineNs      until when to wait.
     * @return how the waiting ended.
     */
    public Wait await(final boolean isInterruptible, final NanoClock clock, final long deadlineNs)
    {
        if (state == DONE)
        {
            return Wait.DONE;
        }
        waiter = Thread.currentThread();
        final Wait end = park(isInterruptible, clock, deadlineNs);
        waiter = null;

        return end;
    }

    private Wait park(final boolean isInterruptible, final NanoClock clock, final long deadlineNs)
    {
        Wait end = null;
        boolean wasInterrupted = false;
        while (end == null)
        {
            final long leftNs = deadlineNs - clock.nanoTime();
            if (state == DONE)
            {
                end = Wait.DONE;
            }
            else if (leftNs <= 0)
            {
                end = Wait.LATE;
            }
            else
            {
                LockSupport.parkNanos(this, leftNs);
                if (Thread.interrupted())
                {
                    wasInterrupted = true;
                    end = isInterruptible ? Wait.INTERRUPTED : null;
                }
            }
        }
        if (wasInterrupted && end != Wait.INTERRUPTED)
        {
            Thread.currentThread().interrupt();
        }

        return end;
    }

    /**
     * The result of a call that is done; it is closed by this.
     */
    public long take()
    {
        assert state == DONE : "there is no result to take: await it";

        final long taken = result;
        state = IDLE;

        return taken;
    }

    /**
     * How the waiting for a result ended.
     */
    public enum Wait
    {
        /**
         * It is there.
         */
        DONE,

        /**
         * The thread was interrupted before.
         */
        INTERRUPTED,

        /**
         * The time was over before.
         */
        LATE
    }
}
