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

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * What a picture shows, before it is drawn.
 *
 * @param scenario that it belongs to.
 * @param kind     how it is drawn.
 * @param title    above it.
 * @param file     name of it, without directory.
 * @param labels   of the bars of each series; empty for curves.
 * @param series   in the order in which they are drawn.
 */
record Plot(String scenario, Kind kind, String title, String file, List<String> labels, List<Series> series)
{
    /**
     * How a plot is drawn.
     */
    enum Kind
    {
        /**
         * Microseconds over 1 / (1 - p), both logarithmic.
         */
        PERCENTILES,

        /**
         * Ratios, logarithmic.
         */
        BARS
    }

    /**
     * One curve, or one group of bars.
     *
     * @param name in the legend.
     * @param x    1 / (1 - p); empty for bars.
     * @param y    values.
     */
    record Series(String name, List<Double> x, List<Double> y)
    {
    }

    /**
     * SHA-256 of what is shown, in hexadecimal. How it is drawn does not count: fonts differ from machine to
     * machine.
     */
    String hash()
    {
        final StringBuilder text = new StringBuilder();
        text.append(kind).append('\n').append(title).append('\n').append(labels).append('\n');
        for (final Series one : series)
        {
            text.append(one.name).append('\n');
            one.x.forEach(x -> text.append(String.format(Locale.ROOT, "%.6g ", x)));
            one.y.forEach(y -> text.append(String.format(Locale.ROOT, "%.6g ", y)));
            text.append('\n');
        }

        try
        {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");

            return HexFormat.of().formatHex(digest.digest(text.toString().getBytes(UTF_8)));
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every Java platform has SHA-256", ex);
        }
    }
}
