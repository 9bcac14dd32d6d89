// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot;

/**
 * The thread was interrupted while it waited for the lock of a method that is {@link Locked} and does not
 * declare {@link InterruptedException}. Nothing is held, the method was not begun, and the thread's interrupt
 * status is set again.
 */
public final class LockedInterruptedException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    /**
     * For a method, named by its place.
     *
     * @param place the method.
     * @param cause the interruption.
     */
    public LockedInterruptedException(final String place, final InterruptedException cause)
    {
        super("interrupted while waiting for the lock of " + place + ", which was not begun", cause);
    }
}
