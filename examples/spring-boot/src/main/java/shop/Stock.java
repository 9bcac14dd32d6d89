// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package shop;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

import dev.redlock.spring.boot.Locked;
import dev.redlock.spring.boot.LockedContext;

/**
 * The table of what is left. The lock keeps others from the item while one sale reads and writes; the fencing
 * token keeps out a sale that goes on although its lock is over, as after a long pause.
 */
@Service
class Stock
{
    private final JdbcClient jdbc;

    Stock(final JdbcClient jdbc)
    {
        this.jdbc = jdbc;
    }

    /**
     * Sells one, and commits before the lock is released.
     *
     * @return how many are left.
     */
    @Locked(name = "stock", key = "#item", ttl = "5s", within = "500ms", fenced = true)
    @Transactional
    public int sell(final String item)
    {
        final long token = LockedContext.current().fencingToken();
        raiseFence(item, token);
        final int left = jdbc.sql("select amount from stock where item = ?").param(item)
            .query(Integer.class).optional().orElse(0) - 1;
        if (left < 0)
        {
            throw new SoldOutException(item);
        }
        final int written = jdbc.sql("update stock set amount = ?, fence = ? where item = ? and fence <= ?")
            .params(left, token, item, token).update();
        if (written == 0)
        {
            throw new IllegalStateException("a later sale of " + item + " has come before this one");
        }

        return left;
    }

    /*
     * Before the first read: from here on no earlier sale can write this item. That it was not ours to raise
     * is seen by the write.
     */
    private void raiseFence(final String item, final long token)
    {
        jdbc.sql("update stock set fence = ? where item = ? and fence <= ?")
            .params(token, item, token).update();
    }

    /**
     * There is nothing left to sell.
     */
    static final class SoldOutException extends RuntimeException
    {
        private static final long serialVersionUID = 1L;

        SoldOutException(final String item)
        {
            super("no " + item + " is left");
        }
    }
}
