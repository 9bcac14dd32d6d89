// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import dev.redlock.runtime.calls.Call;
import dev.redlock.runtime.calls.Command;
import dev.redlock.runtime.settings.ClientSettings;

/**
 * The engine on the caller's own thread: no hand-over at all. All calls must come from one thread.
 */
public final class InvokerDriver implements Driver
{
    /*
     * A thread that does not sleep has the lowest latency, and an answer takes microseconds to milliseconds.
     * After that, and between attempts, a waiting thread must leave its core to the servers. An interrupt
     * does not end a sleep, so sleeps are short.
     */
    private static final int LOOKS_BEFORE_SLEEP = 2_000;
    private static final long LONGEST_SLEEP_NS = 10_000_000L;

    private final EngineAgent agent;
    private volatile Thread owner = Thread.currentThread();
    private boolean isInherited;
    private boolean isPolling;
    private IdleStrategy idleStrategy;

    /**
     * Starts the engine; the present thread becomes its owner.
     */
    public InvokerDriver(final EngineAgent agent, final ClientSettings settings)
    {
        this.agent = agent;
        idleStrategy = settings.idleStrategies() == null ?
            BusySpinIdleStrategy.INSTANCE : settings.newIdleStrategy();
        agent.start();
    }

    @Override
    public void checkMayCall()
    {
        final Thread current = Thread.currentThread();
        if (current != owner)
        {
            throw new IllegalStateException("this client is in invoker mode and belongs to the thread '" +
                owner.getName() + "' that built it, but was called on '" + current.getName() +
                "': build one client per thread, or use dedicated mode");
        }
    }

    @Override
    public void checkMayWait()
    {
        checkMayCall();
        if (isPolling)
        {
            throw new IllegalStateException("a callback must not wait for the engine that runs it: " +
                "use the asynchronous form of the call");
        }
    }

    @Override
    public void checkNotInACallback()
    {
        if (Thread.currentThread() == owner)
        {
            checkMayWait();
        }
    }

    @Override
    public void checkMayClose()
    {
        inheritFromTheDead();
        checkMayWait();
    }

    /*
     * Seeing a thread dead orders everything it did.
     */
    private synchronized void inheritFromTheDead()
    {
        if (!owner.isAlive())
        {
            owner = Thread.currentThread();
            isInherited = true;
        }
    }

    @Override
    public boolean mayWait()
    {
        return Thread.currentThread() == owner && !isPolling;
    }

    @Override
    public void submit(final Command command)
    {
        checkMayCall();
        if (isPolling)
        {
            agent.inbox.add(command);
            agent.inbox.refuseLeftovers();

            return;
        }

        isPolling = true;
        try
        {
            if (isInherited)
            {
                agent.endForHeir();
            }
            agent.execute(command);
        }
        finally
        {
            isPolling = false;
        }
    }

    @Override
    public void submitFromAnyThread(final Command command)
    {
        if (Thread.currentThread() == owner)
        {
            submit(command);
        }
        else
        {
            // After the end it is for nobody. To refuse leftovers here would answer others on this thread.
            agent.inbox.add(command);
        }
    }

    @Override
    public Call.Wait await(final Call call, final boolean isInterruptible, final long deadlineNs)
    {
        boolean wasInterrupted = false;
        try
        {
            int idle = 0;
            idle(1);
            while (!call.isDone())
            {
                if (agent.fault() != null)
                {
                    // What cannot be answered now is not waited for: to close the transport may take seconds.
                    seeToTheDead();

                    return call.isDone() ? Call.Wait.DONE : Call.Wait.LATE;
                }
                if (agent.isOver())
                {
                    return Call.Wait.LATE;
                }
                if (Thread.interrupted())
                {
                    if (isInterruptible)
                    {
                        return Call.Wait.INTERRUPTED;
                    }
                    // Left there, it would end every sleep at once.
                    wasInterrupted = true;
                }
                final boolean isWorthALook = idle < LOOKS_BEFORE_SLEEP && agent.isAwaitingReplies();
                final int work = poll(isWorthALook ? 0 : LONGEST_SLEEP_NS);
                idle = work > 0 ? 0 : idle + 1;
                if (isWorthALook)
                {
                    idle(work);
                }
            }

            return Call.Wait.DONE;
        }
        finally
        {
            if (wasInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    /*
     * What has slept in the selector need not idle as well. A strategy begins anew with each call, and with
     * each turn that did something.
     */
    private void idle(final int work)
    {
        try
        {
            idleStrategy.idle(work);
        }
        catch (final Throwable ex)
        {
            idleStrategy = BusySpinIdleStrategy.INSTANCE;
            agent.onCallbackError("the idle strategy has thrown and is not used any more: the waiting " +
                "thread spins instead", ex);
        }
    }

    /*
     * A thread that had no room on its stack for the end of the engine has it now.
     */
    @Override
    public void seeToTheDead()
    {
        if (agent.fault() != null && mayWait())
        {
            isPolling = true;
            try
            {
                agent.answer();
            }
            finally
            {
                isPolling = false;
            }
        }
    }

    /*
     * An engine that has failed in a call of its owner has closed nothing yet: that may take longer than the
     * call was to wait. Where the stack was full it may not even have stopped.
     */
    @Override
    public void closeTheDead()
    {
        final Throwable fault = agent.fault();
        if (fault != null)
        {
            inheritFromTheDead();
            if (mayWait())
            {
                isPolling = true;
                try
                {
                    agent.fail(fault);
                    agent.finishForGood();
                }
                finally
                {
                    isPolling = false;
                }
            }
        }
    }

    @Override
    public int poll()
    {
        return poll(0);
    }

    private int poll(final long longestSleepNs)
    {
        checkMayWait();
        isPolling = true;
        try
        {
            return agent.doWork(longestSleepNs);
        }
        finally
        {
            isPolling = false;
        }
    }

    /*
     * The engine keeps the deadline of its end, and only this thread can hold it up. One that fails on the
     * way answers the close or not, and either way it has closed nothing yet.
     */
    @Override
    public boolean awaitEnd(final Call closeCall, final long timeoutNs)
    {
        await(closeCall, false, 0);
        closeTheDead();

        return closeCall.isDone();
    }
}
