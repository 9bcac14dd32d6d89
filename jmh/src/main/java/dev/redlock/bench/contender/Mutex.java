// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

/**
 * A lock as one thread uses it.
 */
public interface Mutex
{
    /**
     * Acquires, or gives up.
     *
     * @param withinNs the patience; 0 for one attempt.
     * @return true if it is held now.
     * @throws InterruptedException if the thread is interrupted.
     */
    boolean acquire(long withinNs) throws InterruptedException;

    /**
     * Releases what is held, and waits until the release is confirmed.
     *
     * @return true if it was.
     * @throws InterruptedException if the thread is interrupted.
     */
    boolean release() throws InterruptedException;
}
