// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Watches the holders of each item, on one clock and apart from all stock: two at a time are a violation.
 */
final class HolderChecker
{
    /*
     * A stay begins after the lock was acquired and ends before its release is asked for, or with its
     * validity: a holder that sleeps beyond it does not hold any more, and must not write. The clock is read
     * inside the monitor, so that the order of the entries is the order of the times, and before the validity
     * that is left, so that a stay is never thought to last longer than it does.
     */
    private final LongSupplier clock;
    private final List<List<Long>> endsByItem = new ArrayList<>();
    private long violations;

    /**
     * A checker that has seen nothing.
     *
     * @param itemCount how many items.
     * @param clock     monotonic, in nanoseconds.
     */
    HolderChecker(final int itemCount, final LongSupplier clock)
    {
        this.clock = clock;
        IntStream.range(0, itemCount).forEach((i) -> endsByItem.add(new ArrayList<>()));
    }

    /**
     * Somebody holds an item.
     *
     * @param item        index.
     * @param remainingNs the validity that is left.
     * @return when the stay ends at the latest, to be given to {@link #leave} before the release.
     */
    synchronized long enter(final int item, final LongSupplier remainingNs)
    {
        final long nowNs = clock.getAsLong();
        final long endNs = nowNs + remainingNs.getAsLong();
        final List<Long> ends = endsByItem.get(item);
        if (endNs - nowNs > 0 && ends.stream().anyMatch((other) -> other - nowNs > 0))
        {
            violations++;
        }
        ends.add(endNs);

        return endNs;
    }

    /**
     * Somebody is about to let go of an item.
     *
     * @param item  index.
     * @param endNs from {@link #enter}.
     */
    synchronized void leave(final int item, final long endNs)
    {
        endsByItem.get(item).remove((Long)endNs);
    }

    /**
     * Entries at which somebody else was still inside.
     */
    synchronized long violations()
    {
        return violations;
    }
}
