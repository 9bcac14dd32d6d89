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
     * News is published before the bell is rung, and the one who waits says that he waits before he looks for
     * news. So either he sees the news, or whoever brings it sees him. A wake-up is news that is kept here,
     * until a wait has ended by it.
     */
    private volatile Thread waiter;
    private volatile boolean isWoken;

    /**
     * Ends the wait, the present one or the next. Any thread.
     */
    void wakeup()
    {
        isWoken = true;
        ring();
    }

    /**
     * Makes the one who waits look for news. Any thread, after the news has been published.
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
     * @param maxWaitNs at most about so long.
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
