// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.wire.Buckets;
import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.Quantity;
import dev.redlock.quorum.Drift;
import dev.redlock.runtime.client.ClientRig;
import dev.redlock.runtime.metrics.ClientMeter;

class MetricsLogTest
{
    private static final int WORKERS = 4;
    private static final int CYCLES = 1_000;
    private static final long A_MOMENT_NS = 200_000;

    private final ClientMeter meter = new ClientMeter(2);
    private final Metrics metrics =
        new Metrics(List.of(meter), List.of("redis://a", "redis://b"), Drift.SPECIFICATION);
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final MetricsLog log = new MetricsLog(metrics, written);

    private Map<String, Histogram> sumsByTag()
    {
        return sumsByTag(written);
    }

    private static Map<String, Histogram> sumsByTag(final ByteArrayOutputStream written)
    {
        final Map<String, Histogram> sums = new HashMap<>();
        final HistogramLogReader reader =
            new HistogramLogReader(new ByteArrayInputStream(written.toByteArray()));
        while (reader.hasNext())
        {
            final EncodableHistogram next = reader.nextIntervalHistogram();
            sums.computeIfAbsent(next.getTag(), unused -> new Histogram(Buckets.DIGITS)).add((Histogram)next);
        }

        return sums;
    }

    @Test
    void shouldLogEveryQuantityUnderItsTag()
    {
        meter.acquired(52_000, 29_000_000_000L);
        meter.extended(61_000);
        meter.released(1_000_000, 55_000);
        meter.rtt(1, 40_000);
        meter.clock(0, -4, 12);
        log.close();

        assertThat(sumsByTag()).containsOnlyKeys(
            "acquire", "validity-margin", "extend", "hold", "release", "rtt-1", "drift-ppm");
        assertThat(sumsByTag().get("acquire").getMaxValue()).isBetween(51_500L, 52_500L);
        assertThat(sumsByTag().get("drift-ppm").getMaxValue()).isEqualTo(12);
    }

    @Test
    void shouldLoseNothingBetweenIntervals()
    {
        for (int i = 0; i < 10; i++)
        {
            meter.acquired(50_000 + i, 1);
            log.interval();
            meter.acquired(60_000 + i, 1);
        }
        log.close();

        assertThat(sumsByTag().get("acquire").getTotalCount()).isEqualTo(20);
    }

    @Test
    void shouldSayWhichNodeIsWhich()
    {
        assertThat(written.toString(UTF_8)).contains("[rtt-0 is redis://a]", "[rtt-1 is redis://b]");
    }

    @Test
    void shouldEndOnce()
    {
        meter.acquired(1, 1);
        log.close();
        final int size = written.size();
        meter.acquired(1, 1);
        log.close();

        assertThat(written.size()).isEqualTo(size);
    }

    @Test
    void shouldSayThatItTakesNoMoreIntervals()
    {
        log.close();

        assertThatIllegalStateException().isThrownBy(log::interval).withMessageContaining("is closed");
    }

    @Test
    void shouldPrintPercentilesOfAllThatWasLogged()
    {
        meter.acquired(10_000, 1);
        log.interval();
        meter.acquired(30_000, 1);
        meter.clock(0, 1, 7);
        log.close();

        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        log.percentiles(new PrintStream(printed, true, UTF_8));
        final String text = printed.toString(UTF_8);
        assertThat(text).contains("#[acquire]", "#[validity-margin]", "#[drift-ppm]")
            .doesNotContain("#[rtt-");
        assertThat(text).containsPattern("#\\[Max +=  +30\\.\\d+, Total count +=  +2\\]");
        assertThat(text).containsPattern("#\\[Max +=  +7\\.00, Total count +=  +1\\]");
    }

    @Test
    void shouldLogAClientWhileItWorks()
    {
        try (InstantNodes nodes = new InstantNodes(3);
            Redlock redlock = nodes.builder().build();
            MetricsLog ofClient = new MetricsLog(redlock.metrics(), written))
        {
            redlock.tryAcquire("k").orElseThrow().close();
            ofClient.interval();
            redlock.tryAcquire("k").orElseThrow().close();
        }

        assertThat(sumsByTag().get("acquire").getTotalCount()).isEqualTo(2);
        assertThat(sumsByTag()).containsKeys("rtt-0", "rtt-1", "rtt-2");
    }

    /**
     * Each of them reads thousands of times a second, while the engine records.
     */
    @Test
    void shouldShowTheSameToEveryReaderUnderLoad()
    {
        final ByteArrayOutputStream other = new ByteArrayOutputStream();
        final Histogram third = new Histogram(Buckets.DIGITS);
        final ExecutorService threads = Executors.newCachedThreadPool();
        final InstantNodes nodes = new InstantNodes(3);
        final Redlock redlock = nodes.builder().build();
        final Metrics ofClient = redlock.metrics();
        final MetricsLog oneLog = new MetricsLog(ofClient, written);
        final MetricsLog otherLog = new MetricsLog(ofClient, other);
        final MetricsCursor cursor = ofClient.cursor();
        final AtomicBoolean isLoaded = new AtomicBoolean(true);
        final List<CompletableFuture<Long>> readers = Stream
            .<Runnable>of(oneLog::interval, otherLog::interval,
                () -> third.add(cursor.interval(Quantity.ACQUIRE)))
            .map(reading -> supplyAsync(() -> count(reading, isLoaded), threads)).toList();

        try
        {
            IntStream.range(0, WORKERS)
                .mapToObj(i -> redlock.handle("key-" + i))
                .map(handle -> runAsync(() -> cycle(handle), threads)).toList()
                .forEach(CompletableFuture::join);
        }
        finally
        {
            isLoaded.set(false);
            redlock.close();
            nodes.close();
            threads.shutdown();
        }
        readers.forEach(reader -> assertThat(reader.join()).as("readings").isGreaterThan(1));
        oneLog.close();
        otherLog.close();
        third.add(cursor.interval(Quantity.ACQUIRE));

        final Map<String, Histogram> sums = sumsByTag(written);
        assertThat(sums).isEqualTo(sumsByTag(other)).containsKeys("acquire", "release", "hold", "rtt-2");
        assertThat(third).isEqualTo(sums.get("acquire"))
            .isEqualTo(ofClient.cursor().interval(Quantity.ACQUIRE));
        assertThat(third.getTotalCount()).isEqualTo(WORKERS * CYCLES)
            .isEqualTo(ofClient.count(Quantity.ACQUIRE)).isEqualTo(ofClient.count(Counter.ATTEMPTS_WON));
        assertThat(ofClient.sum(Quantity.ACQUIRE) / third.getTotalCount())
            .isCloseTo(third.getMean(), withinPercentage(0.5));
        assertThat(sums.get("rtt-2").getTotalCount()).isEqualTo(ofClient.rttCount(2));
    }

    @Test
    void shouldHoldUpOnlyWhoLogsWhenItsStreamHangs() throws Exception
    {
        final InstantNodes nodes = new InstantNodes(3);
        final CountDownLatch goOn = new CountDownLatch(1);
        final AtomicBoolean isHanging = new AtomicBoolean();
        final OutputStream hanging = new OutputStream()
        {
            @Override
            public void write(final int one)
            {
                isHanging.set(true);
                ClientRig.awaitQuietly(goOn);
            }
        };
        final CompletableFuture<Void> logging;
        try (Redlock redlock = nodes.builder().build())
        {
            logging = runAsync(
                () -> new MetricsLog(redlock.metrics(), new BufferedOutputStream(hanging, 1)).close());
            Deadline.await("the stream hangs", isHanging::get);

            cycle(redlock.handle("k"));
            try (MetricsLog another = new MetricsLog(redlock.metrics(), written))
            {
                another.interval();
            }
            assertThat(sumsByTag().get("acquire").getTotalCount()).isEqualTo(CYCLES);
        }
        assertThat(logging).as("what the client has not waited for").isNotDone();
        goOn.countDown();
        Deadline.get(logging);
        nodes.close();
    }

    private static long count(final Runnable reading, final AtomicBoolean isLoaded)
    {
        long readings = 0;
        while (isLoaded.get())
        {
            reading.run();
            readings++;
            LockSupport.parkNanos(A_MOMENT_NS);
        }

        return readings;
    }

    private static void cycle(final LockHandle handle)
    {
        for (int i = 0; i < CYCLES; i++)
        {
            assertThat(handle.release(handle.tryAcquire())).isEqualTo(Outcome.RELEASED);
        }
    }
}
