// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

/**
 * The dashboard asks only for what a scrape of Prometheus has, and its picture shows what it asks for.
 */
class DashboardTest
{
    @Test
    void shouldAskForMetricsThatThereAre() throws IOException
    {
        final Set<String> asked = new TreeSet<>();
        Dashboard.read().panels().forEach((panel) ->
            panel.targets().forEach((target) -> asked.addAll(MetricNames.in(target.expr()))));
        assertThat(asked).hasSizeGreaterThan(15);
        assertThat(MetricNames.scraped()).containsAll(asked);
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
}
