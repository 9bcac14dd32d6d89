// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import dev.redlock.spi.TransportLimits;

/**
 * Reads RESP2 and RESP3, resumable at every byte. Allocates nothing and keeps nothing; the sink may.
 * <p>
 * Use: {@link #begin(RespSink)}, then {@link #decode(byte[], int, int)} with the bytes as they come until
 * {@link #isComplete()}, and so on. Attributes are skipped wherever a value may stand; pushes are refused but
 * between replies, and skipped there unless they are messages; streamed types are refused.
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
     *         +-> TEXT_LINE  --+             +-> PAYLOAD -> (done)
     *
     * A list opens a level and goes back to MARK; a value that is done may end one level or several.
     */
    private static final int MARK = 0;
    private static final int NUMBER_LINE = 1;
    private static final int TEXT_LINE = 2;
    private static final int LINE_END = 3;
    private static final int PAYLOAD = 4;

    private static final int NOT_SKIPPING = Integer.MAX_VALUE;
    private static final int VERBATIM_PREFIX = 4;

    /*
     * A push that comes in so many reads counts whatever it is: whoever sends each byte by itself makes work.
     */
    private static final int MOST_PIECES = 4;

    private final Levels levels;
    private final TextLine text;
    private final NumberLine number = new NumberLine();
    private final Payload payload = new Payload();
    private final MessageSink push = new MessageSink();
    private final int maxBulk;
    private final int maxElements;
    private final long maxAnswer;

    private RespSink sink;
    private RespSink target;
    private boolean isComplete = true;
    private boolean isPush;
    private byte[] awaitedChannel;
    private boolean isFresh;
    private int skippedLevel = NOT_SKIPPING;

    private int state;
    private byte mark;

    /*
     * Bytes of the value under way, of which so many are usual, which is never more than the limit; and those
     * that nobody asked for.
     */
    private long length;
    private long usual;
    private long unasked;
    private int pieces;

    /**
     * A decoder between two replies.
     *
     * @param limits of lines, strings, lists and nesting.
     */
    public RespDecoder(final TransportLimits limits)
    {
        text = new TextLine(limits.lineBytes());
        maxBulk = limits.bulkBytes();
        maxElements = limits.elements();
        levels = new Levels(limits.depth());
        maxAnswer = 2L * maxBulk + limits.lineBytes();
    }

    /**
     * Prepares for the next reply or push.
     *
     * @param nextSink receives the reply; null if only pushes are expected.
     */
    public void begin(final RespSink nextSink)
    {
        begin(nextSink, null);
    }

    /**
     * Prepares for the next reply or push.
     *
     * @param nextSink receives the reply; null if only pushes are expected.
     * @param channel  whose subscription was asked for, which a push confirms, and an error refuses; null if
     *                 the question is another one.
     */
    public void begin(final RespSink nextSink, final byte[] channel)
    {
        awaitedChannel = channel;
        sink = nextSink;
        target = nextSink;
        isComplete = false;
        isPush = false;
        isFresh = true;
        length = 0;
        pieces = 0;
        usual = nextSink == null ? 0 : Math.min(nextSink.usualBytes(), maxAnswer);
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
        isPush = false;
        unasked = 0;
        push.reset();
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
     * Whether the last value, or the one under way, is a push.
     *
     * @return true for a push, also for one that confirms a subscription.
     */
    public boolean isPush()
    {
        return isPush;
    }

    /**
     * What the last push was.
     *
     * @return the sink of pushes, for use when one {@linkplain #isComplete() is complete}.
     */
    public MessageSink push()
    {
        return push;
    }

    /**
     * How many bytes nobody asked for: pushes that are no messages, as soon as that is known or they come in
     * many pieces, and what makes a reply larger than its sink says.
     *
     * @return since the last call.
     */
    public long takeUnasked()
    {
        final long taken = unasked;
        unasked = 0;

        return taken;
    }

    /**
     * Reads on.
     *
     * @param in   the bytes.
     * @param from first byte to read.
     * @param to   end of the bytes.
     * @return after the last byte read: {@code to}, or less if the reply is complete.
     * @throws RespException if this is not RESP, or exceeds a limit. The decoder cannot be used until the
     *                       next {@link #begin(RespSink)}.
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
                    at = afterLine(in, number.read(mark, in, at, to), to);
                    break;

                case TEXT_LINE:
                    at = afterLine(in, text.read(in, at, to, target), to);
                    break;

                case LINE_END:
                    if (in[at] != Resp.LF)
                    {
                        throw new RespException("a line ends in CR without LF", in, at, to);
                    }
                    at++;
                    lineEnd();
                    break;

                default:
                    at = payload.read(in, at, to, target);
                    if (payload.isComplete())
                    {
                        target.endText();
                        valueDone();
                    }
                    break;
            }
        }
        length += at - from;
        if (length > usual)
        {
            measure(at - from);
        }
        if (isPush && at > from)
        {
            judge();
        }

        return at;
    }

    /*
     * A push that is no message, or comes in too many pieces, counts from its beginning.
     */
    private void judge()
    {
        pieces++;
        if (pieces >= MOST_PIECES || push.isUnasked())
        {
            unasked += Math.min(length, usual);
            usual = 0;
        }
    }

    private void measure(final int read) throws RespException
    {
        unasked += Math.min(read, length - usual);
        if (length > maxAnswer)
        {
            throw new RespException("a value is larger than the limit of " + maxAnswer + " bytes in all");
        }
    }

    private void mark(final byte[] in, final int at, final int to) throws RespException
    {
        mark = in[at];
        switch (mark)
        {
            case Resp.STATUS, Resp.ERROR, Resp.DOUBLE, Resp.BIG_NUMBER ->
            {
                expectReply(in, at, to);
                target.beginText(mark, -1);
                beginTextLine();
            }
            case Resp.NULL, Resp.BOOLEAN ->
            {
                expectReply(in, at, to);
                beginTextLine();
            }
            case Resp.PUSH ->
            {
                if (!isFresh)
                {
                    throw new RespException("a push stands inside a reply", in, at, to);
                }
                isPush = true;
                usual = Math.min(push.usualBytes(), maxAnswer);
                target = push.begin(awaitedChannel);
                beginNumberLine();
            }
            case Resp.NUMBER, Resp.BULK, Resp.ARRAY, Resp.BLOB_ERROR, Resp.VERBATIM, Resp.MAP, Resp.SET,
                Resp.ATTRIBUTE ->
            {
                expectReply(in, at, to);
                beginNumberLine();
            }
            default -> throw new RespException("no value of RESP begins with byte 0x" +
                    Character.forDigit(mark >> 4 & 15, 16) + Character.forDigit(mark & 15, 16), in, at, to);
        }
        isFresh = false;
    }

    private void beginTextLine()
    {
        text.begin(mark);
        state = TEXT_LINE;
    }

    private void beginNumberLine()
    {
        number.begin();
        state = NUMBER_LINE;
    }

    private void expectReply(final byte[] in, final int at, final int to) throws RespException
    {
        if (target == null)
        {
            throw new RespException("a reply came although nothing was asked", in, at, to);
        }
        if (awaitedChannel != null && levels.depth() == 0 && mark != Resp.ERROR && mark != Resp.BLOB_ERROR &&
            mark != Resp.ATTRIBUTE)
        {
            throw new RespException(
                "SUBSCRIBE was answered as in RESP2, where messages look like replies", in, at, to);
        }
    }

    /*
     * Nearly always the whole line is there, with its LF.
     */
    private int afterLine(final byte[] in, final int cr, final int to) throws RespException
    {
        if (cr == to)
        {
            return to;
        }
        final int at = cr + 1;
        if (at < to && in[at] == Resp.LF)
        {
            lineEnd();

            return at + 1;
        }
        state = LINE_END;

        return at;
    }

    private void lineEnd() throws RespException
    {
        switch (mark)
        {
            case Resp.STATUS, Resp.ERROR, Resp.DOUBLE, Resp.BIG_NUMBER ->
            {
                target.endText();
                valueDone();
            }
            case Resp.NUMBER ->
            {
                target.number(number.value());
                valueDone();
            }
            case Resp.NULL ->
            {
                target.nil();
                valueDone();
            }
            case Resp.BOOLEAN ->
            {
                target.bool(text.first() == 't');
                valueDone();
            }
            case Resp.BULK, Resp.BLOB_ERROR, Resp.VERBATIM -> beginPayload();
            default -> beginList();
        }
    }

    private void beginPayload() throws RespException
    {
        if (number.value() == -1 && mark == Resp.BULK)
        {
            target.nil();
            valueDone();

            return;
        }

        final int size = number.asSize("a string", maxBulk);
        if (mark == Resp.VERBATIM && size < VERBATIM_PREFIX)
        {
            throw new RespException("a verbatim string of " + size + " bytes has no room for its format");
        }
        target.beginText(mark, size);
        payload.begin(size);
        state = PAYLOAD;
    }

    private void beginList() throws RespException
    {
        if (number.value() == -1 && mark == Resp.ARRAY)
        {
            target.nil();
            valueDone();

            return;
        }

        final boolean inPairs = mark == Resp.MAP || mark == Resp.ATTRIBUTE;
        final int count = inPairs ?
            2 * number.asSize("a map", maxElements / 2) : number.asSize("a list", maxElements);
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
                    target = isPush ? push : sink;
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
}
