// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads durations as people write them: {@code 30s}, {@code 500ms}, {@code 1.5m}, {@code 2h}; {@code 0} needs
 * no unit.
 */
public final class DurationConverter implements ITypeConverter<Duration>
{
    private static final Pattern FORM = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)([a-z]*)");
    private static final BigDecimal LONGEST_NS = BigDecimal.valueOf(Duration.ofDays(3650).toNanos());
    private static final Map<String, Long> UNIT_NS = Map.of(
        "ns", 1L,
        "us", 1_000L,
        "ms", 1_000_000L,
        "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L, "d", 86_400_000_000_000L);

    @Override
    public Duration convert(final String text)
    {
        final Matcher matcher = FORM.matcher(text);
        if (!matcher.matches())
        {
            throw fail(text, "is not a duration");
        }

        final BigDecimal value = new BigDecimal(matcher.group(1));
        final String unit = matcher.group(2);
        if (unit.isEmpty() && value.signum() != 0)
        {
            throw fail(text, "has no unit");
        }
        if (!unit.isEmpty() && !UNIT_NS.containsKey(unit))
        {
            throw fail(text, "has the unknown unit '" + unit + "'");
        }

        final BigDecimal ns = value.multiply(BigDecimal.valueOf(UNIT_NS.getOrDefault(unit, 1L)));
        if (ns.compareTo(LONGEST_NS) > 0)
        {
            throw fail(text, "is longer than ten years");
        }

        return Duration.ofNanos(ns.longValue());
    }

    private static TypeConversionException fail(final String text, final String what)
    {
        return new TypeConversionException(
            "'" + text + "' " + what + "; write a number and one of us, ms, s, m, h, such as 500ms or 30s");
    }
}
