// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.agrona.concurrent.NanoClock;

import dev.redlock.runtime.calls.Call;

/**
 * How a caller waits for its answer: it parks, or first looks for a while, and yields its core after each
 * look. To be woken costs tens of microseconds where a core went idle meanwhile, which is more than a round
 * trip to a node nearby. But where cores are few, a caller that looks takes one from the nodes and the engine
 * that work for it. So callers of an engine look where that has been clearly faster, and park elsewhere; one
 * call in {@value #CALLS_PER_TRIAL} tries the other way. A look lasts twice as long as calls with a look
 * usually take, but no longer than it may. What the usual call takes decides: stalls count for little.
 * <p>
 * Callers look for long only as long as one of them waits in this process for each four cores, and one at
 * least. Who has waited for {@value #LONGEST_COUNTED_NS} ns, as for a lock that another holds, does not count
 * any more. Virtual threads do not look.
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

    /*
     * A thread that dies without a word wakes nobody.
     */
    private static final long LONGEST_SLEEP_NS = 1_000_000_000;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final int CORES_PER_CALLER = 4;
    private static final int MOST_CALLERS = Math.max(1, PROCESSORS / CORES_PER_CALLER);

    /*
     * A prime, as the calls of most callers repeat themselves: a lock, its release.
     */
    private static final int CALLS_PER_TRIAL = 61;
    private static final int CALLS_BEFORE_FIRST_TRIAL = 8;

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
    private static final int LEAST_GAIN_SHIFT = 4;
    private static final long LEAST_NS = 1_000;
    private static final long UNKNOWN = 0;
    private static final String GROUP_OF_VIRTUAL_THREADS = "VirtualThreads";
    private static final AtomicInteger WAITING = new AtomicInteger();

    private final NanoClock clock;
    private final long longestLookNs;
    private final BooleanSupplier isGone;
    private final Runnable yield;
    private final AtomicInteger waiting;
    private volatile long lookingNs = UNKNOWN;
    private volatile long parkingNs = UNKNOWN;
    private volatile int calls = CALLS_PER_TRIAL - CALLS_BEFORE_FIRST_TRIAL - 1;

    NearAnswers(final NanoClock clock, final long longestLookNs, final BooleanSupplier isGone)
    {
        this(clock, longestLookNs, isGone, Thread::yield, WAITING);
    }

    /**
     * @param longestLookNs a caller looks for, in all.
     * @param isGone        whether whoever answers has ended, and owes no answer that is still to come. Those
     *                      that wait for long ask it now and then.
     * @param yield         after each look.
     * @param waiting       how many callers wait.
     */
    NearAnswers(final NanoClock clock, final long longestLookNs, final BooleanSupplier isGone,
        final Runnable yield, final AtomicInteger waiting)
    {
        this.clock = clock;
        this.longestLookNs = longestLookNs;
        this.isGone = isGone;
        this.yield = yield;
        this.waiting = waiting;
    }

    /**
     * Waits until the call is done: looks for a while, then parks.
     *
     * @param isInterruptible as {@link Call#await} has it.
     * @param deadlineNs      until when to wait.
     * @return how the waiting ended; late also if no answer will come.
     */
    Call.Wait await(final Call call, final boolean isInterruptible, final long deadlineNs)
    {
        Call.Wait end = awaitCounted(call, isInterruptible, clock.nanoTime(), deadlineNs);
        while (end == Call.Wait.LATE && deadlineNs - clock.nanoTime() > 0)
        {
            final boolean isLast = isGone.getAsBoolean();
            final long leftNs = isLast ? 0 : Math.min(LONGEST_SLEEP_NS, deadlineNs - clock.nanoTime());
            end = call.await(isInterruptible, clock, clock.nanoTime() + leftNs);
            if (isLast)
            {
                break;
            }
        }

        return end;
    }

    /*
     * A look that others have ended counts as one, too: where callers wait side by side it brings nothing.
     */
    private Call.Wait awaitCounted(
        final Call call, final boolean isInterruptible, final long startNs, final long deadlineNs)
    {
        final long countedNs = Math.min(deadlineNs - startNs, LONGEST_COUNTED_NS);
        final boolean isTrial = isTrial();
        final boolean doesLook = isTrial != isLookingFaster() && !isVirtual(Thread.currentThread());
        waiting.incrementAndGet();
        try
        {
            look(call, startNs, doesLook ? Math.min(lookNs(), countedNs) : 0);
            final Call.Wait end = call.await(isInterruptible, clock, startNs + countedNs);
            if (end == Call.Wait.DONE)
            {
                learn(doesLook, isTrial, clock.nanoTime() - startNs);
            }

            return end;
        }
        finally
        {
            waiting.decrementAndGet();
        }
    }

    private boolean isTrial()
    {
        final int call = calls + 1;
        calls = call;

        return call % CALLS_PER_TRIAL == 0;
    }

    /*
     * What is not clearly faster is not worth the core.
     */
    private boolean isLookingFaster()
    {
        final long knownNs = lookingNs;

        return knownNs != UNKNOWN && knownNs + (knownNs >> LEAST_GAIN_SHIFT) < parkingNs;
    }

    private long lookNs()
    {
        final long knownNs = lookingNs;

        return knownNs == UNKNOWN ? longestLookNs : Math.min(2 * knownNs, longestLookNs);
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

    private void learn(final boolean hasLooked, final boolean isTrial, final long tookNs)
    {
        if (hasLooked)
        {
            lookingNs = average(lookingNs, isTrial, tookNs);
        }
        else
        {
            parkingNs = average(parkingNs, isTrial, tookNs);
        }
    }

    /*
     * What took long counts as a little too long only: it was perhaps a stall, or a wait for a lock that
     * another held. Trials are rare, so a short one counts for more, or a slow minute would be remembered for
     * a thousand calls. If that is too short, the next calls will show it.
     */
    private long average(final long knownNs, final boolean isTrial, final long tookNs)
    {
        final long longestNs = 2 * (knownNs == UNKNOWN ? longestLookNs : Math.min(knownNs, longestLookNs));
        final long countedNs = Math.max(LEAST_NS, Math.min(tookNs, longestNs));
        final int shift = isTrial && countedNs < knownNs ? 1 : WEIGHT_SHIFT;

        return knownNs == UNKNOWN ? countedNs : knownNs + (countedNs - knownNs >> shift);
    }
}
