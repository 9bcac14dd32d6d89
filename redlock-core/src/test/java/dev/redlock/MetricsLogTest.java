// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.FakeNodes;
import dev.redlock.quorum.Drift;
import dev.redlock.runtime.ClientMeter;

class MetricsLogTest
{
    private final ClientMeter meter = new ClientMeter(2);
    private final Metrics metrics =
        new Metrics(List.of(meter), List.of("redis://a", "redis://b"), Drift.SPECIFICATION);
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final MetricsLog log = new MetricsLog(metrics, written);

    private Map<String, Histogram> sumsByTag()
    {
        final Map<String, Histogram> sums = new HashMap<>();
        final HistogramLogReader reader =
            new HistogramLogReader(new ByteArrayInputStream(written.toByteArray()));
        while (reader.hasNext())
        {
            final EncodableHistogram next = reader.nextIntervalHistogram();
            sums.computeIfAbsent(next.getTag(), unused -> new Histogram(3)).add((Histogram)next);
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
        try (FakeNodes nodes = new FakeNodes(3);
            Redlock redlock =
                Redlock.builder().nodes(nodes.uris()).transportOption("nodes", nodes.id()).build();
            MetricsLog ofClient = new MetricsLog(redlock.metrics(), written))
        {
            redlock.tryAcquire("k").orElseThrow().close();
            ofClient.interval();
            redlock.tryAcquire("k").orElseThrow().close();
        }

        assertThat(sumsByTag().get("acquire").getTotalCount()).isEqualTo(2);
        assertThat(sumsByTag()).containsKeys("rtt-0", "rtt-1", "rtt-2");
    }
}
