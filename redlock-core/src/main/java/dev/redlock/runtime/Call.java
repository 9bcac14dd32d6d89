/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A command that is answered: one call from an application thread to the engine and its result back. Used
 * again and again, one call at a time. No monitor is held while waiting, so virtual threads may wait, too.
 */
abstract class Call extends Command
{
    /*
     * IDLE -> PENDING by the caller (compare and set); PENDING -> DONE by the engine, which writes the result
     * before; DONE -> IDLE by the caller, who reads the result before. A call with an action goes back to
     * IDLE on the engine thread, before the action runs, so that the action may call again.
     */
    private static final int IDLE = 0;
    private static final int PENDING = 1;
    private static final int DONE = 2;
    private static final VarHandle STATE = Fields.of(MethodHandles.lookup(), "state", int.class);

    private volatile int state = IDLE;
    private volatile Thread waiter;
    private long result;
    private ResultAction action;

    /**
     * Opens the call.
     *
     * @param newAction is run with the result on the engine thread; null if the caller will wait.
     * @return false if another call is under way.
     */
    boolean begin(final ResultAction newAction)
    {
        if (!STATE.compareAndSet(this, IDLE, PENDING))
        {
            return false;
        }

        action = newAction;

        return true;
    }

    /**
     * Takes the call back before it was handed over.
     */
    void abandon()
    {
        action = null;
        state = IDLE;
    }

    boolean isPending()
    {
        return state == PENDING;
    }

    boolean isDone()
    {
        return state == DONE;
    }

    /**
     * Engine thread, or whoever refuses the command: gives the result. Exactly once per call.
     */
    void complete(final long newResult)
    {
        final ResultAction toRun = action;
        if (toRun != null)
        {
            action = null;
            state = IDLE;
            toRun.onResult(newResult);

            return;
        }

        result = newResult;
        state = DONE;
        final Thread toWake = waiter;
        if (toWake != null)
        {
            LockSupport.unpark(toWake);
        }
    }

    /**
     * Waits until the call is done: spins a little, offers its core to others a few times, then parks.
     *
     * @param spins           looks in quick succession.
     * @param yields          looks after that, each after another thread may have run.
     * @param isInterruptible whether to return early when the thread is interrupted.
     * @return false if interrupted before the call was done; the interrupt is then consumed.
     */
    boolean await(final int spins, final int yields, final boolean isInterruptible)
    {
        for (int i = 0; i < spins; i++)
        {
            if (state == DONE)
            {
                return true;
            }
            Thread.onSpinWait();
        }
        for (int i = 0; i < yields; i++)
        {
            if (state == DONE)
            {
                return true;
            }
            Thread.yield();
        }

        boolean wasInterrupted = false;
        waiter = Thread.currentThread();
        while (state != DONE)
        {
            LockSupport.park(this);
            if (Thread.interrupted())
            {
                if (isInterruptible)
                {
                    waiter = null;

                    return false;
                }
                wasInterrupted = true;
            }
        }
        waiter = null;
        if (wasInterrupted)
        {
            Thread.currentThread().interrupt();
        }

        return true;
    }

    /**
     * The result of a call that is done; it is closed by this.
     */
    long take()
    {
        final long taken = result;
        state = IDLE;

        return taken;
    }
}
