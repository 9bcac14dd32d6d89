// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Some items with a stock each, as careless as a table that is read, thought about, and written. It needs a
 * lock around it; without one, sales get lost.
 */
final class DemoInventory
{
    private static final long LONGEST_THOUGHT_NS = 1_000_000L;

    private final AtomicLongArray stock;
    private final long initial;
    private final LongAdder sold = new LongAdder();

    /**
     * A full stock.
     *
     * @param items   how many.
     * @param initial stock of each.
     */
    DemoInventory(final int items, final long initial)
    {
        this.initial = initial;
        stock = new AtomicLongArray(items);
        IntStream.range(0, items).forEach((i) -> stock.set(i, initial));
    }

    int items()
    {
        return stock.length();
    }

    /**
     * Sells one piece: reads, pauses, writes.
     *
     * @param item     index.
     * @param mayWrite asked right before the write.
     * @return false if nothing is left, or the write was not allowed.
     */
    boolean sell(final int item, final BooleanSupplier mayWrite)
    {
        final long seen = stock.get(item);
        if (seen == 0)
        {
            return false;
        }

        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_THOUGHT_NS));
        if (!mayWrite.getAsBoolean())
        {
            return false;
        }
        stock.set(item, seen - 1);
        sold.increment();

        return true;
    }

    /**
     * Sales that the sellers believe to have made.
     */
    long sold()
    {
        return sold.sum();
    }

    /**
     * What there was to sell.
     */
    long total()
    {
        return initial * stock.length();
    }

    /**
     * What the stock says was sold.
     */
    long missing()
    {
        long left = 0;
        for (int i = 0; i < stock.length(); i++)
        {
            left += stock.get(i);
        }

        return total() - left;
    }

    boolean isSoldOut()
    {
        return missing() == total();
    }

    boolean addsUp()
    {
        return sold() == missing();
    }
}
