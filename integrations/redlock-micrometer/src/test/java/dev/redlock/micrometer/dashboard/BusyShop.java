// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.micrometer.RedlockMeters;

/**
 * A client at work, with a page for Prometheus: its tills sell a few items that other shops sell, too, and
 * its manager holds one lock for as long as possible.
 */
final class BusyShop implements AutoCloseable
{
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final Duration TTL = Duration.ofSeconds(5);
    private static final Duration LONGEST_TTL = Duration.ofSeconds(20);
    private static final Duration SHIFT = Duration.ofMinutes(10);
    private static final int ITEMS = 8;
    private static final int WORK_MS = 8;
    private static final int MOST_PAUSE_MS = 120;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ExecutorService staff = Executors.newCachedThreadPool();
    private final String name;
    private final Redlock redlock;
    private final HttpServer page;

    BusyShop(final String name, final List<String> uris, final int tills) throws IOException
    {
        this.name = name;
        redlock = Redlock.builder().nodes(uris.toArray(new String[0])).name(name).assumeNodesFresh()
            .startTimeout(START).longestTtl(LONGEST_TTL).defaults(LockOptions.DEFAULT.withTtl(TTL)).build();
        // Ports differ from run to run; a deployment has names.
        final List<String> nodes = redlock.metrics().nodes();
        registry.config().meterFilter(MeterFilter.replaceTagValues("node",
            (address) -> "redis-" + (nodes.indexOf(address) + 1)));
        new RedlockMeters(redlock).bindTo(registry);
        page = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        page.createContext("/metrics", this::show);
        page.start();

        staff.execute(this::manage);
        for (int i = 0; i < tills; i++)
        {
            staff.execute(this::sell);
        }
    }

    int port()
    {
        return page.getAddress().getPort();
    }

    private void show(final HttpExchange exchange) throws IOException
    {
        final byte[] text = registry.scrape().getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
        exchange.sendResponseHeaders(200, text.length);
        try (OutputStream out = exchange.getResponseBody())
        {
            out.write(text);
        }
    }

    private void manage()
    {
        while (!staff.isShutdown())
        {
            try (Lease lease = redlock.acquire("manager:" + name, PATIENCE,
                redlock.defaults().withAutoExtend(SHIFT)))
            {
                lease.lost().toCompletableFuture().get();
            }
            catch (final Exception ex)
            {
                goOn(ex);
            }
        }
    }

    private void sell()
    {
        final ThreadLocalRandom random = ThreadLocalRandom.current();
        while (!staff.isShutdown())
        {
            try (Lease lease = redlock.acquire("stock:" + random.nextInt(ITEMS), PATIENCE))
            {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(WORK_MS));
                lease.checkHeld();
            }
            catch (final Exception ex)
            {
                goOn(ex);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(MOST_PAUSE_MS)));
        }
    }

    /*
     * That a lock was not won shows in the meters; at the end all are interrupted.
     */
    private void goOn(final Exception ex)
    {
        if (!(ex instanceof RedlockException) && !staff.isShutdown())
        {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void close()
    {
        staff.shutdownNow();
        page.stop(0);
        redlock.close();
    }
}
