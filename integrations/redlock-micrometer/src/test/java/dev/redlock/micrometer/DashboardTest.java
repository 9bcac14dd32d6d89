// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Test;

import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;

/**
 * The dashboard asks only for what a scrape of Prometheus has.
 */
class DashboardTest
{
    private static final Path DASHBOARD = Path.of("../../docs/grafana/redlock.json");
    private static final Pattern METRIC = Pattern.compile("redlock_[a-z_]+");

    @Test
    void shouldAskForMetricsThatThereAre() throws IOException
    {
        final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (FakeNodes nodes = FakeNodes.of(1); Redlock redlock = nodes.client())
        {
            new RedlockMeters(redlock).bindTo(registry);

            final Set<String> asked = metrics();
            assertThat(asked).hasSizeGreaterThan(15);
            assertThat(namesIn(registry.scrape())).containsAll(asked);
        }
    }

    private static Set<String> metrics() throws IOException
    {
        final Set<String> asked = new TreeSet<>();
        for (final JsonElement panel : JsonParser.parseString(Files.readString(DASHBOARD)).getAsJsonObject()
            .getAsJsonArray("panels"))
        {
            for (final JsonElement target : panel.getAsJsonObject().getAsJsonArray("targets"))
            {
                asked.addAll(namesIn(target.getAsJsonObject().get("expr").getAsString()));
            }
        }

        return asked;
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
