// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import dev.redlock.load.Load;

/**
 * One client of one way to lock, connected. Made by {@link ContenderKind#open(Target)}.
 */
public interface Contender extends AutoCloseable
{
    /**
     * A lock for one thread, which waits.
     *
     * @param key of the lock.
     * @return to be used by the calling thread only.
     */
    Mutex mutex(String key);

    /**
     * Many locks in flight, without a thread for each.
     *
     * @param keys one for each lock in flight.
     * @return the load.
     */
    default Load fleet(final String[] keys)
    {
        throw new UnsupportedOperationException(getClass().getSimpleName() + " has no form that does not " +
            "wait: leave it out of the scenarios with many locks in flight");
    }

    @Override
    void close();
}
