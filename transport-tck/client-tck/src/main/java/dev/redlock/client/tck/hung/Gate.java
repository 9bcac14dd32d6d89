// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.hung;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The application's code that hangs: holds up those that pass from some moment on, until it is closed.
 */
final class Gate implements AutoCloseable
{
    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicInteger toHold = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * The next one that passes, and nobody else.
     */
    void holdNext()
    {
        toHold.set(1);
    }

    /**
     * Everyone.
     */
    void holdAll()
    {
        toHold.set(Integer.MAX_VALUE);
    }

    int waiting()
    {
        return waiting.get();
    }

    void pass()
    {
        pass(true);
    }

    /**
     * Passes, if this is the place that is to hang; else nothing happens.
     */
    void pass(final boolean isHere)
    {
        if (isHere && toHold.getAndUpdate((count) -> Math.max(0, count - 1)) > 0)
        {
            waiting.incrementAndGet();
            try
            {
                open.await();
            }
            catch (final InterruptedException ex)
            {
                throw new IllegalStateException(ex);
            }
            finally
            {
                waiting.decrementAndGet();
            }
        }
    }

    @Override
    public void close()
    {
        toHold.set(0);
        open.countDown();
    }
}
