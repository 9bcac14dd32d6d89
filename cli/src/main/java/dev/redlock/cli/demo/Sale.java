// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.HdrHistogram.Histogram;

import dev.redlock.Redlock;
import dev.redlock.cli.common.DeadEnd;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.output.Prose;

/**
 * Sellers at work, and their checker.
 */
final class Sale
{
    private static final long LINE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_MS = 20;
    private static final long END_WITHIN_MS = 10_000;

    private final Shop shop;
    private final List<Redlock> redlocks;
    private final PrintWriter out;
    private final List<Seller> sellers = new ArrayList<>();
    private LiveTable table;

    /**
     * A sale that has not begun.
     *
     * @param shop     where to sell.
     * @param redlocks clients; none to do without locks.
     * @param out      where the table goes.
     */
    Sale(final Shop shop, final List<Redlock> redlocks, final PrintWriter out)
    {
        this.shop = shop;
        this.redlocks = redlocks;
        this.out = out;
    }

    /**
     * Lets the sellers begin; the clients are dealt out to them in turn.
     */
    void start(final int count, final String keys, final Duration ttl)
    {
        for (int i = 0; i < count; i++)
        {
            final Redlock redlock = redlocks.isEmpty() ? null : redlocks.get(i % redlocks.size());
            sellers.add(new Seller(i, shop, redlock, keys, ttl));
        }
        sellers.forEach(Thread::start);
    }

    /**
     * Watches for a time, and lets the outage happen meanwhile.
     *
     * @param duration to watch.
     * @param outage   null for none.
     */
    void watch(final Duration duration, final Outage outage) throws InterruptedException
    {
        final long startNs = System.nanoTime();
        long nextLineNs = startNs + LINE_NS;
        table = new LiveTable(shop, redlocks, outage, startNs);
        print(table.titles());
        for (long nowNs = startNs; nowNs - startNs < duration.toNanos(); nowNs = System.nanoTime())
        {
            final String news = outage == null ? null : outage.step(nowNs);
            if (news != null)
            {
                Prose.wrap("-- " + news, 3).forEach(this::print);
            }
            if (nowNs - nextLineNs >= 0)
            {
                print(table.line(nowNs - startNs, nowNs));
                nextLineNs += LINE_NS;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }

        final long endNs = System.nanoTime();
        print(table.line(endNs - startNs, endNs));
    }

    /**
     * Lets the sellers finish what they are doing.
     */
    void end() throws InterruptedException
    {
        sellers.forEach(Seller::end);
        for (final Seller seller : sellers)
        {
            seller.join(END_WITHIN_MS);
            if (seller.isAlive() || seller.error() != null)
            {
                throw new DeadEnd(ExitStatus.FAILED, seller.getName() + " broke down: " +
                    (seller.error() == null ? "it does not end" : seller.error()));
            }
        }
    }

    /**
     * Times of all acquisitions, as far as they are in the table.
     */
    Histogram acquire()
    {
        return table.acquire();
    }

    private void print(final String line)
    {
        out.println(line);
        out.flush();
    }
}
