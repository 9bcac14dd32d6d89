// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * Runs three shops over five servers, lets a real Prometheus watch them, asks it what the dashboard asks, and
 * draws the answers: docs/pictures/dashboard.svg.
 */
@Tag("proof")
class DashboardPictureTest
{
    static final Path PICTURE = Path.of("../../docs/pictures/dashboard.svg");

    private static final String PROGRAM = System.getProperty("redlock.prometheus", "");
    private static final long WARM_UP_S = 25;
    private static final int MOST_BYTES = 300_000;

    @Test
    void shouldHaveAnAnswerToAllThatItAsks(@TempDir final Path folder) throws IOException
    {
        assumeThat(PROGRAM).as("-Dredlock.prometheus=/path/to/prometheus").isNotEmpty();
        final Dashboard dashboard = Dashboard.read();
        try (RedisServers servers = RedisServers.start(5);
            BusyShop first = new BusyShop("shop-1", servers.uris(), 4);
            BusyShop second = new BusyShop("shop-2", servers.uris(), 3);
            BusyShop third = new BusyShop("shop-3", servers.uris(), 2);
            Prometheus prometheus = new Prometheus(PROGRAM, folder, new TreeMap<>(
                Map.of("shop-1", first.port(), "shop-2", second.port(), "shop-3", third.port()))))
        {
            Await.parking().untilNs(System.nanoTime() + TimeUnit.SECONDS.toNanos(WARM_UP_S));
            final Instant start = Instant.now();
            final DashboardStory story = DashboardStory.of(servers);
            story.play();

            final String picture =
                new Picture(dashboard, story, answers(dashboard, prometheus, start)).toString();
            assertThat(picture).hasSizeLessThan(MOST_BYTES);
            Files.writeString(PICTURE, picture);
        }
    }

    private static Map<Dashboard.Target, List<Series>> answers(
        final Dashboard dashboard, final Prometheus prometheus, final Instant start) throws IOException
    {
        final Map<Dashboard.Target, List<Series>> answers = new HashMap<>();
        final List<String> quiet = new ArrayList<>();
        for (final Dashboard.Panel panel : dashboard.panels())
        {
            for (final Dashboard.Target target : panel.targets())
            {
                final List<Series> series = prometheus.range(target, start, DashboardStory.SECONDS);
                assertThat(series).as(target.expr()).isNotEmpty()
                    .allMatch((line) -> line.hasAny(Double::isFinite), "has values")
                    .noneMatch((line) -> line.hasAny((value) -> value < 0), "falls below zero");
                if (series.stream().noneMatch((line) -> line.hasAny((value) -> value > 0)))
                {
                    quiet.add(panel.title() + ": " + target.legendFormat());
                }
                answers.put(target, series);
            }
        }
        System.out.println("always zero: " + quiet);

        return answers;
    }
}
