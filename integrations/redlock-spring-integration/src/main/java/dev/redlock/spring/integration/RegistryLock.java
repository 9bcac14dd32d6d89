// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

import org.jspecify.annotations.Nullable;
import org.springframework.integration.support.locks.DistributedLock;

import dev.redlock.Lease;

/**
 * One lock, as the interface wants it. It is a name and no more: what is held stands in the registry, so two
 * of one key are the same lock.
 */
final class RegistryLock implements DistributedLock
{
    /*
     * How long a wait without bound puts up with too few nodes before it throws.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ThreadLocks locks;
    private final String key;

    RegistryLock(final ThreadLocks locks, final String key)
    {
        this.locks = locks;
        this.key = key;
    }

    @Override
    public void lock()
    {
        lockUninterruptibly(null);
    }

    @Override
    public void lock(final Duration ttl)
    {
        lockUninterruptibly(requireNonNull(ttl, "ttl"));
    }

    private void lockUninterruptibly(final @Nullable Duration ttl)
    {
        boolean isHeld = locks.reenter(key, ttl);
        while (!isHeld)
        {
            isHeld = enter(acquireUninterruptibly(PATIENCE, ttl), ttl);
        }
    }

    private @Nullable Lease acquireUninterruptibly(final Duration within, final @Nullable Duration ttl)
    {
        boolean isInterrupted = false;
        try
        {
            while (true)
            {
                try
                {
                    return locks.acquire(key, within, ttl);
                }
                catch (final InterruptedException ex)
                {
                    isInterrupted = true;
                }
            }
        }
        finally
        {
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException
    {
        boolean isHeld = tryLockWithin(PATIENCE, null);
        while (!isHeld)
        {
            isHeld = tryLockWithin(PATIENCE, null);
        }
    }

    @Override
    public boolean tryLock()
    {
        return locks.reenter(key, null) || enter(acquireUninterruptibly(Duration.ZERO, null), null);
    }

    @Override
    public boolean tryLock(final long time, final TimeUnit unit) throws InterruptedException
    {
        return tryLockWithin(Duration.ofNanos(Math.max(0, unit.toNanos(time))), null);
    }

    @Override
    public boolean tryLock(final Duration waitTime, final Duration ttl) throws InterruptedException
    {
        return tryLockWithin(waitTime.isNegative() ? Duration.ZERO : waitTime, requireNonNull(ttl, "ttl"));
    }

    private boolean tryLockWithin(final Duration waitTime, final @Nullable Duration ttl)
        throws InterruptedException
    {
        if (Thread.interrupted())
        {
            throw new InterruptedException();
        }

        return locks.reenter(key, ttl) || enter(locks.acquire(key, waitTime, ttl), ttl);
    }

    private boolean enter(final @Nullable Lease won, final @Nullable Duration ttl)
    {
        if (won != null)
        {
            locks.enter(key, won, ttl);
        }

        return won != null;
    }

    @Override
    public void unlock()
    {
        locks.unlock(key);
    }

    @Override
    public Condition newCondition()
    {
        throw new UnsupportedOperationException("a distributed lock has no conditions");
    }

    @Override
    public boolean equals(final @Nullable Object other)
    {
        return other instanceof RegistryLock lock && locks == lock.locks && key.equals(lock.key);
    }

    @Override
    public int hashCode()
    {
        return key.hashCode();
    }

    @Override
    public String toString()
    {
        return "lock " + ThreadLocks.nameOf(key);
    }
}
