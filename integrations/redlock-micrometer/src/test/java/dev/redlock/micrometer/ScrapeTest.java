// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;

import com.sun.management.ThreadMXBean;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * What a scrape costs, with five real servers.
 * <p>
 * {@code -Dredlock.scrape.us=1000} judges the median, in microseconds of processor time; without it nothing
 * is said about time.
 */
@Tag("proof")
class ScrapeTest
{
    private static final int SCRAPES = 400;
    private static final long MOST_US = Long.getLong("redlock.scrape.us", Long.MAX_VALUE);
    private static final long NS_PER_US = 1_000;
    private static final Duration WITHIN = Duration.ofSeconds(60);

    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();

    @Test
    void shouldCostTheEngineNothing() throws InterruptedException
    {
        final MeterRegistry registry = new SimpleMeterRegistry();
        try (RedisServers servers = RedisServers.start(5);
            Redlock redlock = Redlock.builder().nodes(servers.uris().toArray(new String[0])).name("scraped")
                .assumeNodesFresh().startTimeout(Duration.ofSeconds(20)).build())
        {
            new RedlockMeters(redlock).withPercentiles(0.5, 0.99).bindTo(registry);
            final long engine = engineThread();
            final LockHandle handle = redlock.handle("k");
            final long[] costsNs = new long[SCRAPES];
            for (int i = 0; i < SCRAPES; i++)
            {
                handle.release(handle.tryAcquire());
                final long startNs = threads.getCurrentThreadCpuTime();
                scrape(registry);
                costsNs[i] = threads.getCurrentThreadCpuTime() - startNs;
            }
            Arrays.sort(costsNs);
            System.out.println("scrape of " + registry.getMeters().size() + " meters: median " +
                costsNs[SCRAPES / 2] / NS_PER_US + " us of processor time");
            assertThat(costsNs[SCRAPES / 2] / NS_PER_US).isLessThanOrEqualTo(MOST_US);

            // Whatever has to warm up does so first.
            Await.parking().until("nothing is allocated on the engine's thread", WITHIN,
                () -> allocatedWhileScraped(engine, handle, registry) == 0);
        }
    }

    private long allocatedWhileScraped(
        final long engine, final LockHandle handle, final MeterRegistry registry)
    {
        final long before = threads.getThreadAllocatedBytes(engine);
        for (int i = 0; i < SCRAPES; i++)
        {
            handle.release(handle.tryAcquire());
            if (i % (SCRAPES / 2) == 0)
            {
                scrape(registry);
            }
        }

        return threads.getThreadAllocatedBytes(engine) - before;
    }

    private static void scrape(final MeterRegistry registry)
    {
        int values = 0;
        for (final Meter meter : registry.getMeters())
        {
            for (final Measurement measurement : meter.measure())
            {
                values += Double.isNaN(measurement.getValue()) ? 0 : 1;
            }
        }
        assertThat(values).isGreaterThan(registry.getMeters().size() / 2);
    }

    private long engineThread()
    {
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
            .filter((thread) -> thread != null && thread.getThreadName().equals("scraped"))
            .findFirst().orElseThrow().getThreadId();
    }
}
