// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results.raw;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PercentileTableTest
{
    @TempDir
    private Path root;

    private PercentileTable round(final long factor, final int count) throws Exception
    {
        final Histogram histogram = new Histogram(3);
        for (int i = 1; i <= count; i++)
        {
            histogram.recordValue(i * factor);
        }
        final Path file = root.resolve(factor + ".hgrm");
        try (PrintStream out = new PrintStream(file.toFile(), UTF_8))
        {
            histogram.outputPercentileDistribution(out, 1.0);
        }

        return PercentileTable.read(file);
    }

    @Test
    void shouldReadTheHistogramBack() throws Exception
    {
        final List<PercentileTable.Point> points = round(1, 10_000).points();

        assertThat(points).anySatisfy(point ->
        {
            assertThat(point.inverse()).isEqualTo(10);
            assertThat(point.micros()).isCloseTo(9_000, within(150.0));
        });
        assertThat(points.get(points.size() - 1).inverse()).isBetween(5_000.0, 20_000.0);
        assertThat(points).isSortedAccordingTo((a, b) -> Double.compare(a.micros(), b.micros()));
    }

    @Test
    void shouldBeEmptyWhereNothingWasRecorded() throws Exception
    {
        assertThat(round(1, 0).isEmpty()).isTrue();
        assertThat(round(1, 1).isEmpty()).isFalse();
    }

    @Test
    void shouldSkipWhatIsNoRow() throws Exception
    {
        final Path file = root.resolve("other.hgrm");
        Files.writeString(file, "Value Percentile TotalCount 1/(1-Percentile)\n\n1.5 0.0 3 1.00\n" +
            "2.5 1.000000000000 9\n#[Mean    =  1.0, StdDeviation   = 1.0]\n", UTF_8);

        assertThat(PercentileTable.read(file).values()).hasSize(1).containsEntry(1.0, 1.5);
    }
}
