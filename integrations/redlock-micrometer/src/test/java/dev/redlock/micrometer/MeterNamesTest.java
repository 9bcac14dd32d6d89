// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;

/**
 * Names, types, units and tags, as dashboards and alarms rely on them: {@code meters.txt} changes only with a
 * word in CHANGELOG.md.
 */
class MeterNamesTest
{
    @Test
    void shouldHaveTheNamesThatDashboardsRelyOn() throws IOException
    {
        final SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (FakeNodes nodes = FakeNodes.of(2); Redlock redlock = nodes.client();
            InputStream expected = MeterNamesTest.class.getResourceAsStream("/meters.txt"))
        {
            new RedlockMeters(redlock).withTags(Tags.of("client", "orders")).withPercentiles(0.5, 0.99)
                .bindTo(registry);

            final String names = registry.getMeters().stream().map(Meter::getId)
                .map((id) -> id.getName() + " " + id.getType().name().toLowerCase() +
                    (id.getBaseUnit() == null ? "" : " " + id.getBaseUnit()) + " " + tagsOf(id))
                .collect(Collectors.toCollection(TreeSet::new)).stream().collect(Collectors.joining("\n"));
            assertThat(names + "\n").isEqualTo(new String(expected.readAllBytes(), UTF_8));
            assertThat(registry.getMeters()).allSatisfy((meter) ->
                assertThat(meter.getId().getTag("client")).isEqualTo("orders"));
        }
    }

    /*
     * The second node is like the first.
     */
    private static String tagsOf(final Meter.Id id)
    {
        return id.getTags().stream().map(MeterNamesTest::textOf).collect(Collectors.joining(","));
    }

    private static String textOf(final Tag tag)
    {
        return tag.getKey().equals("node") ? "node" : tag.getKey() + "=" + tag.getValue();
    }
}
