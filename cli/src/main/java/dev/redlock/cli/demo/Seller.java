// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;

/**
 * A thread that sells piece after piece, each under the lock of its item. Without a client it sells without
 * locks.
 */
final class Seller extends Thread
{
    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final long UNBOUNDED_NS = Duration.ofDays(1).toNanos();

    private final Shop shop;
    private final LockHandle[] locks;
    private volatile boolean isOver;
    private volatile Throwable error;

    /**
     * A seller that has not begun.
     *
     * @param index   of the seller.
     * @param shop    where to sell.
     * @param redlock client; null to do without locks.
     * @param keys    prefix of the keys of the items.
     * @param ttl     of the locks.
     */
    Seller(final int index, final Shop shop, final Redlock redlock, final String keys, final Duration ttl)
    {
        super("seller-" + index);
        setDaemon(true);
        this.shop = shop;
        locks = redlock == null ? null : new LockHandle[shop.inventory().items()];
        for (int i = 0; locks != null && i < locks.length; i++)
        {
            locks[i] = redlock.handle(keys + i, LockOptions.DEFAULT.withTtl(ttl));
        }
    }

    @Override
    public void run()
    {
        try
        {
            while (!isOver && !shop.inventory().isSoldOut())
            {
                final int item = ThreadLocalRandom.current().nextInt(shop.inventory().items());
                if (locks == null)
                {
                    sellWithoutLock(item);
                }
                else
                {
                    sellWithLock(item, locks[item]);
                }
            }
        }
        catch (final InterruptedException | RuntimeException ex)
        {
            error = ex;
        }
    }

    private void sellWithLock(final int item, final LockHandle lock) throws InterruptedException
    {
        final long term = lock.acquire(PATIENCE);
        if (term > 0)
        {
            shop.passes().increment();
            final long endNs = shop.checker().enter(item, () -> lock.remainingNs(term));
            shop.inventory().sell(item, () -> lock.isHeld(term));
            shop.checker().leave(item, endNs);
            lock.release(term);
        }
    }

    private void sellWithoutLock(final int item)
    {
        shop.passes().increment();
        final long endNs = shop.checker().enter(item, () -> UNBOUNDED_NS);
        shop.inventory().sell(item, () -> true);
        shop.checker().leave(item, endNs);
    }

    /**
     * Ends after the piece that is being sold.
     */
    void end()
    {
        isOver = true;
    }

    /**
     * What broke this seller.
     *
     * @return null if nothing did.
     */
    Throwable error()
    {
        return error;
    }
}
