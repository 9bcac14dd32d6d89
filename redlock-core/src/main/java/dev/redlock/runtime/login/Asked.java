// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.login;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.agrona.concurrent.NanoClock;

import dev.redlock.text.DurationText;

/**
 * What the application knows and a connection needs, such as a password. It is asked on a thread of its own,
 * one question at a time: whatever it waits for, only the connections to one node wait for it.
 * <p>
 * <b>Thread:</b> any.
 *
 * @param <T> what is asked for; immutable.
 */
class Asked<T>
{
    /*
     * An attempt that is given up leaves its question running, and the next attempt takes the answer. So a
     * service that is slower than the connect timeout is waited for in the end, and is asked once. In between
     * a node is connected again after two seconds at the latest; an answer that nobody has taken for much
     * longer may be out of date.
     */
    private static final long KEPT_NS = 10_000_000_000L;

    /*
     * A call that never returns would keep its node away for ever, even when the service is well again. So a
     * question is given up in the end: its thread is interrupted, and what it says later is of a former
     * generation. Not every wait heeds an interrupt, and threads must not pile up: with two that still run
     * the present question stays the last.
     */
    private static final int TIMEOUTS = 10;
    private static final long LEAST_LIMIT_NS = 30_000_000_000L;
    private static final int MOST_ABANDONED = 2;
    private static final long SHOWN_NS = 100_000_000L;

    private final Supplier<T> source;
    private final String threadName;
    private final NanoClock clock;
    private final long limitNs;

    /*
     * Guarded by this object.
     */
    private final Set<Runnable> waiting = new HashSet<>();
    private final List<Thread> abandoned = new ArrayList<>();
    private Thread asking;
    private long generation;
    private long askedNs;
    private boolean isUnused;
    private long answeredNs;

    private volatile Answer<T> latest = new Answer<>(null, null);

    /*
     * Made while there is memory.
     */
    private final Answer<T> noMemory =
        new Answer<>(null, new OutOfMemoryError("there was no memory to ask, or for the answer"));

    /**
     * Nothing is asked yet.
     *
     * @param source           runs the application's code, and throws what that throws.
     * @param threadName       of those that ask.
     * @param clock            monotonic.
     * @param connectTimeoutNs ten of them, and at least 30 s, are the limit of a question.
     */
    Asked(final Supplier<T> source, final String threadName, final NanoClock clock,
        final long connectTimeoutNs)
    {
        this.source = source;
        this.threadName = threadName;
        this.clock = clock;
        limitNs = Math.max(LEAST_LIMIT_NS, TIMEOUTS * Math.min(connectTimeoutNs, Long.MAX_VALUE / TIMEOUTS));
    }

    /**
     * Asks, or waits for the question that is under way, unless it has taken too long.
     *
     * @param whenAnswered is run once, on another thread, unless the result is true or it leaves before. The
     *                     same one may not wait twice.
     * @return whether the answer is there already, as an attempt that was given up had asked.
     */
    final synchronized boolean ask(final Runnable whenAnswered)
    {
        if (isUnused)
        {
            isUnused = false;
            if (clock.nanoTime() - answeredNs < KEPT_NS)
            {
                return true;
            }
        }
        waiting.add(whenAnswered);
        if (isOverdue() && stillRunning() < MOST_ABANDONED)
        {
            asking.interrupt();
            abandoned.add(asking);
            asking = null;
        }
        if (asking == null)
        {
            start();
        }

        return false;
    }

    private boolean isOverdue()
    {
        return asking != null && clock.nanoTime() - askedNs >= limitNs;
    }

    private int stillRunning()
    {
        abandoned.removeIf((thread) -> !thread.isAlive());

        return abandoned.size();
    }

    private void start()
    {
        final long question = ++generation;
        askedNs = clock.nanoTime();
        asking = new Thread(() -> ask(question), threadName);
        asking.setDaemon(true);
        try
        {
            asking.start();
        }
        catch (final OutOfMemoryError ex)
        {
            answered(question, noMemory);
        }
    }

    /**
     * What has become of the question that is under way, for people.
     *
     * @return the end of a sentence; empty if there is none.
     */
    final synchronized String progress()
    {
        if (asking == null)
        {
            return "";
        }

        final long forNs = clock.nanoTime() - askedNs;
        final int others = stillRunning();

        return "; the question has been running for " + DurationText.spaced(forNs - forNs % SHOWN_NS) +
            (others == 0 ? "" : " beside " + others + " given up before, which the interrupt did not end") +
            (isOverdue() && others == MOST_ABANDONED ?
            ": they are not asked again before one of these threads (" + threadName + ") has ended" : "");
    }

    /**
     * Waits no longer. The question goes on.
     */
    final synchronized void leave(final Runnable whenAnswered)
    {
        waiting.remove(whenAnswered);
    }

    /**
     * Ends the question that is under way, if it heeds interrupts and nobody waits for it.
     */
    final synchronized void end()
    {
        if (asking != null && waiting.isEmpty())
        {
            asking.interrupt();
        }
    }

    private void ask(final long question)
    {
        Answer<T> answer = noMemory;
        try
        {
            answer = answer();
        }
        finally
        {
            // Whatever became of it: a question that never ends would keep its node away.
            answered(question, answer);
        }
    }

    private Answer<T> answer()
    {
        try
        {
            return new Answer<>(source.get(), null);
        }
        catch (final Throwable ex)
        {
            return new Answer<>(null, ex);
        }
    }

    private synchronized void answered(final long question, final Answer<T> answer)
    {
        if (question != generation)
        {
            return;
        }
        latest = answer;
        answeredNs = clock.nanoTime();
        isUnused = waiting.isEmpty() && answer.thrown == null;
        asking = null;
        waiting.forEach(Runnable::run);
        waiting.clear();
    }

    /**
     * What the last answer was, at once; throws what was thrown instead. Others may ask at any time, so two
     * calls may differ.
     *
     * @return null if there is none yet, or if that was the answer.
     */
    final T latest()
    {
        return latest.orThrow();
    }

    private record Answer<T>(T value, Throwable thrown)
    {
        @Override
        public String toString()
        {
            return "an answer, not shown";
        }

        T orThrow()
        {
            if (thrown != null)
            {
                throw Answer.<RuntimeException>unchecked(thrown);
            }

            return value;
        }

        /*
         * What is asked declares no checked exceptions, so this one is unchecked or was thrown by the same
         * trick.
         */
        @SuppressWarnings("unchecked")
        private static <E extends Throwable> E unchecked(final Throwable ex) throws E
        {
            throw (E)ex;
        }
    }
}
