/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.bench.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The curve in a percentile table of HdrHistogram ({@code .hgrm}).
 *
 * @param inverse 1 / (1 - p), the axis on which percentiles are equally interesting: 10 is 90 %, 100 is 99 %.
 * @param value   at that percentile, in microseconds.
 */
record Percentiles(List<Double> inverse, List<Double> value)
{
    private static final int COLUMNS = 4;
    private static final double LEAST = 0.01;
    private static final int POINTS = 200;

    static Percentiles read(final Path file) throws IOException
    {
        final List<Double> inverse = new ArrayList<>();
        final List<Double> value = new ArrayList<>();
        for (final String line : Files.readAllLines(file, UTF_8))
        {
            final String[] columns = line.strip().split("\\s+");
            if (columns.length == COLUMNS && Character.isDigit(columns[0].charAt(0)) &&
                Double.isFinite(Double.parseDouble(columns[COLUMNS - 1])))
            {
                inverse.add(Double.valueOf(columns[COLUMNS - 1]));
                value.add(Math.max(LEAST, Double.parseDouble(columns[0])));
            }
        }
        if (inverse.isEmpty())
        {
            throw new IOException(file + " holds no percentiles: it should be what HdrHistogram writes");
        }

        return new Percentiles(inverse, value);
    }

    /**
     * The same curve by fewer points, each at the beginning of a pixel or so; the last is always there.
     */
    Percentiles thinned()
    {
        final double step = Math.log10(inverse.get(inverse.size() - 1)) / POINTS;
        final List<Double> x = new ArrayList<>();
        final List<Double> y = new ArrayList<>();
        double next = 0;
        for (int i = 0; i < inverse.size(); i++)
        {
            final double decades = Math.log10(inverse.get(i));
            if (decades >= next || i == inverse.size() - 1)
            {
                x.add(inverse.get(i));
                y.add(value.get(i));
                next = (Math.floor(decades / step) + 1) * step;
            }
        }

        return new Percentiles(x, y);
    }
}
