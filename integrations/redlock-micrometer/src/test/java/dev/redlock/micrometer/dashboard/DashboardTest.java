// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;

import dev.redlock.Redlock;
import dev.redlock.micrometer.RedlockMeters;
import dev.redlock.test.FakeNodes;

/**
 * The dashboard asks only for what a scrape of Prometheus has, and its picture shows what it asks for.
 */
class DashboardTest
{
    private static final Pattern METRIC = Pattern.compile("redlock_[a-z_]+");

    @Test
    void shouldAskForMetricsThatThereAre() throws IOException
    {
        final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (FakeNodes nodes = FakeNodes.of(1); Redlock redlock = nodes.client())
        {
            new RedlockMeters(redlock).bindTo(registry);

            final Set<String> asked = new TreeSet<>();
            Dashboard.read().panels().forEach((panel) ->
                panel.targets().forEach((target) -> asked.addAll(namesIn(target.expr()))));
            assertThat(asked).hasSizeGreaterThan(15);
            assertThat(namesIn(registry.scrape())).containsAll(asked);
        }
    }

    @Test
    void shouldBeWhatThePictureShows() throws IOException
    {
        final String picture = Files.readString(DashboardPictureTest.PICTURE);

        assertThat(Dashboard.read().panels()).allSatisfy((panel) ->
        {
            assertThat(picture).as("draw it anew, as docs/micrometer.md says")
                .contains(">" + SvgText.escaped(panel.title()) + "<");
            panel.targets().forEach((target) -> assertThat(picture).contains(SvgText.escaped(target.expr())));
        });
    }

    private static Set<String> namesIn(final String text)
    {
        final Set<String> names = new TreeSet<>();
        final Matcher found = METRIC.matcher(text);
        while (found.find())
        {
            names.add(found.group());
        }

        return names;
    }
}
