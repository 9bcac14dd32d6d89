// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

/**
 * Reads a number out of a line that comes byte by byte: decimal digits, with a minus in front of negative
 * ones, within 64 bits.
 */
final class DigitCheck
{
    private static final int MAX_DIGITS = 19;

    private long value;
    private int length;
    private boolean isNegative;

    void clear()
    {
        value = 0;
        length = 0;
        isNegative = false;
    }

    void add(final byte next)
    {
        final int digit = next - '0';
        if (next == '-' && length == 0 && !isNegative)
        {
            isNegative = true;
        }
        else if (digit < 0 || digit > 9)
        {
            throw new ProtocolException("a number has another byte than a digit");
        }
        else
        {
            final boolean fits = length < MAX_DIGITS && value >= Long.MIN_VALUE / 10 &&
                value * 10 >= Long.MIN_VALUE + digit;
            if (!fits)
            {
                throw new ProtocolException("a number does not fit into 64 bits");
            }
            value = value * 10 - digit;
            length++;
        }
    }

    long number()
    {
        if (length == 0 || !isNegative && value == Long.MIN_VALUE)
        {
            throw new ProtocolException("a number without digits, or of more than 64 bits");
        }

        return isNegative ? value : -value;
    }
}
