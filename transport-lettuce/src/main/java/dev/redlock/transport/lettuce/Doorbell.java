// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Where the engine's thread waits for news of Lettuce's threads. One thread waits; any thread rings.
 */
final class Doorbell
{
    /*
     * A producer publishes its news, then rings. The engine sets waiter, then looks for news. So at least one
     * sees the other. A wake-up is kept here until it has ended a wait.
     */
    private volatile Thread waiter;
    private volatile boolean isWoken;

    /**
     * Ends the present wait, or else the next one. Any thread.
     */
    void wakeup()
    {
        isWoken = true;
        ring();
    }

    /**
     * Makes the waiter look for news. Any thread, after it has published its news.
     */
    void ring()
    {
        final Thread thread = waiter;
        if (thread != null)
        {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Waits for news or a wake-up. An interrupted thread does not wait, and stays interrupted.
     *
     * @param maxWaitNs approximate upper limit.
     * @param hasNews   looks for news.
     */
    void await(final long maxWaitNs, final BooleanSupplier hasNews)
    {
        final long startNs = System.nanoTime();
        waiter = Thread.currentThread();
        long leftNs = maxWaitNs;
        while (leftNs > 0 && !isWoken && !hasNews.getAsBoolean() && !Thread.currentThread().isInterrupted())
        {
            LockSupport.parkNanos(this, leftNs);
            leftNs = maxWaitNs - (System.nanoTime() - startNs);
        }
        waiter = null;
        isWoken = false;
    }
}
