// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

/**
 * What was thrown first while many were answered, each by itself. What an application throws is told where it
 * is called, so this is a fault of ours, or a machine without memory.
 */
public final class FirstError
{
    private Throwable first;

    /**
     * Nothing was thrown.
     */
    public FirstError()
    {
    }

    /**
     * One of them has thrown.
     */
    public void add(final Throwable error)
    {
        if (first == null)
        {
            first = error;
        }
    }

    /**
     * All have been answered.
     */
    public void rethrow()
    {
        rethrow(first);
    }

    static void rethrow(final Throwable error)
    {
        if (error instanceof Error grave)
        {
            throw grave;
        }
        if (error instanceof RuntimeException exception)
        {
            throw exception;
        }
        if (error != null)
        {
            throw new IllegalStateException(error);
        }
    }
}
