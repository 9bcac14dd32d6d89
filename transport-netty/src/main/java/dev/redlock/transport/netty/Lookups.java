// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The daemon threads on which names are looked up and certificates read, because both may take long. There
 * are none while there is nothing to do, and one per connection at the most: a name that is not answered must
 * not stop the rest.
 */
final class Lookups
{
    private static final long IDLE_MS = 500;

    private final ThreadPoolExecutor threads;

    /**
     * Room for one lookup per connection.
     *
     * @param connections how many may run.
     * @param factory     makes their threads.
     */
    Lookups(final int connections, final ThreadFactory factory)
    {
        threads = new ThreadPoolExecutor(connections, connections, IDLE_MS, TimeUnit.MILLISECONDS,
            new ArrayBlockingQueue<>(connections), factory);
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Throws if the machine has no thread for it.
     */
    void execute(final Runnable lookup)
    {
        threads.execute(lookup);
    }

    void close()
    {
        threads.shutdownNow();
    }

    static Thread newThread(final Runnable work)
    {
        final Thread thread = new Thread(work, "redlock-netty-lookup");
        thread.setDaemon(true);

        return thread;
    }
}
