// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpIdleStrategy;

import dev.redlock.runtime.calls.Call;
import dev.redlock.runtime.calls.Command;
import dev.redlock.runtime.calls.Inbox;
import dev.redlock.runtime.settings.ClientSettings;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportProvider;
import dev.redlock.text.Printable;

/**
 * The engine on a thread of its own. Any number of threads may submit and wait.
 */
public final class DedicatedDriver implements Driver
{
    private static final long LONGEST_SLEEP_NS = 1_000_000_000L;
    private static final long NS_PER_MS = TimeUnit.MILLISECONDS.toNanos(1);

    /*
     * What the end of an engine lacks is most often memory, which comes back or not.
     */
    private static final long PAUSE_OF_THE_END_NS = 10_000_000L;
    private static final int MOST_TRIES_OF_THE_END = 3_000;

    private final EngineAgent agent;
    private final Inbox inbox;
    private final Transport transport;
    private final NearAnswers nearAnswers;
    private final Thread engineThread;
    private long longestSleepNs;
    private IdleStrategy idleStrategy;

    /**
     * Starts the thread.
     */
    public DedicatedDriver(
        final EngineAgent agent, final ClientSettings settings, final TransportProvider provider)
    {
        final boolean isBlocking = settings.idleStrategies() == null;

        this.agent = agent;
        inbox = agent.inbox;
        transport = agent.transport();
        nearAnswers = new NearAnswers(settings.clock(), settings.longestLookNs(), this::isGone);
        longestSleepNs = isBlocking ? LONGEST_SLEEP_NS : 0;
        idleStrategy = isBlocking ? NoOpIdleStrategy.INSTANCE : settings.newIdleStrategy();
        engineThread = newThread(settings, provider);
        engineThread.start();
    }

    private Thread newThread(final ClientSettings settings, final TransportProvider provider)
    {
        if (settings.threadFactory() != null)
        {
            return checkedThread(settings.threadFactory().newThread(this::run));
        }

        final Thread thread = provider.newEngineThread(this::run, settings.name());
        thread.setDaemon(true);

        return thread;
    }

    private static Thread checkedThread(final Thread thread)
    {
        Objects.requireNonNull(thread, "the thread factory gave no thread: it must make one for each engine");
        if (thread.getState() != Thread.State.NEW)
        {
            throw new IllegalArgumentException("the thread factory gave the thread '" +
                Printable.of(thread.getName()) + "', which was started before (" + thread.getState() +
                "): it must make a new one for each engine, and the client starts it");
        }

        return thread;
    }

    /*
     * The thread is ours, and closing the client ends it. An interrupt can only come from a callback that
     * restores its own, and would keep the selector from ever blocking again. One that was refused because a
     * factory had started it finds nothing to do.
     */
    private void run()
    {
        if (Thread.currentThread() != engineThread)
        {
            return;
        }
        agent.start();
        try
        {
            while (agent.isRunning())
            {
                final int work = agent.doWork(longestSleepNs);
                if (work == 0)
                {
                    Thread.interrupted();
                }
                idle(work);
            }
        }
        catch (final Throwable ex)
        {
            agent.fail(ex);
        }
        for (int i = 0; i < MOST_TRIES_OF_THE_END && !agent.isOver(); i++)
        {
            agent.finish();
            if (!agent.isOver())
            {
                Thread.interrupted();
                LockSupport.parkNanos(PAUSE_OF_THE_END_NS);
            }
        }
        if (!agent.isOver())
        {
            agent.finishForGood();
        }
    }

    /*
     * A strategy that has thrown would most likely throw again, in every cycle: the selector takes its place.
     */
    private void idle(final int work)
    {
        try
        {
            idleStrategy.idle(work);
        }
        catch (final Throwable ex)
        {
            idleStrategy = NoOpIdleStrategy.INSTANCE;
            longestSleepNs = LONGEST_SLEEP_NS;
            agent.onCallbackError("the idle strategy has thrown and is not used any more: the engine " +
                "thread blocks in its selector instead", ex);
        }
    }

    @Override
    public void checkMayCall()
    {
        // Any thread may.
    }

    @Override
    public void checkMayWait()
    {
        if (!mayWait())
        {
            throw new IllegalStateException("a callback on the engine thread must not wait for the engine: " +
                "use the asynchronous form of the call, or do the waiting on another thread");
        }
    }

    @Override
    public void checkNotInACallback()
    {
        checkMayWait();
    }

    @Override
    public void checkMayClose()
    {
        checkMayWait();
    }

    @Override
    public boolean mayWait()
    {
        return Thread.currentThread() != engineThread;
    }

    @Override
    public void submit(final Command command)
    {
        inbox.add(command);
        if (inbox.isAsleep() && Thread.currentThread() != engineThread)
        {
            transport.wakeup();
        }
        inbox.refuseLeftovers();
    }

    @Override
    public void submitFromAnyThread(final Command command)
    {
        submit(command);
    }

    @Override
    public Call.Wait await(final Call call, final boolean isInterruptible, final long deadlineNs)
    {
        return nearAnswers.await(call, isInterruptible, deadlineNs);
    }

    /*
     * The engine's own thread ends its engine whatever happens; this is for one that never came to it, for
     * an end that was not over when the thread gave up, and for answers while it closes its transport, which
     * may take seconds.
     */
    @Override
    public void seeToTheDead()
    {
        if (agent.isOver())
        {
            return;
        }
        if (hasDied(engineThread))
        {
            agent.endUndriven();
        }
        else
        {
            agent.answerLateAtTheEnd();
        }
    }

    @Override
    public void closeTheDead()
    {
        seeToTheDead();
    }

    private static boolean hasDied(final Thread thread)
    {
        return !thread.isAlive() && thread.getState() != Thread.State.NEW;
    }

    private boolean isGone()
    {
        seeToTheDead();

        return agent.isOver();
    }

    @Override
    public int poll()
    {
        throw new IllegalStateException("this client drives itself: poll() is for invoker mode only");
    }

    @Override
    public boolean awaitEnd(final Call closeCall, final long timeoutNs)
    {
        if (awaitEnd(engineThread, timeoutNs))
        {
            agent.endUndriven();
        }

        return closeCall.isDone();
    }

    /**
     * Waits for a thread whatever interrupts this one.
     *
     * @return false if it is still alive.
     */
    public static boolean awaitEnd(final Thread thread, final long timeoutNs)
    {
        final long startNs = System.nanoTime();
        boolean wasInterrupted = false;
        long leftNs = timeoutNs;
        while (thread.isAlive() && leftNs > 0)
        {
            try
            {
                thread.join(Math.max(1, leftNs / NS_PER_MS));
            }
            catch (final InterruptedException ex)
            {
                wasInterrupted = true;
            }
            leftNs = timeoutNs - (System.nanoTime() - startNs);
        }
        if (wasInterrupted)
        {
            Thread.currentThread().interrupt();
        }

        return !thread.isAlive();
    }
}
