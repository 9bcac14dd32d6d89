// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results.raw;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A percentile table of HdrHistogram ({@code .hgrm}): values in microseconds by 1 / (1 - p), on whose
 * logarithmic axis percentiles are equally interesting: 10 is 90 %, 100 is 99 %.
 *
 * @param values by 1 / (1 - p).
 */
public record PercentileTable(TreeMap<Double, Double> values)
{
    private static final int COLUMNS = 4;
    private static final double POINTS_PER_DECADE = 20;

    /**
     * A point of a curve.
     *
     * @param inverse 1 / (1 - p).
     * @param micros  the percentile.
     */
    public record Point(double inverse, double micros)
    {
    }

    public static PercentileTable read(final Path file) throws IOException
    {
        final TreeMap<Double, Double> values = new TreeMap<>();
        for (final String line : Files.readAllLines(file, UTF_8))
        {
            final String[] columns = line.strip().split("\\s+");
            if (columns.length == COLUMNS && Character.isDigit(columns[0].charAt(0)) &&
                Character.isDigit(columns[COLUMNS - 1].charAt(0)))
            {
                values.put(Double.valueOf(columns[COLUMNS - 1]), Double.valueOf(columns[0]));
            }
        }

        return new PercentileTable(values);
    }

    public boolean isEmpty()
    {
        return values.isEmpty();
    }

    /**
     * Points at equal distances on that axis, as far as it reaches.
     */
    public List<Point> points()
    {
        final List<Point> points = new ArrayList<>();
        for (int i = 0; Math.pow(10, i / POINTS_PER_DECADE) <= values.lastKey(); i++)
        {
            final double inverse = StrictMath.pow(10, i / POINTS_PER_DECADE);
            points.add(new Point(inverse, at(inverse)));
        }

        return points;
    }

    private double at(final double inverse)
    {
        final Map.Entry<Double, Double> entry = values.ceilingEntry(inverse);

        return (entry == null ? values.lastEntry() : entry).getValue();
    }
}
