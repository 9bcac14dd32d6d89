// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

import dev.redlock.Lease;
import dev.redlock.LockContendedException;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.Printable;

/**
 * Locks that belong to threads, by key: what a registry's locks do.
 */
final class ThreadLocks
{
    /*
     * Whoever extends by hand shows a sign of life. A leader does so for months.
     */
    private static final Duration UNBOUNDED = Duration.ofDays(365 * 50);

    private final Holds holds = new Holds();
    private final Redlock redlock;
    private final LockOptions options;
    private volatile boolean isClosed;

    ThreadLocks(final Redlock redlock, final LockOptions options)
    {
        this.redlock = redlock;
        final LockOptions patient = options.withMaxAttempts(Integer.MAX_VALUE);
        this.options = options.isAutoExtend() ? patient : patient.withMaxHold(UNBOUNDED, Integer.MAX_VALUE);
    }

    /**
     * Locks again, if the present thread holds the lock.
     *
     * @return false if it does not.
     */
    boolean reenter(final String key, final @Nullable Duration ttl)
    {
        final Hold hold = holds.ofThisThread(key);
        if (hold == null)
        {
            return false;
        }

        final Outcome outcome = hold.extend(ttl);
        if (outcome != Outcome.EXTENDED && !hold.lease().isHeld())
        {
            throw lost(key, "before it was locked again");
        }
        if (outcome != Outcome.EXTENDED && !hold.isLastingWithoutExtension())
        {
            throw new CannotAcquireLockException("lock " + nameOf(key) +
                " cannot be locked again: it was not extended (" + outcome + ") and lasts for another " +
                hold.lease().remaining() + " only: look at the nodes, finish and unlock");
        }
        hold.enter();

        return true;
    }

    /**
     * Acquires a lock that the present thread does not hold.
     *
     * @return empty if somebody else has it.
     */
    Optional<Lease> acquire(final String key, final Duration within, final @Nullable Duration ttl)
        throws InterruptedException
    {
        checkOpen(key);
        try
        {
            return Optional.of(redlock.acquire(key, within, ttl == null ? options : options.withTtl(ttl)));
        }
        catch (final LockContendedException ex)
        {
            return Optional.empty();
        }
        catch (final RedlockException ex)
        {
            throw failed(key, ex);
        }
    }

    /**
     * As {@link #acquire}, by one attempt and whatever interrupts it.
     */
    Optional<Lease> attempt(final String key)
    {
        checkOpen(key);
        try
        {
            return redlock.tryAcquire(key, options);
        }
        catch (final RedlockException ex)
        {
            throw failed(key, ex);
        }
    }

    private void checkOpen(final String key)
    {
        if (isClosed)
        {
            throw new CannotAcquireLockException("lock " + nameOf(key) +
                " cannot be locked: the registry is destroyed; stop what locks before it");
        }
    }

    void enter(final String key, final Lease lease, final @Nullable Duration ttl)
    {
        holds.put(key, new Hold(lease, ttl == null ? options.ttl() : ttl));
    }

    void unlock(final String key)
    {
        final Hold hold = holds.ofThisThread(key);
        if (hold == null)
        {
            throw new IllegalStateException(
                "lock " + nameOf(key) + " is not held by this thread: unlock on the thread that locked");
        }
        if (hold.leave())
        {
            holds.remove(key);
            release(key, hold.lease());
        }
    }

    private static void release(final String key, final Lease lease)
    {
        final Outcome outcome = lease.release();
        if (outcome == Outcome.CLOSED)
        {
            throw lost(key, "before unlock() because the client was closed");
        }
        if (outcome == Outcome.EXPIRED || outcome == Outcome.STALE_TERM)
        {
            throw lost(key, "before unlock()");
        }
    }

    private static ConcurrentModificationException lost(final String key, final String when)
    {
        return new ConcurrentModificationException("lock " + nameOf(key) + " was lost " + when +
            ": the work was not protected to its end, so check what it did; use a longer time to live, " +
            "lock again or renewLock in between, or options withAutoExtend");
    }

    private static CannotAcquireLockException failed(final String key, final RedlockException why)
    {
        return new CannotAcquireLockException("lock " + nameOf(key) + " was not locked", why);
    }

    /**
     * Extends what the present thread holds.
     */
    void renew(final String key, final @Nullable Duration ttl)
    {
        final Hold hold = holds.ofThisThread(key);
        if (hold == null)
        {
            throw new IllegalStateException(
                "lock " + nameOf(key) + " is not held by this thread: renew it on the thread that locked");
        }
        final Outcome outcome = hold.extend(ttl);
        if (outcome != Outcome.EXTENDED)
        {
            throw new IllegalStateException("lock " + nameOf(key) + " was not renewed: " + outcome + "; " +
                (hold.lease().isHeld() ? "it is held for another " + hold.lease().remaining() +
                " as before: try again before that is over" : "it is lost: stop the work"));
        }
    }

    void forgetTheDead()
    {
        holds.forgetTheDead();
    }

    /**
     * From now on nothing is acquired. What is held can be extended and unlocked.
     */
    void close()
    {
        isClosed = true;
        holds.forgetTheDead();
    }

    int heldCount()
    {
        return holds.size();
    }

    static String nameOf(final String key)
    {
        return "'" + Printable.of(key) + "'";
    }

    @Override
    public String toString()
    {
        return redlock.toString();
    }
}
