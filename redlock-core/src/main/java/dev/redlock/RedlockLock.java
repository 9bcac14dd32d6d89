// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import dev.redlock.outcome.Outcome;

/**
 * A distributed lock in the shape of {@link Lock}, for code that expects one. It differs from the usual
 * contract:
 * <ul>
 * <li>It is <b>not reentrant</b>: a thread that locks it again gets {@link IllegalStateException}.</li>
 * <li>It can be <b>lost</b>: a lease ends at its validity deadline whether or not {@link #unlock()} was
 * called. Enable automatic extension, or keep the work shorter than the time to live. {@link #unlock()} after
 * a loss throws {@link IllegalMonitorStateException}, as the work was not protected to its end. Ask {@link
 * #isHeldByCurrentThread()} before every side effect.</li>
 * <li>{@link #lock()} waits without bound, as the interface demands, even while no quorum of nodes is up;
 * only a closed client ends it, with {@link RedlockMisuseException}. Where it cannot begin, as
 * {@link RedlockBuilder#maxHandles} is reached, it throws {@link LimitReachedException}. Prefer {@link
 * #tryLock(long, TimeUnit)}.</li>
 * <li>{@link #tryLock()} is false only if somebody else holds the lock. It throws a {@link
 * RedlockException} of its kind for everything else, such as a lack of nodes, or a lease that this thread has
 * acquired itself. {@link #lock()} waits for the end of such a lease, as another thread may release it.</li>
 * <li>Inside {@link Redlock#call(String, Duration, LockedCall)} with the same key, and wherever else
 * {@link Lease#bindToThread()} was called, a thread would wait for itself: all of them throw {@link
 * RedlockMisuseException} at once.</li>
 * <li>The configured maximum bounds the hold.</li>
 * <li>There are no conditions.</li>
 * </ul>
 * The interface has no place for a term, so a term is bound to the thread that locked; only that thread can
 * unlock. The client keeps the owner, so all views of one key are the same lock: a thread can unlock through
 * any of them, and can lock again through none. No monitor is held while waiting.
 */
public final class RedlockLock implements Lock
{
    private static final long WITHOUT_BOUND_NS =
        Durations.toNanos("patience", Duration.ofSeconds(Long.MAX_VALUE));

    private final Redlock redlock;
    private final String key;
    private final LockOptions options;

    /*
     * Where the interface sets no time limit, it sets no limit of attempts either.
     */
    private final LockOptions unlimited;

    RedlockLock(final Redlock redlock, final String key, final LockOptions options)
    {
        this.redlock = redlock;
        this.key = key;
        this.options = options;
        unlimited = options.withMaxAttempts(Integer.MAX_VALUE);
    }

    @Override
    public void lock()
    {
        checkNotHeld();
        boolean wasInterrupted = false;
        try
        {
            Acquirer.Result result =
                redlock.acquirer().attemptUninterruptibly(key, unlimited, WITHOUT_BOUND_NS);
            while (isToBeRepeated(result))
            {
                wasInterrupted |= redlock.pause();
                result = redlock.acquirer().attemptUninterruptibly(key, unlimited, WITHOUT_BOUND_NS);
            }
            enter(result);
        }
        finally
        {
            if (wasInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException
    {
        checkNotHeld();
        Acquirer.Result result = redlock.acquirer().attempt(key, unlimited, WITHOUT_BOUND_NS);
        while (isToBeRepeated(result))
        {
            if (redlock.pause())
            {
                throw new InterruptedException();
            }
            result = redlock.acquirer().attempt(key, unlimited, WITHOUT_BOUND_NS);
        }
        enter(result);
    }

    @Override
    public boolean tryLock()
    {
        checkNotHeld();

        return enter(redlock.acquirer().attemptUninterruptibly(key, options, 0));
    }

    @Override
    public boolean tryLock(final long time, final TimeUnit unit) throws InterruptedException
    {
        checkNotHeld();

        final Duration within = Duration.ofNanos(Math.max(0, unit.toNanos(time)));

        return enter(redlock.acquirer().attempt(key, options, Durations.toNanos("patience", within)));
    }

    @Override
    public void unlock()
    {
        final Lease lease = redlock.lockOwners().of(key);
        if (lease == null)
        {
            throw new IllegalMonitorStateException(
                "the lock " + shown() + " is not held by this thread: unlock on the thread that locked");
        }

        // It throws in a callback, which must not wait: the lock stays this thread's, to be unlocked later.
        final Outcome outcome = lease.release();
        redlock.lockOwners().leave(key);
        if (outcome == Outcome.CLOSED)
        {
            throw new IllegalMonitorStateException("the lock " + shown() +
                " was lost before unlock() because the client was closed: the work was not protected to " +
                "its end; close the client after the work");
        }
        if (outcome == Outcome.EXPIRED || outcome == Outcome.STALE_TERM)
        {
            throw new IllegalMonitorStateException("the lock " + shown() +
                " was lost before unlock(): the work was not protected to its end; use a longer time to " +
                "live or automatic extension");
        }
    }

    /**
     * Not supported.
     *
     * @return never.
     */
    @Override
    public Condition newCondition()
    {
        throw new UnsupportedOperationException("a distributed lock has no conditions");
    }

    /**
     * Whether the present thread holds the lock now, by a fresh reading of the clock: false once its validity
     * is over, even if it has not unlocked.
     *
     * @return true if validity is left.
     */
    public boolean isHeldByCurrentThread()
    {
        return remainingNs() > 0;
    }

    /**
     * Validity that is left to the present thread. Check it right before every side effect.
     *
     * @return zero if it does not hold the lock.
     */
    public Duration remaining()
    {
        return Duration.ofNanos(remainingNs());
    }

    private long remainingNs()
    {
        final Lease lease = redlock.lockOwners().of(key);

        return lease == null ? 0 : lease.remainingNs();
    }

    private void checkNotHeld()
    {
        if (isHeldByCurrentThread())
        {
            throw new IllegalStateException("the lock " + shown() +
                " is held by this thread and not reentrant");
        }
    }

    /*
     * The interface knows no failure of nodes. Only a closed client ends an unbounded wait.
     */
    private static boolean isToBeRepeated(final Acquirer.Result result)
    {
        return result.failure() != null && !result.failure().isClosed();
    }

    /*
     * A lock that could not be kept for this thread, as memory is short, is one that nobody could unlock.
     */
    private boolean enter(final Acquirer.Result result)
    {
        if (result.lease() == null)
        {
            checkHeldByAnother(result);

            return false;
        }

        boolean isEntered = false;
        try
        {
            enter(result.lease());
            isEntered = true;
        }
        finally
        {
            if (!isEntered)
            {
                result.giveBack();
            }
        }

        return true;
    }

    /*
     * Nobody else holds what this thread does: false would send it away from its own work.
     */
    private static void checkHeldByAnother(final Acquirer.Result result)
    {
        if (!result.failure().isContention() || result.failure().isOwn())
        {
            result.orThrow();
        }
    }

    private void enter(final Lease lease)
    {
        final Lease lost = redlock.lockOwners().enter(key, lease.bindToThread());
        if (lost != null)
        {
            lost.close();
        }
    }

    private String shown()
    {
        return redlock.shown(key);
    }

    @Override
    public String toString()
    {
        return "lock " + shown();
    }
}
