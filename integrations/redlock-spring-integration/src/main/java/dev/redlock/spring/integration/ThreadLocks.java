// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import java.time.Duration;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

import dev.redlock.Lease;
import dev.redlock.LockContendedException;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.outcome.Outcome;
import dev.redlock.text.Printable;

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
        final ThreadHold hold = holds.ofThisThread(key);
        if (hold == null)
        {
            return false;
        }

        final boolean wasHeld = hold.lease().isHeld();
        final Outcome outcome = hold.extend(ttl);
        final long leftMs = hold.lease().remaining().toMillis();
        if (outcome != Outcome.EXTENDED && !hold.lease().isHeld())
        {
            throw LossWords.beforeLockedAgain(
                nameOf(key), LossWords.ofExtension(hold.lease(), outcome, wasHeld));
        }
        if (outcome != Outcome.EXTENDED && !hold.isLastingWithoutExtension())
        {
            throw new CannotAcquireLockException("lock " + nameOf(key) + " cannot be locked again: " +
                whyNotExtended(outcome) + ", and it lasts for another " + inMs(leftMs) + " only; " +
                (outcome == Outcome.MAX_HOLD_REACHED ? "" : "look at the nodes, ") + "finish and unlock");
        }
        hold.enter();

        return true;
    }

    /**
     * Acquires a lock that the present thread does not hold.
     *
     * @return null if somebody else has it; no object around it, for which there may be no memory.
     */
    @Nullable Lease acquire(final String key, final Duration within, final @Nullable Duration ttl)
        throws InterruptedException
    {
        checkMayLock(key);
        try
        {
            return redlock.acquire(key, within, ttl == null ? options : options.withTtl(ttl));
        }
        catch (final LockContendedException ex)
        {
            // Nobody else holds what this thread has acquired itself.
            if (ex.isHeldByThisThread())
            {
                throw failed(key, ex);
            }

            return null;
        }
        catch (final RedlockException ex)
        {
            throw failed(key, ex);
        }
    }

    private void checkMayLock(final String key)
    {
        if (isClosed)
        {
            throw new CannotAcquireLockException("lock " + nameOf(key) +
                " cannot be locked: the registry is destroyed; stop what locks before it");
        }
    }

    void enter(final String key, final Lease lease, final @Nullable Duration ttl)
    {
        boolean isKept = false;
        try
        {
            holds.put(key, new ThreadHold(lease.bindToThread(), ttl == null ? options.ttl() : ttl));
            isKept = true;
        }
        finally
        {
            if (!isKept)
            {
                lease.close();
            }
        }
    }

    void unlock(final String key)
    {
        final ThreadHold hold = holds.ofThisThread(key);
        if (hold == null)
        {
            throw new IllegalStateException(
                "lock " + nameOf(key) + " is not held by this thread: unlock on the thread that locked");
        }
        if (hold.isReentered())
        {
            hold.leave();
        }
        else
        {
            release(key, hold.lease());
        }
    }

    /*
     * A release throws where its thread must not wait, as in a callback of the client. Then the lock stays
     * this thread's, to be unlocked later.
     */
    private void release(final String key, final Lease lease)
    {
        final boolean wasHeld = lease.isHeld();
        final Outcome outcome = lease.release();
        holds.remove(key);
        if (outcome == Outcome.CLOSED || outcome == Outcome.EXPIRED || outcome == Outcome.STALE_TERM)
        {
            throw LossWords.beforeUnlock(nameOf(key), LossWords.ofRelease(lease, outcome, wasHeld));
        }
    }

    private static CannotAcquireLockException failed(final String key, final RedlockException why)
    {
        return new CannotAcquireLockException(
            "lock " + nameOf(key) + " was not locked: " + why.getMessage(), why);
    }

    /**
     * Extends what the present thread holds.
     */
    void renew(final String key, final @Nullable Duration ttl)
    {
        final ThreadHold hold = holds.ofThisThread(key);
        if (hold == null)
        {
            throw new IllegalStateException(
                "lock " + nameOf(key) + " is not held by this thread: renew it on the thread that locked");
        }
        final boolean wasHeld = hold.lease().isHeld();
        final Outcome outcome = hold.extend(ttl);
        final long leftMs = hold.lease().remaining().toMillis();
        if (outcome != Outcome.EXTENDED && !hold.lease().isHeld())
        {
            throw LossWords.beforeRenewal(nameOf(key), LossWords.ofExtension(hold.lease(), outcome, wasHeld));
        }
        if (outcome != Outcome.EXTENDED)
        {
            throw new IllegalStateException("lock " + nameOf(key) + " was not renewed: " +
                whyNotExtended(outcome) + "; it is held for another " + inMs(leftMs) + " as before: " +
                (outcome == Outcome.MAX_HOLD_REACHED ? "finish" : "try again") + " before that is over");
        }
    }

    private static String whyNotExtended(final Outcome outcome)
    {
        return switch (outcome)
        {
            case INCONCLUSIVE -> "too few nodes answered";
            case MAX_HOLD_REACHED -> "the limit of withAutoExtend is reached";
            default -> "the client did not extend it (" + outcome + ")";
        };
    }

    private static String inMs(final long ms)
    {
        return String.format(Locale.ROOT, "%,d ms", ms);
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
