// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.tools;

import org.agrona.concurrent.NanoClock;

/**
 * The system's monotonic clock, which a test can stop, move on by an exact amount, and let run again. It
 * never goes back.
 */
public final class TestClock implements NanoClock
{
    private long aheadNs;
    private long stoppedNs;
    private boolean isStopped;
    private Thread awake;

    @Override
    public synchronized long nanoTime()
    {
        while (awake != null && awake != Thread.currentThread())
        {
            standStill();
        }

        return isStopped ? stoppedNs : System.nanoTime() + aheadNs;
    }

    private void standStill()
    {
        try
        {
            wait();
        }
        catch (final InterruptedException e)
        {
            throw new IllegalStateException("interrupted while the clock stood still", e);
        }
    }

    public synchronized void stop()
    {
        stoppedNs = nanoTime();
        isStopped = true;
    }

    /**
     * Stops, as the clock of a machine that is suspended: with it stands still who reads it, but for this
     * thread.
     */
    public synchronized void suspend()
    {
        stop();
        awake = Thread.currentThread();
    }

    public synchronized void advance(final long ns)
    {
        if (!isStopped || ns < 0)
        {
            throw new IllegalStateException("only a stopped clock is moved, and only forwards");
        }
        stoppedNs += ns;
    }

    public synchronized void run()
    {
        aheadNs = stoppedNs - System.nanoTime();
        isStopped = false;
        awake = null;
        notifyAll();
    }
}
