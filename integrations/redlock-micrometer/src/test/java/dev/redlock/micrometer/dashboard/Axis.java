// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import java.util.Locale;

/**
 * The vertical axis of a panel, from zero to a round number, with words as Grafana has for its units.
 */
record Axis(String unit, double step, int steps)
{
    private static final int MOST_STEPS = 5;
    private static final String[] SECONDS = {"ns", "µs", "ms", "s"};

    /**
     * The finest axis with few steps that reaches a value.
     */
    static Axis upTo(final String unit, final double most)
    {
        final double reach = most > 0 ? most : 1;
        double step = Math.pow(10, Math.floor(Math.log10(reach)) - 1);
        for (int i = 0; step * MOST_STEPS < reach; i++)
        {
            // 1, 2, 5, 10, …
            step *= i % 3 == 1 ? 2.5 : 2;
        }

        return new Axis(unit, step, (int)Math.ceil(reach / step - 1e-9));
    }

    double most()
    {
        return step * steps;
    }

    String label(final int tick)
    {
        final double value = tick * step;

        return switch (unit)
        {
            case "s" -> seconds(value);
            case "percentunit" -> number(100 * value) + " %";
            case "ops" -> number(value) + " ops/s";
            default -> number(value);
        };
    }

    private String seconds(final double value)
    {
        // All ticks in the unit of the highest.
        int unit = SECONDS.length - 1;
        double factor = 1;
        while (most() * factor < 1 && unit > 0)
        {
            factor *= 1_000;
            unit--;
        }

        return number(value * factor) + " " + SECONDS[unit];
    }

    private static String number(final double value)
    {
        final String text = String.format(Locale.ROOT, "%.2f", value);

        return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
    }
}
