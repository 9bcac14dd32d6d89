// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.cli.common.CommonOptions;
import dev.redlock.cli.common.DeadEnd;
import dev.redlock.cli.common.ExitStatus;
import dev.redlock.cli.common.SecondsConverter;
import dev.redlock.cli.output.Prose;
import dev.redlock.test.server.RedisServers;

/**
 * Shows what the lock is for: sellers, a stock, and a node that dies meanwhile.
 */
@Command(name = "demo", sortOptions = false,
    description = "Sell stock under locks while a node dies and comes back.",
    footer = {
        "%nWithout nodes, five servers are started on this machine, and stopped in the end. Nodes that " +
            "were named are not killed.",
        "%nExit status: 0; 1 if two sellers held the same item at a time, or the stock does not add up."})
public final class DemoCommand implements Callable<Integer>
{
    private static final int NODES = 5;
    private static final int VICTIM = 2;
    private static final int CLIENTS = 2;
    private static final int ITEMS = 4;
    private static final long STOCK_PER_SECOND = 4000;
    private static final int MOST_WORKERS = 1024;
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /*
     * It bounds from below how long a quarantine lasts.
     */
    private static final Duration FENCE_WINDOW = Duration.ofMillis(100);
    private static final Duration LONGEST_TTL = Duration.ofSeconds(2);
    private static final Duration SHORTEST_TTL = Duration.ofMillis(500);

    @Option(names = "--seconds", defaultValue = "10", paramLabel = "S", converter = SecondsConverter.class,
        description = "How long to sell (default: ${DEFAULT-VALUE}).")
    private Duration length;

    @Option(names = "--without-lock", description = "Sell without locks, to see what they are for.")
    private boolean isWithoutLock;

    @Option(names = "--workers", defaultValue = "8", paramLabel = "N",
        description = "Sellers, each a thread (default: ${DEFAULT-VALUE}).")
    private int workers;

    @Mixin
    private CommonOptions common;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException
    {
        if (length.compareTo(SHORTEST) < 0)
        {
            throw common.usage("--seconds is " + Prose.duration(length) + " but must be at least 1s");
        }
        if (workers < 2 || workers > MOST_WORKERS)
        {
            throw common.usage("--workers is " + workers + " but must be 2 to " + MOST_WORKERS);
        }

        final List<String> named = common.uris();
        if (isWithoutLock)
        {
            return sell(List.of(), null);
        }
        if (!named.isEmpty())
        {
            return sell(named, null);
        }

        System.err.println("redlock: starting five servers ...");
        try (RedisServers servers = RedisServers.start(NODES))
        {
            return sell(servers.uris(), servers);
        }
    }

    private int sell(final List<String> uris, final RedisServers servers) throws InterruptedException
    {
        final Duration ttl = ttl();
        final List<Redlock> redlocks = new ArrayList<>();
        try
        {
            for (int i = 0; i < CLIENTS && !uris.isEmpty(); i++)
            {
                redlocks.add(common.client(uris).name("demo-" + i)
                    .defaults(LockOptions.DEFAULT.withTtl(ttl)).longestTtl(ttl).fenceWindow(FENCE_WINDOW)
                    .assumeNodesFresh().build());
            }
            introduce(redlocks, servers, ttl);

            final Shop shop = Shop.of(ITEMS, stock());
            final Sale sale = new Sale(shop, redlocks, spec.commandLine().getOut());
            sale.start(workers, "redlock-demo:" + HexFormat.of().toHexDigits(
                ThreadLocalRandom.current().nextInt()) + ":", ttl);
            sale.watch(length, servers == null ? null : outage(servers, redlocks));
            sale.end();

            return conclude(shop, sale);
        }
        finally
        {
            redlocks.forEach(Redlock::close);
        }
    }

    private long stock()
    {
        return STOCK_PER_SECOND * length.toMillis() / 1000;
    }

    private Duration ttl()
    {
        final Duration quarter = length.dividedBy(4);

        return quarter.compareTo(SHORTEST_TTL) < 0 ? SHORTEST_TTL :
            quarter.compareTo(LONGEST_TTL) > 0 ? LONGEST_TTL : quarter;
    }

    private Outage outage(final RedisServers servers, final List<Redlock> redlocks)
    {
        final long killNs = System.nanoTime() + length.dividedBy(5).toNanos();

        return new Outage(servers.server(VICTIM), VICTIM, redlocks, killNs);
    }

    private void introduce(final List<Redlock> redlocks, final RedisServers servers, final Duration ttl)
    {
        final PrintWriter out = spec.commandLine().getOut();
        Prose.wrap(workers + " sellers and " + ITEMS + " items of " +
            Prose.count(stock()) + " pieces each. To sell is to read the stock, to " +
            "think, and to write what is left.", 0).forEach(out::println);
        if (redlocks.isEmpty())
        {
            out.println("No locks: sellers will overtake each other.");
        }
        else
        {
            Prose.wrap("They share " + CLIENTS + " clients, and take a lock for each sale from a majority " +
                "of " + Prose.plural(redlocks.get(0).nodes().size(), "node") + "; time to live " +
                Prose.time(ttl.toNanos()) + ".", 0).forEach(out::println);
            if (servers == null)
            {
                out.println("The nodes are not ours, so none of them is killed.");
            }
        }
        out.println();
    }

    private int conclude(final Shop shop, final Sale sale)
    {
        final PrintWriter out = spec.commandLine().getOut();
        final DemoInventory inventory = shop.inventory();
        final long violations = shop.checker().violations();
        out.println();
        if (sale.acquire().getTotalCount() > 0)
        {
            out.println("To acquire a lock took " + LiveTable.percentile(sale.acquire(), 50) + " (p50), " +
                LiveTable.percentile(sale.acquire(), 99) + " (p99), " +
                LiveTable.percentile(sale.acquire(), 100) + " (longest).");
        }
        out.println("Sold by the sellers: " + Prose.count(inventory.sold()) + ". Gone from the stock: " +
            Prose.count(inventory.missing()) + ". " +
            (inventory.addsUp() ? "That adds up." : "That does not add up."));
        out.println("demo: " + shop.passes().sum() + " acquisitions, " + violations + " violations, " +
            inventory.sold() + " sold of " + inventory.total());
        out.flush();
        if (shop.passes().sum() == 0)
        {
            throw new DeadEnd(ExitStatus.FAILED,
                "no lock was acquired; 'redlock probe' looks closer at the nodes");
        }

        return violations > 0 || !inventory.addsUp() ? ExitStatus.FAILED : ExitStatus.OK;
    }
}
