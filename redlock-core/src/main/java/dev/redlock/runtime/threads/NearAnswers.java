// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import java.util.concurrent.atomic.AtomicInteger;

import org.agrona.concurrent.NanoClock;

import dev.redlock.runtime.calls.Call;

/**
 * How long a caller looks for its answer before it parks. To be woken costs tens of microseconds where a core
 * went idle meanwhile, which is more than a round trip to a node nearby. So a caller looks for twice as long
 * as answers usually take, and yields its core after each look. If answers usually take longer than it may
 * look, it looks a few times only, and one call in {@value #CALLS_PER_TRIAL} tries whether that is still so.
 * <p>
 * Callers that look take cores from the engine and from nodes on the same machine. So they look for long only
 * as long as one of them waits in this process for each four cores, and one at least. Who has waited for
 * {@value #LONGEST_COUNTED_NS} ns, as for a lock that another holds, does not count any more.
 * <p>
 * <b>Threads:</b> any number. Two callers that learn at the same moment may overwrite each other.
 */
final class NearAnswers
{
    /**
     * More than what a call takes on a busy machine, and than the kernel's own tick: a timer that is the next
     * to expire has to be set in hardware, and taken back, which takes microseconds on a virtual machine.
     */
    static final long LONGEST_COUNTED_NS = 50_000_000;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final int CORES_PER_CALLER = 4;
    private static final int MOST_CALLERS = Math.max(1, PROCESSORS / CORES_PER_CALLER);
    private static final int CALLS_PER_TRIAL = 64;

    /*
     * Long enough to catch an answer that is just coming, short enough not to take a core from those that
     * work for it.
     */
    private static final int SPINS = PROCESSORS > 2 ? 200 : 0;
    private static final int FEW_LOOKS = 4;

    /*
     * Yields are some hundred nanoseconds apart. A clock that stands still, as in tests, must not hold a
     * caller.
     */
    private static final int MOST_LOOKS = 4_000;
    private static final int WEIGHT_SHIFT = 3;
    private static final String GROUP_OF_VIRTUAL_THREADS = "VirtualThreads";
    private static final AtomicInteger WAITING = new AtomicInteger();

    private final NanoClock clock;
    private final long longestLookNs;
    private final Runnable yield;
    private final AtomicInteger waiting;
    private volatile long usualNs;
    private volatile int calls;

    NearAnswers(final NanoClock clock, final long longestLookNs)
    {
        this(clock, longestLookNs, Thread::yield, WAITING);
    }

    /**
     * @param longestLookNs a caller looks for, in all.
     * @param yield         after each look.
     * @param waiting       how many callers wait.
     */
    NearAnswers(
        final NanoClock clock, final long longestLookNs, final Runnable yield, final AtomicInteger waiting)
    {
        this.clock = clock;
        this.longestLookNs = longestLookNs;
        usualNs = 2 * longestLookNs;
        this.yield = yield;
        this.waiting = waiting;
    }

    /**
     * Waits until the call is done: looks for a while, then parks.
     *
     * @param isInterruptible as {@link Call#await} has it.
     * @param deadlineNs      until when to wait.
     * @return how the waiting ended.
     */
    Call.Wait await(final Call call, final boolean isInterruptible, final long deadlineNs)
    {
        final long startNs = clock.nanoTime();
        Call.Wait end = awaitCounted(call, isInterruptible, startNs, deadlineNs);
        if (end == Call.Wait.LATE && deadlineNs - clock.nanoTime() > 0)
        {
            end = call.await(isInterruptible, clock, deadlineNs);
        }
        learn(clock.nanoTime() - startNs);

        return end;
    }

    private Call.Wait awaitCounted(
        final Call call, final boolean isInterruptible, final long startNs, final long deadlineNs)
    {
        final long countedNs = Math.min(deadlineNs - startNs, LONGEST_COUNTED_NS);
        waiting.incrementAndGet();
        try
        {
            look(call, startNs, lookNs());

            return call.await(isInterruptible, clock, startNs + countedNs);
        }
        finally
        {
            waiting.decrementAndGet();
        }
    }

    private long lookNs()
    {
        final long knownNs = usualNs;
        final int call = calls + 1;
        calls = call;
        final boolean isNear = knownNs <= longestLookNs || call % CALLS_PER_TRIAL == 0;

        return isNear && !isVirtual(Thread.currentThread()) ? Math.min(2 * knownNs, longestLookNs) : 0;
    }

    private void look(final Call call, final long startNs, final long longestNs)
    {
        for (int i = 0; i < SPINS && call.isPending(); i++)
        {
            Thread.onSpinWait();
        }
        for (int i = 0; i < MOST_LOOKS && call.isPending() && (i < FEW_LOOKS ||
            waiting.get() <= MOST_CALLERS && clock.nanoTime() - startNs < longestNs); i++)
        {
            yield.run();
        }
    }

    /*
     * Java 17 cannot ask the thread itself, but its group has this name by contract.
     */
    private static boolean isVirtual(final Thread thread)
    {
        return GROUP_OF_VIRTUAL_THREADS.equals(thread.getThreadGroup().getName());
    }

    /*
     * What took long counts as a little too long only: it was perhaps a wait for a lock that another held.
     */
    private void learn(final long tookNs)
    {
        final long knownNs = usualNs;
        final long countedNs = Math.min(tookNs, 2 * longestLookNs);
        usualNs = knownNs + (countedNs - knownNs >> WEIGHT_SHIFT);
    }
}
