// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The daemon thread of a connection, on which its name is looked up and certificates are read and looked at,
 * because each may take long. There is none while there is nothing to do: a name that is not answered must
 * not stop the rest.
 */
final class Lookups implements Executor
{
    private static final long IDLE_MS = 500;

    /*
     * While one task hangs, one attempt after the other may leave a lookup, if the former is given up; but
     * only one at a time.
     */
    private static final int MOST_WAITING = 4;

    private final ThreadPoolExecutor threads;

    /**
     * Nothing runs yet.
     *
     * @param factory makes the thread.
     */
    Lookups(final ThreadFactory factory)
    {
        threads = new ThreadPoolExecutor(1, 1, IDLE_MS, TimeUnit.MILLISECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING), factory);
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Throws if the machine has no thread for it.
     */
    @Override
    public void execute(final Runnable work)
    {
        threads.execute(work);
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
