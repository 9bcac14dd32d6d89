// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * The line of an integer or of a length, which may come in pieces.
 */
final class NumberLine
{
    private static final int MAX_LENGTH = 32;
    private static final long SAFE_TENTH = -Long.MAX_VALUE / 10 + 1;
    private static final String TOO_LARGE = "a number does not fit into 64 bits";

    private long value;
    private int length;
    private boolean isNegative;
    private boolean hasDigits;

    void begin()
    {
        value = 0;
        length = 0;
        isNegative = false;
        hasDigits = false;
    }

    long value()
    {
        return value;
    }

    /**
     * The number as a length.
     *
     * @param what  what has this length, for the message.
     * @param limit of the length.
     */
    int asSize(final String what, final int limit) throws RespException
    {
        if (value < 0)
        {
            throw new RespException(what + " has the length " + value);
        }
        if (value > limit)
        {
            throw new RespException(what + " has the length " + value + " but the limit is " + limit);
        }

        return (int)value;
    }

    /**
     * Reads on. Adds up below zero, because there is one more negative number than positive ones.
     *
     * @param mark of the value; only an integer may begin with a plus.
     * @return where the CR is, or the end of the bytes if the line goes on.
     */
    int read(final byte mark, final byte[] in, final int from, final int to) throws RespException
    {
        int at = from;
        if (length == 0 && (in[at] == '-' || in[at] == '+' && mark == Resp.NUMBER))
        {
            isNegative = in[at++] == '-';
        }

        final int firstDigit = at;
        long sum = value;
        while (at < to && in[at] >= '0' && in[at] <= '9')
        {
            final int digit = in[at++] - '0';
            if (sum < SAFE_TENTH)
            {
                checkRoom(sum, digit, in, from, to);
            }
            sum = sum * 10 - digit;
        }
        value = sum;
        hasDigits |= at > firstDigit;
        length += at - from;
        if (length > MAX_LENGTH)
        {
            throw new RespException(
                "the line of a number is longer than " + MAX_LENGTH + " bytes", in, from, to);
        }
        if (at < to)
        {
            end(in, at, to);
        }

        return at;
    }

    private static void checkRoom(final long sum, final int digit, final byte[] in, final int from,
        final int to) throws RespException
    {
        if (sum < Long.MIN_VALUE / 10 || sum * 10 < Long.MIN_VALUE + digit)
        {
            throw new RespException(TOO_LARGE, in, from, to);
        }
    }

    private void end(final byte[] in, final int at, final int to) throws RespException
    {
        if (in[at] != Resp.CR)
        {
            throw new RespException(in[at] == '?' && length == 0 ?
                "streamed strings and lists are not supported" : "a number contains a character that is " +
                "not a digit", in, at, to);
        }
        if (!hasDigits)
        {
            throw new RespException("a number has no digits", in, at, to);
        }
        if (!isNegative)
        {
            if (value == Long.MIN_VALUE)
            {
                throw new RespException(TOO_LARGE, in, at, to);
            }
            value = -value;
        }
    }
}
