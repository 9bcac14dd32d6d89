// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test;

import java.util.concurrent.locks.ReentrantLock;

import dev.redlock.test.memory.MemoryNetwork;

/**
 * Lets a network in memory, whose time is virtual and which belongs to one thread, run in real time under the
 * threads of many clients: whoever comes holds the lock and first moves it to the present.
 */
final class RealTime
{
    private final ReentrantLock lock = new ReentrantLock();
    private final long originNs = System.nanoTime();
    private final MemoryNetwork network;
    private volatile long skippedNs;

    RealTime(final MemoryNetwork network)
    {
        this.network = network;
    }

    /**
     * The monotonic clock of all clients.
     */
    long nowNs()
    {
        return System.nanoTime() + skippedNs;
    }

    /**
     * From here to {@link #leave()} nobody else touches the network.
     */
    void enter()
    {
        lock.lock();
        catchUp();
    }

    /**
     * Within: what was sent arrives.
     */
    void catchUp()
    {
        network.runUntil(nowNs() - originNs);
    }

    void leave()
    {
        lock.unlock();
    }

    /**
     * Does something to the network, and lets it take effect.
     */
    void change(final Runnable change)
    {
        enter();
        try
        {
            change.run();
            catchUp();
        }
        finally
        {
            leave();
        }
    }

    /**
     * Moves the clocks of nodes and clients forward, as if the machine had stood still.
     *
     * @param then runs within.
     */
    void skip(final long durationNs, final Runnable then)
    {
        change(() ->
        {
            skippedNs += durationNs;
            then.run();
        });
    }
}
