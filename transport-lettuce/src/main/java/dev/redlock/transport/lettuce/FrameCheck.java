// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import io.netty.buffer.ByteBuf;

import dev.redlock.spi.TransportLimits;

/**
 * Watches what a node sends before Lettuce reads it. Lettuce's decoder believes what it reads: it waits for
 * the rest of a string of half a gigabyte, takes letters for digits, and gives a reply that nobody asked for
 * to whoever asks next.
 * <p>
 * Resumable at every byte. Allocates nothing. Keeps nothing but the mark of each reply, which Lettuce does
 * not tell. Event loop thread.
 */
final class FrameCheck
{
    /*
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

    /**
     * How deep Lettuce's decoder can go.
     */
    static final int LETTUCE_DEPTH = 30;

    private static final int VERBATIM_PREFIX = 4;

    private final DigitCheck digits = new DigitCheck();
    private final ReplyMarks replies;
    private final int maxLine;
    private final int maxBulk;
    private final int maxElements;
    private final int[] missing;

    private int depth;
    private int state;
    private byte mark;
    private int lineLength;
    private byte firstOfLine;
    private int payload;

    FrameCheck(final TransportLimits limits, final ReplyMarks replies)
    {
        this.replies = replies;
        maxLine = limits.lineBytes();
        maxBulk = limits.bulkBytes();
        maxElements = limits.elements();
        missing = new int[Math.min(LETTUCE_DEPTH, limits.depth())];
    }

    /**
     * Looks at all readable bytes, and leaves the buffer as it is.
     *
     * @param bytes of the node, following those of the last call.
     * @throws ProtocolException if they must not go on to Lettuce.
     */
    void check(final ByteBuf bytes)
    {
        final int end = bytes.writerIndex();
        int at = bytes.readerIndex();
        while (at < end)
        {
            if (state == PAYLOAD)
            {
                final int count = Math.min(payload, end - at);
                at += count;
                payload -= count;
                state = payload == 0 ? PAYLOAD_CR : PAYLOAD;
            }
            else
            {
                step(bytes.getByte(at++));
            }
        }
    }

    private void step(final byte value)
    {
        switch (state)
        {
            case MARK:
                begin(value);
                break;

            case NUMBER_LINE:
                if (value == Resp.CR)
                {
                    state = LINE_END;
                }
                else
                {
                    digits.add(value);
                }
                break;

            case TEXT_LINE:
                text(value);
                break;

            case LINE_END:
                expect(value, Resp.LF);
                line();
                break;

            case PAYLOAD_CR:
                expect(value, Resp.CR);
                state = PAYLOAD_LF;
                break;

            default:
                expect(value, Resp.LF);
                done();
                break;
        }
    }

    private void begin(final byte value)
    {
        mark = value;
        lineLength = 0;
        switch (value)
        {
            case Resp.NUMBER:
            case Resp.BULK:
            case Resp.ARRAY:
            case Resp.BLOB_ERROR:
            case Resp.VERBATIM:
            case Resp.MAP:
            case Resp.SET:
            case Resp.PUSH:
                digits.clear();
                state = NUMBER_LINE;
                break;

            case Resp.STATUS:
            case Resp.ERROR:
            case Resp.NULL:
            case Resp.BOOLEAN:
            case Resp.DOUBLE:
            case Resp.BIG_NUMBER:
                state = TEXT_LINE;
                break;

            case Resp.ATTRIBUTE:
                throw new ProtocolException("attributes, which Lettuce cannot read");

            default:
                throw new ProtocolException("no value begins with the byte " + (value & 0xFF));
        }
        if (depth == 0 ? value != Resp.PUSH && !replies.begin(value) : value == Resp.PUSH)
        {
            throw new ProtocolException(
                depth == 0 ? "a reply to a command that was not sent" : "a push inside of a reply");
        }
    }

    private void text(final byte value)
    {
        if (value == Resp.CR)
        {
            state = LINE_END;
        }
        else if (value == Resp.LF)
        {
            throw new ProtocolException("a line that ends in the middle");
        }
        else if (++lineLength > maxLine)
        {
            throw new ProtocolException("a line is longer than the limit of " + maxLine + " bytes");
        }
        else if (!isInNumber(value))
        {
            throw new ProtocolException("a number contains what does not belong there");
        }
        else if (lineLength == 1)
        {
            firstOfLine = value;
        }
    }

    /*
     * Lettuce parses doubles with Java's own parser, whose exceptions quote the text.
     */
    private boolean isInNumber(final byte value)
    {
        final boolean isDigit = value >= '0' && value <= '9';
        switch (mark)
        {
            case Resp.BIG_NUMBER:
                return isDigit || lineLength == 1 && (value == '-' || value == '+');

            case Resp.DOUBLE:
                return isDigit || "+-.eEinfa".indexOf(value) >= 0;

            default:
                return true;
        }
    }

    private void line()
    {
        switch (mark)
        {
            case Resp.NUMBER:
                digits.number();
                done();
                break;

            case Resp.BULK:
            case Resp.BLOB_ERROR:
            case Resp.VERBATIM:
                string(digits.number());
                break;

            case Resp.ARRAY:
            case Resp.SET:
            case Resp.PUSH:
                list(digits.number(), 1);
                break;

            case Resp.MAP:
                list(digits.number(), 2);
                break;

            default:
                shortLine();
                done();
                break;
        }
    }

    private void shortLine()
    {
        final boolean isSound = mark == Resp.NULL ? lineLength == 0 :
            mark != Resp.BOOLEAN || lineLength == 1 && (firstOfLine == 't' || firstOfLine == 'f');
        if (!isSound)
        {
            throw new ProtocolException("a null or boolean of another form");
        }
    }

    private void string(final long length)
    {
        if (length == -1 && mark == Resp.BULK)
        {
            done();

            return;
        }
        if (length < (mark == Resp.VERBATIM ? VERBATIM_PREFIX : 0))
        {
            throw new ProtocolException("a string of length " + length);
        }
        if (length > maxBulk)
        {
            throw new ProtocolException(
                "a string of " + length + " bytes is longer than the limit of " + maxBulk);
        }
        payload = (int)length;
        state = payload == 0 ? PAYLOAD_CR : PAYLOAD;
    }

    private void list(final long count, final int perElement)
    {
        if (count == -1 && mark == Resp.ARRAY)
        {
            done();

            return;
        }
        if (count < 0)
        {
            throw new ProtocolException("a list of " + count + " elements");
        }
        if (count > maxElements / perElement)
        {
            throw new ProtocolException(
                "a list of " + count + " elements is longer than the limit of " + maxElements);
        }
        if (depth == missing.length)
        {
            throw new ProtocolException("a reply is nested deeper than the limit of " + missing.length);
        }
        if (count == 0)
        {
            done();

            return;
        }
        missing[depth++] = (int)count * perElement;
        state = MARK;
    }

    private void done()
    {
        while (depth > 0 && --missing[depth - 1] == 0)
        {
            depth--;
        }
        state = MARK;
    }

    private static void expect(final byte value, final byte wanted)
    {
        if (value != wanted)
        {
            throw new ProtocolException("a line or string does not end where it should");
        }
    }

    /**
     * Is told of each reply.
     */
    @FunctionalInterface
    interface ReplyMarks
    {
        /**
         * A reply begins.
         *
         * @param mark by which it begins.
         * @return false if nobody waits for one.
         */
        boolean begin(byte mark);
    }
}
