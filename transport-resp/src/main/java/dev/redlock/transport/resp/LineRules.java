// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * What may stand on the lines of doubles, big numbers, booleans and nulls. Letters of a double are checked,
 * not its grammar: nobody here computes with it, and what is no RESP at all should be found out early.
 */
final class LineRules
{
    private LineRules()
    {
    }

    /**
     * Checks a piece of a line.
     *
     * @param before length of the line before this piece.
     */
    static void check(final byte mark, final int before, final byte[] in, final int from, final int to)
        throws RespException
    {
        for (int at = from; at < to; at++)
        {
            if (!isAllowed(mark, in[at], before + at - from))
            {
                throw new RespException(
                    "a " + name(mark) + " contains what does not belong there", in, from, to);
            }
        }
    }

    static void checkEmpty(final byte mark, final byte[] in, final int from, final int to)
        throws RespException
    {
        if (mark == Resp.DOUBLE || mark == Resp.BIG_NUMBER || mark == Resp.BOOLEAN)
        {
            throw new RespException("a " + name(mark) + " is empty", in, from, to);
        }
    }

    private static boolean isAllowed(final byte mark, final byte b, final int index)
    {
        final boolean isDigit = b >= '0' && b <= '9';
        switch (mark)
        {
            case Resp.BOOLEAN:
                return index == 0 && (b == 't' || b == 'f');

            case Resp.BIG_NUMBER:
                return isDigit || index == 0 && (b == '-' || b == '+');

            case Resp.DOUBLE:
                return isDigit || "+-.eEinfa".indexOf(b) >= 0;

            default:
                return false;
        }
    }

    private static String name(final byte mark)
    {
        switch (mark)
        {
            case Resp.BOOLEAN:
                return "boolean";

            case Resp.BIG_NUMBER:
                return "big number";

            case Resp.DOUBLE:
                return "double";

            default:
                return "null";
        }
    }
}
