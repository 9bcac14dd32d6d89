// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeoutException;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;
import org.springframework.integration.util.CheckedCallable;
import org.springframework.integration.util.CheckedRunnable;
import org.springframework.scheduling.TaskScheduler;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockException;
import dev.redlock.text.DurationText;
import dev.redlock.text.Printable;

/**
 * Spring Integration's locks over a {@link Redlock} client, also for its {@code LockRegistryLeaderInitiator}.
 * <p>
 * <b>Locks</b> belong to the thread that locked, and are reentrant for it. Locking again extends the lease to
 * its time to live from then. All locks of one key and registry are the same; those of another registry
 * exclude them, in one process too. There are no conditions. Nothing is kept of a lock that nobody holds, so
 * a lock may be kept in a field for ever.
 * <p>
 * <b>A lease can be lost:</b> it ends at its validity deadline, or when too few nodes still have its key.
 * {@code unlock()} of the last level then throws {@link ConcurrentModificationException}, which says why: the
 * work was not protected to its end. {@code executeLocked} adds it to what the work throws, as suppressed.
 * Locking again throws it, too, instead of waiting for oneself, and such a thread still has to unlock. While
 * nodes are missing a lease cannot be extended; locking again works as long as a third of the time to live is
 * left, and then throws {@link CannotAcquireLockException}: a leader stands down before another one can be
 * elected.
 * <p>
 * <b>Failures:</b> {@code tryLock} is false only if somebody else holds the lock. A lack of nodes, a limit of
 * the client or a closed client is a {@link CannotAcquireLockException} with the {@link RedlockException}
 * as its cause; {@code lock()} and {@code lockInterruptibly()} wait for a holder without bound, but put up
 * with a lack of nodes for 10 s only. A time to live beyond {@link RedlockBuilder#longestTtl} is an {@link
 * IllegalArgumentException}.
 * <p>
 * The client belongs to whoever built it; close it after this registry. It must be in dedicated mode.
 * <p>
 * <b>Threads:</b> any.
 */
public final class RedlockLockRegistry
    implements ExpirableLockRegistry<DistributedLock>, RenewableLockRegistry<DistributedLock>, DisposableBean
{
    private final ThreadLocks locks;
    private final String registryKey;

    /**
     * A registry with the default options of the client.
     *
     * @param redlock     the client.
     * @param registryKey stands before each key, with a colon. Not blank.
     */
    public RedlockLockRegistry(final Redlock redlock, final String registryKey)
    {
        this(redlock, registryKey, requireNonNull(redlock, "redlock").defaults());
    }

    /**
     * A registry.
     *
     * @param redlock     the client.
     * @param registryKey stands before each key, with a colon. Not blank.
     * @param options     of all locks. The maximum hold bounds automatic extension, if that is asked for;
     *                    otherwise there is none: locking again and {@link #renewLock} extend for ever. Who
     *                    waits is not limited to a number of attempts.
     */
    public RedlockLockRegistry(final Redlock redlock, final String registryKey, final LockOptions options)
    {
        requireNonNull(redlock, "redlock");
        requireNonNull(options, "options");
        if (requireNonNull(registryKey, "registryKey").isBlank())
        {
            throw new IllegalArgumentException("registryKey is blank, but must say what the locks are for: " +
                "it stands before each key");
        }
        locks = new ThreadLocks(redlock, options);
        this.registryKey = registryKey;
    }

    /**
     * The lock of a key.
     *
     * @param lockKey a string.
     * @return equal to all others of the key.
     * @throws IllegalArgumentException if the key is not a string.
     */
    @Override
    public DistributedLock obtain(final Object lockKey)
    {
        return new RegistryLock(locks, keyOf(lockKey));
    }

    /**
     * Does work under a lock, and waits for the lock as {@code lockInterruptibly()}.
     *
     * @param lockKey a string.
     * @param work    is done by this thread.
     * @param <E>     what the work may throw.
     * @throws E                               of the work; if the lease was lost, with that {@link
     *                                         ConcurrentModificationException} as a suppressed exception.
     * @throws ConcurrentModificationException if the lease was lost and the work threw nothing.
     * @throws InterruptedException            if the thread is interrupted while it waits for the lock.
     */
    @Override
    public <E extends Throwable> void executeLocked(final Object lockKey, final CheckedRunnable<E> work)
        throws E, InterruptedException
    {
        requireNonNull(work, "work");
        try (LockedWork locked = locked(lockKey))
        {
            locked.run(work);
        }
    }

    /**
     * Does work under a lock, and returns its result. Waits for the lock as {@code lockInterruptibly()}.
     *
     * @param lockKey a string.
     * @param work    is done by this thread.
     * @param <T>     type of the result.
     * @param <E>     what the work may throw.
     * @return what the work returned.
     * @throws E                               as {@link #executeLocked(Object, CheckedRunnable)}.
     * @throws ConcurrentModificationException if the lease was lost and the work threw nothing.
     * @throws InterruptedException            if the thread is interrupted while it waits for the lock.
     */
    @Override
    public <T, E extends Throwable> T executeLocked(final Object lockKey, final CheckedCallable<T, E> work)
        throws E, InterruptedException
    {
        requireNonNull(work, "work");
        try (LockedWork locked = locked(lockKey))
        {
            return locked.call(work);
        }
    }

    /**
     * Does work under a lock, if that is obtained in time.
     *
     * @param lockKey  a string.
     * @param waitTime the longest wait for the lock.
     * @param work     is done by this thread.
     * @param <E>      what the work may throw.
     * @throws E                               as {@link #executeLocked(Object, CheckedRunnable)}.
     * @throws ConcurrentModificationException if the lease was lost and the work threw nothing.
     * @throws InterruptedException            if the thread is interrupted while it waits for the lock.
     * @throws TimeoutException                if somebody else held the lock all the time.
     */
    @Override
    public <E extends Throwable> void executeLocked(final Object lockKey, final Duration waitTime,
        final CheckedRunnable<E> work) throws E, InterruptedException, TimeoutException
    {
        requireNonNull(work, "work");
        try (LockedWork locked = lockedWithin(lockKey, waitTime))
        {
            locked.run(work);
        }
    }

    /**
     * Does work under a lock, if that is obtained in time, and returns its result.
     *
     * @param lockKey  a string.
     * @param waitTime the longest wait for the lock.
     * @param work     is done by this thread.
     * @param <T>      type of the result.
     * @param <E>      what the work may throw.
     * @return what the work returned.
     * @throws E                               as {@link #executeLocked(Object, CheckedRunnable)}.
     * @throws ConcurrentModificationException if the lease was lost and the work threw nothing.
     * @throws InterruptedException            if the thread is interrupted while it waits for the lock.
     * @throws TimeoutException                if somebody else held the lock all the time.
     */
    @Override
    public <T, E extends Throwable> T executeLocked(final Object lockKey, final Duration waitTime,
        final CheckedCallable<T, E> work) throws E, InterruptedException, TimeoutException
    {
        requireNonNull(work, "work");
        try (LockedWork locked = lockedWithin(lockKey, waitTime))
        {
            return locked.call(work);
        }
    }

    private LockedWork locked(final Object lockKey) throws InterruptedException
    {
        final DistributedLock lock = obtain(lockKey);
        lock.lockInterruptibly();

        return new LockedWork(lock);
    }

    private LockedWork lockedWithin(final Object lockKey, final Duration waitTime)
        throws InterruptedException, TimeoutException
    {
        final long waitNs = NANOSECONDS.convert(requireNonNull(waitTime, "waitTime"));
        final DistributedLock lock = obtain(lockKey);
        if (!lock.tryLock(waitNs, NANOSECONDS))
        {
            throw new TimeoutException(lock + " was not locked within " + DurationText.spaced(waitNs) +
                ": somebody else holds it; wait longer, or shorten the work under it");
        }

        return new LockedWork(lock);
    }

    /**
     * Extends the lease of the present thread to its time to live from now.
     *
     * @param lockKey a string.
     * @throws IllegalStateException if the thread does not hold the lock, or it was not extended: the message
     *                               says whether it is lost or lasts as long as before.
     */
    @Override
    public void renewLock(final Object lockKey)
    {
        locks.renew(keyOf(lockKey), null);
    }

    /**
     * Extends the lease of the present thread.
     *
     * @param lockKey a string.
     * @param ttl     time to live from now. Never shortens the lease.
     * @throws IllegalStateException    as {@link #renewLock(Object)}.
     * @throws IllegalArgumentException if the time is longer than the client allows.
     */
    @Override
    public void renewLock(final Object lockKey, final Duration ttl)
    {
        locks.renew(keyOf(lockKey), requireNonNull(ttl, "ttl"));
    }

    /**
     * Refused: the client extends leases itself.
     *
     * @throws UnsupportedOperationException always; the message names the option.
     */
    @Override
    public void setRenewalTaskScheduler(final TaskScheduler renewalTaskScheduler)
    {
        throw new UnsupportedOperationException("leases are extended by the client and not by a task " +
            "scheduler: give the registry LockOptions with withAutoExtend(maxHold)");
    }

    /**
     * Forgets what threads left behind that ended without unlocking, once their leases are over. Nothing else
     * needs to be removed: a lock that nobody holds takes no memory here, and one that is held stays.
     *
     * @param age without effect.
     */
    @Override
    public void expireUnusedOlderThan(final long age)
    {
        locks.forgetTheDead();
    }

    /**
     * Refuses to lock from now on. Threads that hold locks keep them and can unlock, extend them or lock them
     * again. The client stays open.
     */
    @Override
    public void destroy()
    {
        locks.close();
    }

    int heldCount()
    {
        return locks.heldCount();
    }

    private String keyOf(final Object lockKey)
    {
        if (requireNonNull(lockKey, "lockKey") instanceof String text)
        {
            return registryKey + ':' + text;
        }

        throw new IllegalArgumentException("the key of a lock is a " + lockKey.getClass().getName() +
            " but must be a String: convert it so that different objects get different keys");
    }

    @Override
    public String toString()
    {
        return "registry '" + Printable.of(registryKey) + "' of locks by " + locks;
    }
}
