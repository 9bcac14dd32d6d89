// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import dev.redlock.Redlock;
import dev.redlock.micrometer.RedlockMeters;
import dev.redlock.test.FakeNodes;

/**
 * Names of our metrics as Prometheus has them.
 */
final class MetricNames
{
    private static final Pattern METRIC = Pattern.compile("redlock_[a-z_]+");

    private MetricNames()
    {
    }

    static Set<String> in(final String text)
    {
        final Set<String> names = new TreeSet<>();
        final Matcher found = METRIC.matcher(text);
        while (found.find())
        {
            names.add(found.group());
        }

        return names;
    }

    /**
     * Those that a scrape has.
     */
    static Set<String> scraped()
    {
        final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (FakeNodes nodes = FakeNodes.of(1); Redlock redlock = nodes.client())
        {
            new RedlockMeters(redlock).bindTo(registry);

            return in(registry.scrape());
        }
    }
}
