/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.fake;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Waits for what must happen, and says so when it does not. Long, because nothing but a failure takes so
 * long.
 */
public final class Deadline
{
    private static final long SECONDS = 20;

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
            Thread.yield();
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
