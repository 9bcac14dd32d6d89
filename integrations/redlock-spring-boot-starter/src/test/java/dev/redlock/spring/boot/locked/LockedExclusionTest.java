// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.locked;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import dev.redlock.spring.boot.Locked;
import dev.redlock.test.server.RedisServers;

/**
 * Two applications sell the same stock in eight threads over five real nodes, of which one dies meanwhile.
 */
@Tag("proof")
class LockedExclusionTest
{
    private static final int THREADS = 8;
    private static final int SALES = 25;

    /** Read, then written: right only if nobody else is at it. */
    private static volatile int stock;
    private static final AtomicInteger INSIDE = new AtomicInteger();

    private static ConfigurableApplicationContext application(final RedisServers servers)
    {
        return new SpringApplicationBuilder(Seller.class).web(WebApplicationType.NONE).run(
            "--redlock.nodes=" + String.join(",", servers.uris()), "--redlock.transport=netty",
            "--redlock.assume-nodes-fresh=true", "--redlock.start-timeout=20s",
            "--redlock.min-node-timeout=5s", "--redlock.max-node-timeout=5s");
    }

    @Test
    void shouldSellEachPieceOnceWhileANodeDies() throws Exception
    {
        stock = THREADS * SALES;
        final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (RedisServers servers = RedisServers.start(5);
            ConfigurableApplicationContext one = application(servers);
            ConfigurableApplicationContext other = application(servers))
        {
            final List<Seller> sellers = List.of(one.getBean(Seller.class), other.getBean(Seller.class));
            final List<Future<Void>> sales = new ArrayList<>();
            for (int i = 0; i < THREADS; i++)
            {
                final Seller seller = sellers.get(i % sellers.size());
                sales.add(threads.submit((Callable<Void>)() ->
                {
                    for (int sale = 0; sale < SALES; sale++)
                    {
                        seller.sell("apples");
                    }

                    return null;
                }));
            }
            servers.server(3).kill();
            for (final Future<Void> sale : sales)
            {
                sale.get(60, TimeUnit.SECONDS);
            }

            assertThat(stock).isZero();
        }
        finally
        {
            threads.shutdownNow();
        }
    }

    @EnableAutoConfiguration
    static class Seller
    {
        @Locked(name = "stock", key = "#item", within = "60s")
        public void sell(final String item)
        {
            assertThat(INSIDE.incrementAndGet()).as("sellers of " + item).isEqualTo(1);
            final int left = stock;
            Thread.yield();
            stock = left - 1;
            INSIDE.decrementAndGet();
        }
    }
}
