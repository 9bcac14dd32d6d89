// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Which threads hold which locks through the lock views of one client. A thread sees its own only, and what
 * it holds is forgotten with it.
 *
 * @param <L> what is held.
 */
public final class LockOwners<L>
{
    /*
     * Who locks and never unlocks, as the lease was lost, is not remembered for ever.
     */
    private static final int MANY = 64;

    private final ThreadLocal<Map<String, L>> leases = ThreadLocal.withInitial(HashMap::new);
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
        final L lease = leases.get().get(key);
        dropIfEmpty();

        return lease;
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
        final Map<String, L> own = leases.get();
        if (own.size() >= MANY)
        {
            own.values().removeIf(isOver);
        }

        return own.put(key, lease);
    }

    /**
     * The present thread unlocks.
     *
     * @param key of the lock.
     * @return its lease; null if it has none.
     */
    public L leave(final String key)
    {
        final L lease = leases.get().remove(key);
        dropIfEmpty();

        return lease;
    }

    private void dropIfEmpty()
    {
        if (leases.get().isEmpty())
        {
            leases.remove();
        }
    }
}
