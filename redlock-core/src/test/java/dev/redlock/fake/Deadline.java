// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.fake;

import static org.assertj.core.api.Assertions.fail;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for what must happen, and says so when it does not. Long, because nothing but a failure takes so
 * long.
 */
public final class Deadline
{
    private static final long SECONDS = 20;
    private static final long LOOK_NS = 50_000;

    private Deadline()
    {
    }

    public static void await(final String what, final BooleanSupplier condition)
    {
        final long startNs = System.nanoTime();
        while (!condition.getAsBoolean())
        {
            if (System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(SECONDS))
            {
                fail("did not happen within " + SECONDS + " s: " + what);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    public static <T> T get(final CompletableFuture<T> future) throws InterruptedException, ExecutionException
    {
        try
        {
            return future.get(SECONDS, TimeUnit.SECONDS);
        }
        catch (final TimeoutException ex)
        {
            throw new AssertionError("no result within " + SECONDS + " s", ex);
        }
    }

    /**
     * The result of work on another thread.
     */
    public static <T> CompletableFuture<T> elsewhere(final Callable<T> work)
    {
        final CompletableFuture<T> result = new CompletableFuture<>();
        start(result, work);

        return result;
    }

    /**
     * Starts another thread, which does the work and tells its result or its failure.
     */
    public static <T> Thread start(final CompletableFuture<T> result, final Callable<T> work)
    {
        final Thread thread = new Thread(() ->
        {
            try
            {
                result.complete(work.call());
            }
            catch (final Throwable ex)
            {
                result.completeExceptionally(ex);
            }
        }, "another thread");
        thread.setDaemon(true);
        thread.start();

        return thread;
    }

    public static void join(final Thread thread) throws InterruptedException
    {
        thread.join(TimeUnit.SECONDS.toMillis(SECONDS));
        if (thread.isAlive())
        {
            final AssertionError failure = new AssertionError(thread + " does not end");
            failure.setStackTrace(thread.getStackTrace());
            throw failure;
        }
    }
}
