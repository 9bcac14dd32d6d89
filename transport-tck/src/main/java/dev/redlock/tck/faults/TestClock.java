// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.faults;

import org.agrona.concurrent.NanoClock;

/**
 * The system's monotonic clock, which a test can stop, move on by an exact amount, and let run again. It
 * never goes back.
 */
final class TestClock implements NanoClock
{
    private long aheadNs;
    private long stoppedNs;
    private boolean isStopped;

    @Override
    public synchronized long nanoTime()
    {
        return isStopped ? stoppedNs : System.nanoTime() + aheadNs;
    }

    synchronized void stop()
    {
        stoppedNs = nanoTime();
        isStopped = true;
    }

    synchronized void advance(final long ns)
    {
        if (!isStopped || ns < 0)
        {
            throw new IllegalStateException("only a stopped clock is moved, and only forwards");
        }
        stoppedNs += ns;
    }

    synchronized void run()
    {
        aheadNs = stoppedNs - System.nanoTime();
        isStopped = false;
    }
}
