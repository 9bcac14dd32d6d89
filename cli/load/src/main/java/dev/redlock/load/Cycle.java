// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

import dev.redlock.outcome.Outcome;

/**
 * What one thread does again and again: it acquires a lock, then releases it.
 */
public interface Cycle
{
    /**
     * Acquires a lock.
     *
     * @return {@link Outcome#ACQUIRED}, or why not.
     * @throws InterruptedException if the thread is interrupted.
     */
    Outcome acquire() throws InterruptedException;

    /**
     * Releases it.
     *
     * @return {@link Outcome#RELEASED}, or why that is not confirmed.
     * @throws InterruptedException if the thread is interrupted.
     */
    Outcome release() throws InterruptedException;

    /**
     * Lets time pass.
     *
     * @param instantNs until then.
     */
    default void waitUntil(final long instantNs)
    {
        Pause.until(instantNs);
    }
}
