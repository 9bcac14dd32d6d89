// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import org.jspecify.annotations.Nullable;

/**
 * Work under a lock that has a result; see {@link Redlock#call(String, java.time.Duration, LockedCall)}.
 *
 * @param <T> type of the result; may be null.
 * @param <X> what it may throw; {@link RuntimeException} if nothing checked.
 */
@FunctionalInterface
public interface LockedCall<T extends @Nullable Object, X extends Exception>
{
    /**
     * Does the work, on the thread that called.
     *
     * @param lease that protects it; released after it.
     * @return its result.
     * @throws X if it fails.
     */
    T call(Lease lease) throws X;
}
