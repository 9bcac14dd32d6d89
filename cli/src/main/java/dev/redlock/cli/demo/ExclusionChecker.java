// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Watches who holds which item, on one clock and apart from all stock: two at a time are a violation.
 */
final class ExclusionChecker
{
    /*
     * A stay begins after the lock was acquired and ends before its release is asked for, or with its
     * validity: a holder that sleeps beyond it does not hold any more, and must not write. The clock is read
     * inside the monitor of the item, so that the order of the entries is the order of the times, and before
     * the validity that is left, so that a stay is never thought to last longer than it does.
     */
    private final LongSupplier clock;
    private final Item[] items;

    /**
     * A checker that has seen nothing.
     *
     * @param itemCount how many items.
     * @param clock     monotonic, in nanoseconds.
     */
    ExclusionChecker(final int itemCount, final LongSupplier clock)
    {
        this.clock = clock;
        items = new Item[itemCount];
        for (int i = 0; i < itemCount; i++)
        {
            items[i] = new Item();
        }
    }

    /**
     * Somebody holds an item.
     *
     * @param item        index.
     * @param remainingNs tells how long yet, at the most.
     * @return to be given to {@link #leave} before the release.
     */
    Stay enter(final int item, final LongSupplier remainingNs)
    {
        synchronized (items[item])
        {
            final long nowNs = clock.getAsLong();
            final Stay stay = new Stay(nowNs + remainingNs.getAsLong());
            items[item].enter(stay, nowNs);

            return stay;
        }
    }

    /**
     * Somebody is about to let go of an item.
     *
     * @param item index.
     * @param stay from {@link #enter}.
     */
    void leave(final int item, final Stay stay)
    {
        synchronized (items[item])
        {
            items[item].stays.remove(stay);
        }
    }

    /**
     * Entries at which somebody else was still inside.
     */
    long violations()
    {
        long sum = 0;
        for (final Item item : items)
        {
            synchronized (item)
            {
                sum += item.violations;
            }
        }

        return sum;
    }

    private static final class Item
    {
        private final List<Stay> stays = new ArrayList<>();
        private long violations;

        private void enter(final Stay stay, final long nowNs)
        {
            if (stay.untilNs - nowNs > 0 && stays.stream().anyMatch((other) -> other.untilNs - nowNs > 0))
            {
                violations++;
            }
            stays.add(stay);
        }
    }

    /**
     * The time of one holder with one item.
     */
    static final class Stay
    {
        private final long untilNs;

        private Stay(final long untilNs)
        {
            this.untilNs = untilNs;
        }
    }
}
