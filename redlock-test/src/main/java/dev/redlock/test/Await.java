// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.redlock.Redlock;
import dev.redlock.outcome.NodeStatus;

/**
 * Waits for what nobody notifies of: looks, again and again, until a condition holds or a deadline has
 * passed. What was seen last is in the message of the failure.
 * <p>
 * Only a look that began after the deadline is the last one: a machine that stood still in the middle of an
 * earlier look has not shown that the condition does not hold.
 */
public final class Await
{
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Runnable between;

    /**
     * @param between is run between two looks: whatever makes the world go on.
     */
    public Await(final Runnable between)
    {
        this.between = between;
    }

    /**
     * For a world that goes on by itself.
     *
     * @return looks once a millisecond.
     */
    public static Await parking()
    {
        return new Await(() -> LockSupport.parkNanos(PAUSE_NS));
    }

    /**
     * Looks until what it sees is what was waited for.
     *
     * @param what    is waited for, for people.
     * @param within  how long it may take.
     * @param look    what is looked at.
     * @param isThere whether it has come.
     * @param <T>     what a look sees.
     * @return what was seen last.
     */
    public <T> T until(
        final String what, final Duration within, final Supplier<T> look, final Predicate<? super T> isThere)
    {
        final long deadlineNs = System.nanoTime() + within.toNanos();
        while (true)
        {
            final long lookNs = System.nanoTime();
            final T seen = look.get();
            if (isThere.test(seen))
            {
                return seen;
            }
            if (lookNs - deadlineNs >= 0)
            {
                throw new AssertionError("not within " + within + ": " + what + "; seen last: " + seen);
            }
            if (Thread.currentThread().isInterrupted())
            {
                throw new AssertionError("interrupted while waiting for: " + what + "; seen last: " + seen);
            }
            between.run();
        }
    }

    /**
     * Looks until a condition holds.
     *
     * @param what      is waited for, for people.
     * @param within    how long it may take.
     * @param condition that is looked at.
     */
    public void until(final String what, final Duration within, final BooleanSupplier condition)
    {
        until(what, within, condition::getAsBoolean, Boolean::booleanValue);
    }

    /**
     * A client is built as soon as a quorum of nodes is up and the others had a moment; who counts on all
     * has to wait for them.
     *
     * @param redlock whose nodes.
     * @param within  how long it may take.
     */
    public void untilAllUp(final Redlock redlock, final Duration within)
    {
        until("all nodes up", within, redlock::nodes,
            nodes -> nodes.stream().allMatch(node -> node.state() == NodeStatus.State.UP));
    }

    /**
     * Until the monotonic clock says so; for faults that have to last.
     *
     * @param instantNs of {@link System#nanoTime()}.
     */
    public void untilNs(final long instantNs)
    {
        while (System.nanoTime() - instantNs < 0)
        {
            between.run();
        }
    }
}
