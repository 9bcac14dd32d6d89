// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.proxy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The lock of a proxy, and the way to wait for a change of what it guards.
 */
final class Watch
{
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Throwable failure;

    /**
     * Runs the action under the lock.
     */
    void locked(final Runnable action)
    {
        lock.lock();
        try
        {
            action.run();
        }
        finally
        {
            changed.signalAll();
            lock.unlock();
        }
    }

    /**
     * Computes the value under the lock.
     */
    <T> T locked(final Supplier<T> value)
    {
        lock.lock();
        try
        {
            return value.get();
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * Tells all present and future waiters that no more events come.
     */
    void fail(final Throwable cause)
    {
        locked(() -> failure = cause);
    }

    /**
     * Waits until the condition holds; checks it after each change.
     *
     * @param what      is awaited and how things stand, for the message of a failure.
     * @param condition evaluated under the lock.
     * @param within    how long to wait.
     */
    void await(final Supplier<String> what, final BooleanSupplier condition, final Duration within)
    {
        lock.lock();
        try
        {
            long leftNs = TimeUnit.NANOSECONDS.convert(within);
            while (!condition.getAsBoolean())
            {
                if (failure != null)
                {
                    throw new IllegalStateException("the proxy has broken down", failure);
                }
                if (leftNs <= 0)
                {
                    throw new AssertionError("not within " + within + ": " + what.get());
                }
                leftNs = changed.awaitNanos(leftNs);
            }
        }
        catch (final InterruptedException ignored)
        {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + what.get());
        }
        finally
        {
            lock.unlock();
        }
    }
}
