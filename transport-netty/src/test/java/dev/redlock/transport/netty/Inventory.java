// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.redlock.LockContendedException;
import dev.redlock.Redlock;

public final class Inventory
{
    private final Map<String, Integer> stock = new ConcurrentHashMap<>();    // stands for the database
    private final Redlock redlock;
    private final Duration patience;

    public Inventory(final Redlock redlock, final Duration patience)
    {
        this.redlock = redlock;
        this.patience = patience;
    }

    public void put(final String item, final int count)
    {
        stock.put(item, count);
    }

    public int left(final String item)
    {
        return stock.get(item);
    }

    /** Returns false if somebody else is selling it. */
    public boolean sell(final String item, final Runnable payment) throws InterruptedException
    {
        try
        {
            // throws also if too few nodes answer, or if the lease ends before the work does
            return redlock.call("stock:" + item, patience, (lease) ->
            {
                payment.run();
                if (lease.isHeld())
                {
                    stock.merge(item, -1, Integer::sum);
                }

                return true;
            });
        }
        catch (final LockContendedException ex)
        {
            return false;
        }
    }
}
