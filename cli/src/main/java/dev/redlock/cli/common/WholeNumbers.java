// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.math.BigInteger;

import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads whole numbers, and names their bounds when there are too many digits.
 */
public final class WholeNumbers
{
    private WholeNumbers()
    {
    }

    /**
     * Makes a command line read numbers so.
     *
     * @param commandLine with all its commands.
     */
    public static void register(final CommandLine commandLine)
    {
        final CommandLine.ITypeConverter<Integer> ints =
            (text) -> (int)read(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
        final CommandLine.ITypeConverter<Long> longs = (text) -> read(text, Long.MIN_VALUE, Long.MAX_VALUE);
        commandLine.registerConverter(int.class, ints).registerConverter(Integer.class, ints)
            .registerConverter(long.class, longs).registerConverter(Long.class, longs);
    }

    private static long read(final String text, final long least, final long most)
    {
        if (!text.matches("[+-]?[0-9]{1,100}"))
        {
            throw new TypeConversionException("'" + text + "' is not a whole number");
        }
        final BigInteger value = new BigInteger(text);
        if (value.compareTo(BigInteger.valueOf(least)) < 0 || value.compareTo(BigInteger.valueOf(most)) > 0)
        {
            throw new TypeConversionException("'" + text + "' is not from " + least + " to " + most);
        }

        return value.longValue();
    }
}
