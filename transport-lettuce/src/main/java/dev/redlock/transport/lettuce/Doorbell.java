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
