// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * Fills the flyweight of the hot path. Allocates nothing but the words of an error, and the room for a text
 * until it is large enough.
 */
public final class ReplySink implements RespSink
{
    /*
     * What a text is good for: a status is OK or it is not, an error keeps its words, a string is kept, an
     * element of an array may be a number in disguise (as TIME answers), and anything else is not looked at.
     */
    private static final int IGNORED = 0;
    private static final int KEPT = 1;
    private static final int DIGITS = 2;
    private static final int WORDS = 3;
    private static final int STATUS = 4;
    private static final byte[] OK = {'O', 'K'};
    private static final int VERBATIM_PREFIX = 4;

    /*
     * The longest text that is kept, twice.
     */
    private static final int USUAL_BYTES = 2 * Reply.MAX_TEXT;

    private final ErrorLine error = new ErrorLine();
    private final DigitString digits = new DigitString();
    private Reply reply;
    private int depth;
    private int use;
    private int matched;
    private int skipped;
    private boolean isArrayOfNumbers;

    /**
     * Prepares for the next reply.
     *
     * @param nextReply is filled; complete when the decoder says so.
     * @return this.
     */
    public ReplySink begin(final Reply nextReply)
    {
        reply = nextReply;
        depth = 0;
        isArrayOfNumbers = false;

        return this;
    }

    @Override
    public int usualBytes()
    {
        return USUAL_BYTES;
    }

    @Override
    public void nil()
    {
        if (depth == 0)
        {
            reply.set(Reply.Kind.NIL);
        }
        else
        {
            isArrayOfNumbers = false;
        }
    }

    @Override
    public void number(final long value)
    {
        if (depth == 0)
        {
            reply.set(Reply.Kind.NUMBERS).add(value);
        }
        else if (isArrayOfNumbers)
        {
            reply.add(value);
        }
    }

    @Override
    public void bool(final boolean value)
    {
        other();
    }

    @Override
    public void beginText(final byte mark, final int length)
    {
        final boolean isString = mark == Resp.STATUS || mark == Resp.BULK;
        if (depth == 0)
        {
            if (mark == Resp.ERROR || mark == Resp.BLOB_ERROR)
            {
                error.clear();
                use = WORDS;
            }
            else if (mark == Resp.STATUS)
            {
                matched = 0;
                use = STATUS;
            }
            else if (mark == Resp.BULK || mark == Resp.VERBATIM)
            {
                reply.set(Reply.Kind.TEXT);
                skipped = mark == Resp.VERBATIM ? 0 : VERBATIM_PREFIX;
                use = KEPT;
            }
            else
            {
                reply.set(Reply.Kind.OTHER);
                use = IGNORED;
            }
        }
        else if (isArrayOfNumbers && isString)
        {
            digits.clear();
            use = DIGITS;
        }
        else
        {
            isArrayOfNumbers = false;
            use = IGNORED;
        }
    }

    @Override
    public void text(final byte[] from, final int offset, final int length)
    {
        switch (use)
        {
            case WORDS -> error.append(from, offset, length);
            case DIGITS -> digits.append(from, offset, length);
            case STATUS -> match(from, offset, length);
            case KEPT ->
            {
                final int prefix = Math.min(length, VERBATIM_PREFIX - skipped);
                skipped += prefix;
                reply.add(from, offset + prefix, length - prefix);
            }
            default ->
            {
            }
        }
    }

    /*
     * In pieces, as the network brings it.
     */
    private void match(final byte[] from, final int offset, final int length)
    {
        for (int i = 0; i < length; i++)
        {
            final boolean isNext = matched >= 0 && matched < OK.length && from[offset + i] == OK[matched];
            matched = isNext ? matched + 1 : -1;
        }
    }

    @Override
    public void endText()
    {
        if (use == STATUS)
        {
            reply.set(matched == OK.length ? Reply.Kind.OK : Reply.Kind.STATUS);
        }
        else if (use == WORDS)
        {
            final String text = error.text();
            reply.setError(ErrorCode.of(text), text);
        }
        else if (use == DIGITS)
        {
            if (digits.isNumber())
            {
                reply.add(digits.value());
            }
            else
            {
                isArrayOfNumbers = false;
            }
        }
    }

    @Override
    public void beginList(final byte mark, final int count)
    {
        isArrayOfNumbers = depth == 0 && mark == Resp.ARRAY && count > 0;
        if (isArrayOfNumbers)
        {
            reply.set(Reply.Kind.NUMBERS);
        }
        depth++;
    }

    @Override
    public void endList()
    {
        depth--;
        if (depth == 0 && !isArrayOfNumbers)
        {
            reply.set(Reply.Kind.OTHER);
        }
    }

    private void other()
    {
        isArrayOfNumbers = false;
        if (depth == 0)
        {
            reply.set(Reply.Kind.OTHER);
        }
    }
}
