// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import dev.redlock.spi.TransportLimits;

/**
 * Reads RESP2 and RESP3, resumable at every byte. Allocates nothing and keeps nothing of what it reads:
 * whatever is worth keeping is kept by the sink.
 * <p>
 * Use: {@link #begin(RespSink)}, then {@link #decode(byte[], int, int)} with the bytes as they come until
 * {@link #isComplete()}, and so on. Attributes are skipped wherever a value may stand; pushes are skipped
 * between replies and refused elsewhere; streamed types are refused.
 * <p>
 * One decoder belongs to one connection. Not thread-safe.
 */
public final class RespDecoder
{
    /*
     * One value at a time. Its mark says how the rest of its line is read; strings have a payload after the
     * line:
     *
     *   MARK -+-> NUMBER_LINE -+-> LINE_END -+-> (done)
     *         +-> TEXT_LINE  --+             +-> PAYLOAD -> PAYLOAD_CR -> PAYLOAD_LF -> (done)
     *
     * A list opens a level and goes back to MARK; a value that is done may end one level or several.
     */
    private static final int MARK = 0;
    private static final int NUMBER_LINE = 1;
    private static final int TEXT_LINE = 2;
    private static final int LINE_END = 3;
    private static final int PAYLOAD = 4;
    private static final int PAYLOAD_CR = 5;
    private static final int PAYLOAD_LF = 6;

    private static final int MAX_NUMBER_LINE = 32;
    private static final int NOT_SKIPPING = Integer.MAX_VALUE;
    private static final int VERBATIM_PREFIX = 4;
    private static final long SAFE_TENTH = -Long.MAX_VALUE / 10 + 1;
    private static final String TOO_LARGE = "a number does not fit into 64 bits";

    private final Levels levels;
    private final int maxLine;
    private final int maxBulk;
    private final int maxElements;

    private RespSink sink;
    private RespSink target;
    private boolean isComplete = true;
    private boolean isPush;
    private boolean isFresh;
    private int skippedLevel = NOT_SKIPPING;

    private int state;
    private byte mark;
    private int lineLength;
    private byte firstOfLine;
    private boolean isNegative;
    private boolean hasDigits;
    private long number;
    private int payload;

    /**
     * A decoder between two replies.
     *
     * @param limits of lines, strings, lists and nesting.
     */
    public RespDecoder(final TransportLimits limits)
    {
        maxLine = limits.lineBytes();
        maxBulk = limits.bulkBytes();
        maxElements = limits.elements();
        levels = new Levels(limits.depth());
    }

    /**
     * Prepares for the next reply or push.
     *
     * @param nextSink is told what stands in a reply; null if no reply is expected, only pushes are.
     */
    public void begin(final RespSink nextSink)
    {
        sink = nextSink;
        target = nextSink;
        isComplete = false;
        isPush = false;
        isFresh = true;
        state = MARK;
        skippedLevel = NOT_SKIPPING;
        levels.clear();
    }

    /**
     * Forgets an unfinished reply, because its connection is gone.
     */
    public void reset()
    {
        isComplete = true;
        sink = null;
        target = null;
    }

    /**
     * Whether the reply or push has ended (and the next {@link #begin(RespSink)} is due).
     *
     * @return also true before the first reply.
     */
    public boolean isComplete()
    {
        return isComplete;
    }

    /**
     * Whether what was or is being read is a push.
     *
     * @return true for a push, which answers nothing.
     */
    public boolean isPush()
    {
        return isPush;
    }

    /**
     * Reads on.
     *
     * @param in   the bytes.
     * @param from first byte to read.
     * @param to   end of the bytes.
     * @return after the last byte read: {@code to}, or less if the reply is complete.
     * @throws RespException if this is no RESP, or exceeds a limit. The decoder is of no use then until
     *                       {@link #begin(RespSink)}.
     */
    public int decode(final byte[] in, final int from, final int to) throws RespException
    {
        int at = from;
        while (at < to && !isComplete)
        {
            switch (state)
            {
                case MARK:
                    mark(in, at, to);
                    at++;
                    break;

                case NUMBER_LINE:
                    at = numberLine(in, at, to);
                    break;

                case TEXT_LINE:
                    at = textLine(in, at, to);
                    break;

                case LINE_END:
                    if (in[at] != Resp.LF)
                    {
                        throw new RespException("a line ends in CR without LF", in, at, to);
                    }
                    at++;
                    lineEnd();
                    break;

                case PAYLOAD:
                    at = payload(in, at, to);
                    break;

                case PAYLOAD_CR:
                    expectPayloadEnd(Resp.CR, in[at++]);
                    state = PAYLOAD_LF;
                    break;

                default:
                    expectPayloadEnd(Resp.LF, in[at++]);
                    target.endText();
                    valueDone();
                    break;
            }
        }

        return at;
    }

    private void mark(final byte[] in, final int at, final int to) throws RespException
    {
        mark = in[at];
        lineLength = 0;
        switch (mark)
        {
            case Resp.STATUS:
            case Resp.ERROR:
            case Resp.DOUBLE:
            case Resp.BIG_NUMBER:
                expectReply(in, at, to);
                target.beginText(mark, -1);
                state = TEXT_LINE;
                break;

            case Resp.NULL:
            case Resp.BOOLEAN:
                expectReply(in, at, to);
                state = TEXT_LINE;
                break;

            case Resp.PUSH:
                if (!isFresh)
                {
                    throw new RespException("a push stands inside a reply", in, at, to);
                }
                isPush = true;
                target = RespSink.NOWHERE;
                beginNumberLine();
                break;

            case Resp.NUMBER:
            case Resp.BULK:
            case Resp.ARRAY:
            case Resp.BLOB_ERROR:
            case Resp.VERBATIM:
            case Resp.MAP:
            case Resp.SET:
            case Resp.ATTRIBUTE:
                expectReply(in, at, to);
                beginNumberLine();
                break;

            default:
                throw new RespException("no value of RESP begins with byte 0x" +
                    Character.forDigit(mark >> 4 & 15, 16) + Character.forDigit(mark & 15, 16), in, at, to);
        }
        isFresh = false;
    }

    private void beginNumberLine()
    {
        number = 0;
        isNegative = false;
        hasDigits = false;
        state = NUMBER_LINE;
    }

    private void expectReply(final byte[] in, final int at, final int to) throws RespException
    {
        if (target == null)
        {
            throw new RespException("a reply came although nothing was asked", in, at, to);
        }
    }

    /*
     * Adds up below zero, because there is one more negative number than there are positive ones.
     */
    private int numberLine(final byte[] in, final int from, final int to) throws RespException
    {
        int at = from;
        if (lineLength == 0 && isSign(in[at]))
        {
            isNegative = in[at++] == '-';
        }

        final int firstDigit = at;
        long sum = number;
        while (at < to && in[at] >= '0' && in[at] <= '9')
        {
            final int digit = in[at++] - '0';
            if (sum < SAFE_TENTH)
            {
                checkRoom(sum, digit, in, from, to);
            }
            sum = sum * 10 - digit;
        }
        number = sum;
        hasDigits |= at > firstDigit;
        lineLength += at - from;
        if (lineLength > MAX_NUMBER_LINE)
        {
            throw new RespException(
                "the line of a number is longer than " + MAX_NUMBER_LINE + " bytes", in, from, to);
        }

        return at < to ? numberEnd(in, at, to) : to;
    }

    private boolean isSign(final byte b)
    {
        return b == '-' || b == '+' && mark == Resp.NUMBER;
    }

    private static void checkRoom(final long sum, final int digit, final byte[] in, final int from,
        final int to)
        throws RespException
    {
        if (sum < Long.MIN_VALUE / 10 || sum * 10 < Long.MIN_VALUE + digit)
        {
            throw new RespException(TOO_LARGE, in, from, to);
        }
    }

    private int numberEnd(final byte[] in, final int at, final int to) throws RespException
    {
        if (in[at] != Resp.CR)
        {
            throw new RespException(in[at] == '?' && lineLength == 0 ?
                "streamed strings and lists are not supported" : "a number contains what is not a digit",
                in, at, to);
        }
        if (!hasDigits)
        {
            throw new RespException("a number has no digits", in, at, to);
        }
        if (!isNegative)
        {
            if (number == Long.MIN_VALUE)
            {
                throw new RespException(TOO_LARGE, in, at, to);
            }
            number = -number;
        }

        return afterCr(in, at + 1, to);
    }

    /*
     * Nearly always the LF is there, too.
     */
    private int afterCr(final byte[] in, final int at, final int to) throws RespException
    {
        if (at < to && in[at] == Resp.LF)
        {
            lineEnd();

            return at + 1;
        }
        state = LINE_END;

        return at;
    }

    private int textLine(final byte[] in, final int from, final int to) throws RespException
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

        final int length = at - from;
        if (length > maxLine - lineLength)
        {
            throw new RespException("a line is longer than the limit of " + maxLine + " bytes");
        }
        if (length > 0)
        {
            if (lineLength == 0)
            {
                firstOfLine = in[from];
            }
            if (mark != Resp.STATUS && mark != Resp.ERROR)
            {
                LineRules.check(mark, lineLength, in, from, at);
            }
            lineLength += length;
            if (mark != Resp.NULL && mark != Resp.BOOLEAN)
            {
                target.text(in, from, length);
            }
        }
        if (at == to)
        {
            return to;
        }

        if (lineLength == 0)
        {
            LineRules.checkEmpty(mark, in, from, to);
        }

        return afterCr(in, at + 1, to);
    }

    private void lineEnd() throws RespException
    {
        switch (mark)
        {
            case Resp.STATUS:
            case Resp.ERROR:
            case Resp.DOUBLE:
            case Resp.BIG_NUMBER:
                target.endText();
                valueDone();
                break;

            case Resp.NUMBER:
                target.number(number);
                valueDone();
                break;

            case Resp.NULL:
                target.nil();
                valueDone();
                break;

            case Resp.BOOLEAN:
                target.bool(firstOfLine == 't');
                valueDone();
                break;

            case Resp.BULK:
            case Resp.BLOB_ERROR:
            case Resp.VERBATIM:
                beginPayload();
                break;

            default:
                beginList();
                break;
        }
    }

    private void beginPayload() throws RespException
    {
        if (number == -1 && mark == Resp.BULK)
        {
            target.nil();
            valueDone();

            return;
        }

        payload = size("a string", maxBulk);
        if (mark == Resp.VERBATIM && payload < VERBATIM_PREFIX)
        {
            throw new RespException("a verbatim string of " + payload + " bytes has no room for its format");
        }
        target.beginText(mark, payload);
        state = payload == 0 ? PAYLOAD_CR : PAYLOAD;
    }

    private int payload(final byte[] in, final int at, final int to) throws RespException
    {
        final int length = Math.min(payload, to - at);
        target.text(in, at, length);
        payload -= length;
        if (payload == 0)
        {
            state = PAYLOAD_CR;
        }

        return at + length;
    }

    private void beginList() throws RespException
    {
        if (number == -1 && mark == Resp.ARRAY)
        {
            target.nil();
            valueDone();

            return;
        }

        final boolean inPairs = mark == Resp.MAP || mark == Resp.ATTRIBUTE;
        final int count = inPairs ? 2 * size("a map", maxElements / 2) : size("a list", maxElements);
        levels.open(mark == Resp.ATTRIBUTE, count);
        if (mark != Resp.ATTRIBUTE)
        {
            target.beginList(mark, count);
        }
        else if (skippedLevel == NOT_SKIPPING)
        {
            skippedLevel = levels.depth();
            target = RespSink.NOWHERE;
        }

        if (count == 0)
        {
            endLists();
        }
        else
        {
            state = MARK;
        }
    }

    private int size(final String what, final int limit) throws RespException
    {
        if (number < 0)
        {
            throw new RespException(what + " has the length " + number);
        }
        if (number > limit)
        {
            throw new RespException(what + " has the length " + number + " but the limit is " + limit);
        }

        return (int)number;
    }

    private void valueDone() throws RespException
    {
        if (levels.depth() == 0)
        {
            isComplete = true;
        }
        else if (levels.countDown())
        {
            endLists();
        }
        else
        {
            state = MARK;
        }
    }

    /*
     * The innermost list is full. It is itself an element of the next, which may be full now; but an
     * attribute is no element: after it comes the value it belongs to.
     */
    private void endLists() throws RespException
    {
        do
        {
            if (levels.isAttribute())
            {
                if (skippedLevel == levels.depth())
                {
                    skippedLevel = NOT_SKIPPING;
                    target = isPush ? RespSink.NOWHERE : sink;
                }
                levels.close();
                state = MARK;

                return;
            }
            target.endList();
            levels.close();
        }
        while (levels.depth() > 0 && levels.countDown());

        isComplete = levels.depth() == 0;
        state = MARK;
    }

    private static void expectPayloadEnd(final byte wanted, final byte found) throws RespException
    {
        if (found != wanted)
        {
            throw new RespException("a string does not end where its length says");
        }
    }
}
