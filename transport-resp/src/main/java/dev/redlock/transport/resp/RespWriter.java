// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * Writes RESP into byte arrays. Every method returns the index after what it wrote; the caller has made sure
 * that there is room.
 */
public final class RespWriter
{
    /**
     * The longest form of a number: {@code $20}, the digits of {@link Long#MIN_VALUE} and two line ends.
     */
    static final int MAX_NUMBER_SIZE = 27;

    /**
     * What a bulk string may need beside its content: the mark, ten digits and two line ends.
     */
    static final int MAX_BULK_OVERHEAD = 15;

    private static final int MAX_LONG_DIGITS = 19;
    private static final byte[] MIN_VALUE = {
        '-', '9', '2', '2', '3', '3', '7', '2', '0', '3', '6', '8', '5', '4', '7', '7', '5', '8', '0', '8'};

    private RespWriter()
    {
    }

    /**
     * Writes a whole command.
     *
     * @param arguments the command's name and arguments.
     * @param to        is written.
     * @param at        where to begin.
     * @return where the command ends.
     */
    public static int command(final byte[][] arguments, final byte[] to, final int at)
    {
        int end = header(Resp.ARRAY, arguments.length, to, at);
        for (final byte[] argument : arguments)
        {
            end = bulk(argument, to, end);
        }

        return end;
    }

    /**
     * Room that is enough for {@link #command(byte[][], byte[], int)}.
     *
     * @param arguments the command's name and arguments.
     * @return bytes, a few more than will be written; a long, because arguments may be of any size.
     */
    public static long commandSizeBound(final byte[][] arguments)
    {
        long size = MAX_BULK_OVERHEAD;
        for (final byte[] argument : arguments)
        {
            size += argument.length + MAX_BULK_OVERHEAD;
        }

        return size;
    }

    /*
     * Nearly all lengths have one digit or two.
     */
    static int header(final byte mark, final int count, final byte[] to, final int at)
    {
        to[at] = mark;
        if (count < 10)
        {
            to[at + 1] = (byte)('0' + count);

            return lineEnd(to, at + 2);
        }
        if (count < 100)
        {
            final int tens = count / 10;
            to[at + 1] = (byte)('0' + tens);
            to[at + 2] = (byte)('0' + (count - tens * 10));

            return lineEnd(to, at + 3);
        }

        return lineEnd(to, decimal(count, decimalLength(count), to, at + 1));
    }

    static int bulk(final byte[] content, final byte[] to, final int at)
    {
        final int start = header(Resp.BULK, content.length, to, at);
        System.arraycopy(content, 0, to, start, content.length);

        return lineEnd(to, start + content.length);
    }

    static int number(final long value, final byte[] to, final int at)
    {
        final int length = decimalLength(value);
        final int start = header(Resp.BULK, length, to, at);

        return lineEnd(to, decimal(value, length, to, start));
    }

    static int lineEnd(final byte[] to, final int at)
    {
        to[at] = Resp.CR;
        to[at + 1] = Resp.LF;

        return at + 2;
    }

    private static int decimal(final long value, final int length, final byte[] to, final int at)
    {
        if (value == Long.MIN_VALUE)
        {
            System.arraycopy(MIN_VALUE, 0, to, at, length);

            return at + length;
        }

        long rest = Math.abs(value);
        int i = at + length;
        do
        {
            final long tenth = rest / 10;
            to[--i] = (byte)('0' + (rest - tenth * 10));
            rest = tenth;
        }
        while (rest != 0);

        if (value < 0)
        {
            to[at] = '-';
        }

        return at + length;
    }

    static int decimalLength(final long value)
    {
        if (value < 0)
        {
            return value == Long.MIN_VALUE ? MIN_VALUE.length : 1 + decimalLength(-value);
        }

        long limit = 10;
        for (int digits = 1; digits < MAX_LONG_DIGITS; digits++)
        {
            if (value < limit)
            {
                return digits;
            }
            limit *= 10;
        }

        return MAX_LONG_DIGITS;
    }
}
