// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.text;

/**
 * Durations in words, exact, as people and the command line write them: {@code 30s}, {@code 2.01ms}.
 */
public final class DurationText
{
    private static final String[] UNITS = {"h", "m", "s", "ms", "us", "ns"};
    private static final long[] UNIT_NS =
        {3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L};
    private static final int SECONDS = 2;

    private DurationText()
    {
    }

    /**
     * A duration as a setting.
     *
     * @param ns nanoseconds.
     * @return such as {@code 30s}, {@code 1.5s}, {@code 24h} or {@code 0s}.
     */
    public static String of(final long ns)
    {
        return of(ns, "");
    }

    /**
     * A duration in a sentence.
     *
     * @param ns nanoseconds.
     * @return such as {@code 30 s} or {@code 2.01 ms}.
     */
    public static String spaced(final long ns)
    {
        return of(ns, " ");
    }

    private static String of(final long ns, final String gap)
    {
        final int unit = ns == 0 ? SECONDS : unit(ns);
        final long unitNs = UNIT_NS[unit];

        return (ns < 0 && ns / unitNs == 0 ? "-" : "") + ns / unitNs +
            fraction(Math.abs(ns % unitNs), unitNs) + gap + UNITS[unit];
    }

    /*
     * Nobody reads 0.025 h: hours and minutes only if they are whole.
     */
    private static int unit(final long ns)
    {
        int unit = 0;
        while (unit < SECONDS ? ns % UNIT_NS[unit] != 0 : Math.abs(ns / UNIT_NS[unit]) == 0)
        {
            unit++;
        }

        return unit;
    }

    private static String fraction(final long rest, final long unitNs)
    {
        if (rest == 0)
        {
            return "";
        }

        final StringBuilder digits = new StringBuilder(Long.toString(unitNs + rest)).replace(0, 1, ".");
        while (digits.charAt(digits.length() - 1) == '0')
        {
            digits.setLength(digits.length() - 1);
        }

        return digits.toString();
    }
}
