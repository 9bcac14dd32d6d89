// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.tools;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long this machine delays a thread that only has to wake up: no thread of the library can do better, and
 * a test of punctuality has to allow for it.
 */
public final class Hiccups implements AutoCloseable
{
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Thread thread = new Thread(this::run, "hiccups");
    private volatile long worstNs;
    private volatile long lookNs = System.nanoTime();
    private volatile boolean isAnew;
    private volatile boolean isClosed;

    public Hiccups()
    {
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Forgets what has been seen so far.
     */
    public void beginAnew()
    {
        isAnew = true;
    }

    /**
     * The worst so far, with the one that is not over yet.
     */
    public long worstNs()
    {
        if (!thread.isAlive())
        {
            throw new IllegalStateException("nobody has looked since the thread ended");
        }

        return Math.max(worstNs, System.nanoTime() - lookNs - INTERVAL_NS);
    }

    private void run()
    {
        while (!isClosed)
        {
            final long startNs = lookNs;
            LockSupport.parkNanos(INTERVAL_NS);
            final long nowNs = System.nanoTime();
            worstNs = Math.max(isAnew ? 0 : worstNs, nowNs - startNs - INTERVAL_NS);
            isAnew = false;
            lookNs = nowNs;
        }
    }

    @Override
    public void close()
    {
        isClosed = true;
    }
}
