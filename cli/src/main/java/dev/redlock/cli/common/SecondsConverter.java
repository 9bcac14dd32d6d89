// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.time.Duration;

import picocli.CommandLine.ITypeConverter;

/**
 * Reads how many seconds: {@code 10} is as good as {@code 10s}, and {@code 2m} may be said, too.
 */
public final class SecondsConverter implements ITypeConverter<Duration>
{
    private static final DurationConverter WITH_UNIT = new DurationConverter();

    @Override
    public Duration convert(final String text)
    {
        return WITH_UNIT.convert(text.matches("[0-9.]+") ? text + "s" : text);
    }
}
