// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * Another thread.
 */
final class Elsewhere
{
    private static final long SECONDS = 60;

    private final FutureTask<?> task;
    private final Thread thread;

    private Elsewhere(final Callable<?> work)
    {
        task = new FutureTask<>(work);
        thread = new Thread(task, "elsewhere");
        thread.setDaemon(true);
        thread.start();
    }

    static Elsewhere start(final Callable<?> work)
    {
        return new Elsewhere(work);
    }

    static Object get(final Callable<?> work) throws Exception
    {
        return start(work).result();
    }

    Object result() throws Exception
    {
        try
        {
            return task.get(SECONDS, TimeUnit.SECONDS);
        }
        catch (final ExecutionException ex)
        {
            if (ex.getCause() instanceof Exception cause)
            {
                throw cause;
            }
            throw ex;
        }
    }

    void interrupt()
    {
        thread.interrupt();
    }

    boolean isEnded()
    {
        return !thread.isAlive();
    }
}
