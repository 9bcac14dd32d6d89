// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.redlock.text.DurationText;

/**
 * Numbers as people read them, the same in every locale.
 */
public final class Prose
{
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;

    /**
     * What a line of a terminal holds.
     */
    public static final int COLUMNS = 80;

    private Prose()
    {
    }

    /**
     * As {@link String#format}, with points and commas as in English.
     *
     * @param form of the text.
     * @param args of the form.
     * @return the text.
     */
    public static String format(final String form, final Object... args)
    {
        return String.format(Locale.ROOT, form, args);
    }

    /**
     * A count with its thousands apart.
     *
     * @param value any.
     * @return such as {@code 1,234,567}.
     */
    public static String count(final long value)
    {
        return format("%,d", value);
    }

    /**
     * A time in the unit that suits it, with three digits or so.
     *
     * @param ns nanoseconds.
     * @return such as {@code 83 us}, {@code 1.2 ms} or {@code 12.5 s}.
     */
    public static String time(final long ns)
    {
        final double magnitude = Math.abs((double)ns);
        if (magnitude < NS_PER_MS)
        {
            return format("%.0f us", ns / NS_PER_US);
        }
        if (magnitude < NS_PER_S)
        {
            return format(magnitude < 100 * NS_PER_MS ? "%.1f ms" : "%.0f ms", ns / NS_PER_MS);
        }

        return format("%.1f s", ns / NS_PER_S);
    }

    /**
     * A duration as it is written on the command line.
     *
     * @param duration not negative.
     * @return such as {@code 30s}, {@code 1.5s} or {@code 2h}.
     */
    public static String duration(final Duration duration)
    {
        return DurationText.of(duration.toNanos());
    }

    /**
     * A text in lines that a terminal holds, broken between words. A word that is longer stays whole.
     *
     * @param text   one or more lines.
     * @param indent spaces before each line that continues another.
     * @return the lines.
     */
    public static List<String> wrap(final String text, final int indent)
    {
        return wrap(text, COLUMNS, indent);
    }

    static List<String> wrap(final String text, final int columns, final int indent)
    {
        final List<String> lines = new ArrayList<>();
        for (final String whole : text.split("\n"))
        {
            String rest = whole;
            while (rest.length() > columns)
            {
                final int first = rest.length() - rest.stripLeading().length();
                int end = rest.lastIndexOf(' ', columns);
                end = end > first ? end : rest.indexOf(' ', columns);
                if (end < 0)
                {
                    break;
                }
                lines.add(rest.substring(0, end).stripTrailing());
                rest = " ".repeat(indent) + rest.substring(end).strip();
            }
            lines.add(rest);
        }

        return lines;
    }

    /**
     * A count with its noun.
     *
     * @param count of things.
     * @param noun  in the singular, with a regular plural.
     * @return such as {@code 1 node} or {@code 5 nodes}.
     */
    public static String plural(final long count, final String noun)
    {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }
}
