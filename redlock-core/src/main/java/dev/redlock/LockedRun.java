// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

/**
 * Work under a lock; see {@link Redlock#run(String, java.time.Duration, LockedRun)}.
 *
 * @param <X> what it may throw; {@link RuntimeException} if nothing checked.
 */
@FunctionalInterface
public interface LockedRun<X extends Exception>
{
    /**
     * Does the work, on the thread that called.
     *
     * @param lease that protects it; released after it.
     * @throws X if it fails.
     */
    void run(Lease lease) throws X;
}
