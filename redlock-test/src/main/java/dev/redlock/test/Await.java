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
 * Polls until a condition holds or a deadline has passed. The message of a failure contains the last value.
 * <p>
 * The last look must begin after the deadline: if the machine stood still during an earlier one, that look
 * does not show that the condition fails.
 */
public final class Await
{
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Runnable between;

    /**
     * @param between runs between two looks, such as to move a simulated world.
     */
    public Await(final Runnable between)
    {
        this.between = between;
    }

    /**
     * For a world that moves by itself.
     *
     * @return looks once a millisecond.
     */
    public static Await parking()
    {
        return new Await(() -> LockSupport.parkNanos(PAUSE_NS));
    }

    /**
     * Looks until it sees the awaited value.
     *
     * @param what    is awaited, for messages.
     * @param within  how long it may take.
     * @param look    reads the value.
     * @param isThere whether the value is the awaited one.
     * @param <T>     type of the value.
     * @return the last value.
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
     * @param what      is awaited, for messages.
     * @param within    how long it may take.
     * @param condition to check.
     */
    public void until(final String what, final Duration within, final BooleanSupplier condition)
    {
        until(what, within, condition::getAsBoolean, Boolean::booleanValue);
    }

    /**
     * Waits for all nodes: a client is built as soon as a quorum is up and the others had a moment.
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
     * Waits until an instant of the monotonic clock; for faults that must last.
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
