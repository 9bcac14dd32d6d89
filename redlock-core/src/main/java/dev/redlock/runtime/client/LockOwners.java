// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Which threads hold which locks through the lock views of one client. A thread sees its own only.
 *
 * @param <L> what is held.
 */
public final class LockOwners<L>
{
    /*
     * Kept here and not with the threads, or a thread of a pool could keep a closed client. Threads are held
     * weakly, or the client could keep one that has died, with its class loader. Now and then the leases of
     * dead threads are forgotten, and those that the present thread has lost and never unlocked.
     */
    private static final int MANY = 64;

    private final Map<Owner, L> leases = new ConcurrentHashMap<>();
    private volatile int pruneAt = MANY;
    private final Predicate<L> isOver;

    /**
     * Nobody holds anything yet.
     *
     * @param isOver whether a lease has ended.
     */
    public LockOwners(final Predicate<L> isOver)
    {
        this.isOver = isOver;
    }

    /**
     * The lease of the present thread.
     *
     * @param key of the lock.
     * @return null if it has not locked, or has unlocked; it may be lost.
     */
    public L of(final String key)
    {
        return leases.get(new Owner(Thread.currentThread(), key));
    }

    /**
     * The present thread has locked.
     *
     * @param key   of the lock.
     * @param lease that it has.
     * @return an earlier lease that it has lost and not unlocked; null if there is none.
     */
    public L enter(final String key, final L lease)
    {
        final Thread thread = Thread.currentThread();
        if (leases.size() >= pruneAt)
        {
            leases.entrySet().removeIf(entry -> entry.getKey().isDead() ||
                entry.getKey().refersTo(thread) && isOver.test(entry.getValue()));
            pruneAt = Math.max(MANY, 2 * leases.size());
        }

        return leases.put(new Owner(thread, key), lease);
    }

    /**
     * The present thread unlocks.
     *
     * @param key of the lock.
     * @return its lease; null if it has none.
     */
    public L leave(final String key)
    {
        return leases.remove(new Owner(Thread.currentThread(), key));
    }

    private static final class Owner extends WeakReference<Thread>
    {
        private final String key;
        private final int hash;

        Owner(final Thread thread, final String key)
        {
            super(thread);
            this.key = key;
            hash = thread.hashCode() ^ key.hashCode();
        }

        boolean isDead()
        {
            final Thread thread = get();

            return thread == null || !thread.isAlive();
        }

        @Override
        public boolean equals(final Object other)
        {
            final Thread thread = get();

            return other == this || thread != null && other instanceof Owner owner &&
                owner.refersTo(thread) && owner.key.equals(key);
        }

        @Override
        public int hashCode()
        {
            return hash;
        }
    }
}
