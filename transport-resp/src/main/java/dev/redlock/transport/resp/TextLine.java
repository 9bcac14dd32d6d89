// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

/**
 * The line of a status, an error, a double, a big number, a boolean or a null, which may come in pieces.
 * Checks the letters of a double, not its grammar: nothing computes with it; the check only finds bytes that
 * are not RESP early.
 */
final class TextLine
{
    private final int maxLength;
    private byte mark;
    private int length;
    private byte first;

    TextLine(final int maxLength)
    {
        this.maxLength = maxLength;
    }

    void begin(final byte newMark)
    {
        mark = newMark;
        length = 0;
    }

    byte first()
    {
        return first;
    }

    /**
     * Reads on.
     *
     * @param target gets the text.
     * @return where the CR is, or the end of the bytes if the line goes on.
     */
    int read(final byte[] in, final int from, final int to, final RespSink target) throws RespException
    {
        int at = from;
        while (at < to && in[at] != Resp.CR)
        {
            if (in[at] == Resp.LF)
            {
                throw new RespException("a line ends in LF without CR", in, from, to);
            }
            at++;
        }

        final int count = at - from;
        if (count > maxLength - length)
        {
            throw new RespException("a line is longer than the limit of " + maxLength + " bytes");
        }
        if (count > 0)
        {
            piece(in, from, at, target);
        }
        if (at < to && length == 0 &&
            (mark == Resp.DOUBLE || mark == Resp.BIG_NUMBER || mark == Resp.BOOLEAN))
        {
            throw new RespException("a " + name() + " is empty", in, from, to);
        }

        return at;
    }

    private void piece(final byte[] in, final int from, final int to, final RespSink target)
        throws RespException
    {
        if (length == 0)
        {
            first = in[from];
        }
        if (mark != Resp.STATUS && mark != Resp.ERROR)
        {
            check(in, from, to);
        }
        length += to - from;
        if (mark != Resp.NULL && mark != Resp.BOOLEAN)
        {
            target.text(in, from, to - from);
        }
    }

    private void check(final byte[] in, final int from, final int to) throws RespException
    {
        for (int at = from; at < to; at++)
        {
            if (!isAllowed(in[at], length + at - from))
            {
                throw new RespException("a " + name() + " contains an illegal character", in, from, to);
            }
        }
    }

    private boolean isAllowed(final byte b, final int index)
    {
        final boolean isDigit = b >= '0' && b <= '9';
        return switch (mark)
        {
            case Resp.BOOLEAN -> index == 0 && (b == 't' || b == 'f');
            case Resp.BIG_NUMBER -> isDigit || index == 0 && (b == '-' || b == '+');
            case Resp.DOUBLE -> isDigit || "+-.eEinfa".indexOf(b) >= 0;
            default -> false;
        };
    }

    private String name()
    {
        return switch (mark)
        {
            case Resp.BOOLEAN -> "boolean";
            case Resp.BIG_NUMBER -> "big number";
            case Resp.DOUBLE -> "double";
            default -> "null";
        };
    }
}
