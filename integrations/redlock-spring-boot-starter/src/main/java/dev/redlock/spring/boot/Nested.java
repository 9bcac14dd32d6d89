// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

/**
 * What happens when a method that is {@link Locked} is called by a thread that is inside another one with the
 * same key. It never waits for itself.
 */
public enum Nested
{
    /**
     * Works under the lease of the outer method, whose time to live counts. Fails with an {@link
     * IllegalStateException} if this method is fenced and the outer one is not, and with a {@link
     * dev.redlock.LeaseLostException} if that lease is over.
     */
    JOIN,

    /**
     * Fails at once with an {@link IllegalStateException}.
     */
    REFUSE
}
