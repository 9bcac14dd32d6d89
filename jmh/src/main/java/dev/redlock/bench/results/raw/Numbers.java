// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results.raw;

import java.util.Arrays;
import java.util.Locale;

/**
 * Numbers as text, the same everywhere, and their median.
 */
public final class Numbers
{
    private static final String NONE = "–";
    private static final double HUNDRED = 100;

    private Numbers()
    {
    }

    /**
     * The middle one, or the mean of the two in the middle. What is not a number does not count.
     *
     * @return NaN if there is none.
     */
    public static double median(final double... values)
    {
        final double[] sorted =
            Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
        return sorted.length == 0 ?
            Double.NaN : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    public static String micros(final double value)
    {
        return format(value, value < HUNDRED ? "%.1f" : "%,.0f");
    }

    public static String nanos(final double value)
    {
        return format(value, value < HUNDRED ? "%.2f" : "%,.0f");
    }

    static String whole(final double value)
    {
        return format(value, "%,.0f");
    }

    public static String bytes(final double value)
    {
        return format(value, value < HUNDRED ? "%.2f" : "%,.0f");
    }

    public static String ratio(final double value)
    {
        return format(value, value < HUNDRED ? "%.2f" : "%,.0f");
    }

    private static String format(final double value, final String pattern)
    {
        return Double.isFinite(value) ? String.format(Locale.ROOT, pattern, value) : NONE;
    }
}
