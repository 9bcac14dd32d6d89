// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * Reads a number out of a string that comes in pieces: decimal digits, with a minus in front of negative
 * ones, within 64 bits; anything else is no number.
 */
final class DigitString
{
    private static final int MAX_DIGITS = 19;

    private long value;
    private int length;
    private boolean isNegative;
    private boolean isSound;

    void clear()
    {
        value = 0;
        length = 0;
        isNegative = false;
        isSound = true;
    }

    void append(final byte[] from, final int offset, final int count)
    {
        for (int i = offset; i < offset + count && isSound; i++)
        {
            final int digit = from[i] - '0';
            if (digit >= 0 && digit <= 9)
            {
                final long tenfold = value * 10;
                isSound = value >= Long.MIN_VALUE / 10 && tenfold >= Long.MIN_VALUE + digit &&
                    length < MAX_DIGITS + 1;
                value = tenfold - digit;
            }
            else
            {
                isSound = from[i] == '-' && length == 0;
                isNegative = isSound;
            }
            length++;
        }
    }

    boolean isNumber()
    {
        return isSound && length > (isNegative ? 1 : 0) && (isNegative || value != Long.MIN_VALUE);
    }

    long value()
    {
        return isNegative ? value : -value;
    }
}
