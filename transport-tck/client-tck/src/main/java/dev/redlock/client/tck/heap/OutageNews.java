// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.heap;

import java.util.concurrent.atomic.AtomicInteger;

import dev.redlock.RedlockEvents;
import dev.redlock.outcome.LostReason;

/**
 * Hears the news of a client while the heap is full. It needs no memory, or more than there is.
 */
final class OutageNews implements RedlockEvents
{
    /**
     * Begins the keys of leases whose losses count here. Callers have leases of their own.
     */
    static final String HELD = "held-";

    private static final int MUCH = 1 << 20;

    final AtomicInteger losses = new AtomicInteger();
    final AtomicInteger ends = new AtomicInteger();
    volatile long endedNs;
    volatile byte[] notes;
    private final boolean isGreedy;

    OutageNews(final boolean isGreedy)
    {
        this.isGreedy = isGreedy;
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        if (key.startsWith(HELD))
        {
            takeMemory();
            losses.incrementAndGet();
        }
    }

    @Override
    public void onError(final Throwable error)
    {
        final String message = error.getMessage();
        if (message != null && message.startsWith("the engine of client"))
        {
            endedNs = System.nanoTime();
            takeMemory();
            ends.incrementAndGet();
        }
    }

    private void takeMemory()
    {
        if (isGreedy)
        {
            notes = new byte[MUCH];
        }
    }
}
