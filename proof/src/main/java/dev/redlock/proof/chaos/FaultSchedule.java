// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Carries a plan out in real time, and remembers how far it got.
 */
final class FaultSchedule
{
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PROGRESS_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long CUT_OFF_NS = TimeUnit.MILLISECONDS.toNanos(1500);

    private final PriorityQueue<Active> active =
        new PriorityQueue<>((one, other) -> Long.signum(one.endNs - other.endNs));
    private final Map<FaultClass, Long> happened = new EnumMap<>(FaultClass.class);
    private final List<String> latest = new ArrayList<>();
    private final BooleanSupplier isOver;
    private long startNs = System.nanoTime();
    private long nextProgressNs;

    /**
     * A fault that has begun, and the instant before which it must not end.
     */
    private record Active(PlannedFault fault, long endNs)
    {
    }

    /**
     * @param isOver tells to end before the end of the plan.
     */
    FaultSchedule(final BooleanSupplier isOver)
    {
        this.isOver = isOver;
    }

    /**
     * Carries it out; when this returns, no fault is left.
     */
    void execute(final List<PlannedFault> plan, final FaultInjector injector, final Duration length,
        final Runnable progress)
    {
        startNs = System.nanoTime();
        nextProgressNs = startNs + PROGRESS_NS;
        for (final PlannedFault fault : plan)
        {
            final boolean isToBegin = waitUntil(beginNs(fault), injector, progress);
            if (!isToBegin || System.nanoTime() - startNs - length.toNanos() >= 0)
            {
                break;
            }
            remember(fault + ", begun at " + elapsedMs() + " ms");
            count(fault, injector.begin(fault));

            // From now on, as it has only now begun: a node that forgets must stay away for long enough.
            active.add(new Active(fault, System.nanoTime() + fault.lengthNs()));
        }
        waitUntil(startNs + length.toNanos(), injector, progress);
        while (!active.isEmpty())
        {
            final Active next = active.remove();
            park(next.endNs());
            count(next.fault(), injector.end(next.fault()));
        }
    }

    /*
     * By the plan, one fault has ended when the next begins on the same target; when the machine was too busy
     * for the plan, the next one waits.
     */
    private long beginNs(final PlannedFault fault)
    {
        long beginNs = startNs + fault.atNs();
        for (final Active other : active)
        {
            if (fault.hasSameTarget(other.fault()) && other.endNs() - beginNs > 0)
            {
                beginNs = other.endNs();
            }
        }

        return beginNs;
    }

    private boolean waitUntil(final long instantNs, final FaultInjector injector, final Runnable progress)
    {
        while (!isOver.getAsBoolean())
        {
            final long nowNs = System.nanoTime();
            if (nowNs - nextProgressNs >= 0)
            {
                progress.run();
                nextProgressNs = nowNs + PROGRESS_NS;
            }

            final Active next = active.peek();
            if (next != null && nowNs - next.endNs() >= 0)
            {
                active.remove();
                count(next.fault(), injector.end(next.fault()));
                remember("#" + next.fault().position() + " ended at " + elapsedMs() + " ms");
            }
            else if (nowNs - instantNs >= 0)
            {
                return true;
            }
            else
            {
                LockSupport.parkNanos(LOOK_NS);
            }
        }

        return false;
    }

    /**
     * Breaks the rule, again and again, until it shows.
     */
    void forgetMajorities(final FaultInjector injector, final Duration length)
    {
        startNs = System.nanoTime();
        while (!isOver.getAsBoolean() && System.nanoTime() - startNs < length.toNanos())
        {
            park(System.nanoTime() + CUT_OFF_NS);
            injector.forgetMajority(0);
            remember("a majority had forgotten and was back at " + elapsedMs() + " ms");
            happened.merge(FaultClass.KILL_FORGETFUL, 1L, Long::sum);
            park(System.nanoTime() + CUT_OFF_NS);
            injector.heal(0);
        }
    }

    private static void park(final long untilNs)
    {
        while (System.nanoTime() - untilNs < 0)
        {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private void count(final PlannedFault fault, final boolean hasHappened)
    {
        if (hasHappened)
        {
            happened.merge(fault.faultClass(), 1L, Long::sum);
        }
    }

    private void remember(final String event)
    {
        latest.add(event);
        if (latest.size() > 20)
        {
            latest.remove(0);
        }
    }

    private long elapsedMs()
    {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    }

    Map<FaultClass, Long> happened()
    {
        return new TreeMap<>(happened);
    }

    long total()
    {
        return happened.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * The instant that times are told from.
     */
    long originNs()
    {
        return startNs;
    }

    String position()
    {
        return "the schedule's last events:\n  " + String.join("\n  ", latest);
    }
}
