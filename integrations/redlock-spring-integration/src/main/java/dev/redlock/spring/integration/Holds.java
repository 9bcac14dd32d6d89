// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * What threads hold. By thread, as a thread whose lease was lost may still have to learn that from its
 * unlock, while another one holds the lock.
 */
final class Holds
{
    private final Map<Place, ThreadHold> holds = new ConcurrentHashMap<>();

    @Nullable ThreadHold ofThisThread(final String key)
    {
        return holds.get(new Place(key, Thread.currentThread()));
    }

    void put(final String key, final ThreadHold hold)
    {
        holds.put(new Place(key, Thread.currentThread()), hold);
    }

    void remove(final String key)
    {
        holds.remove(new Place(key, Thread.currentThread()));
    }

    /**
     * Forgets leases that are over and whose threads have ended without unlocking: nobody else can.
     */
    void forgetTheDead()
    {
        holds.entrySet().removeIf((entry) ->
        {
            final boolean isDead = !entry.getKey().thread.isAlive() && !entry.getValue().lease().isHeld();
            if (isDead)
            {
                entry.getValue().lease().close();
            }

            return isDead;
        });
    }

    int size()
    {
        return holds.size();
    }

    private record Place(String key, Thread thread)
    {
    }
}
