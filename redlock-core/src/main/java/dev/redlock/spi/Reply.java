// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import java.util.Arrays;

/**
 * A node's answer to an operation: what was said, not what it means. A flyweight owned by the transport,
 * valid during {@link TransportHandler#onReply(Connection, long, Reply)} only.
 * <p>
 * A transport cannot grant anything: one pure rule in the engine decides whether a reply is a vote.
 */
public final class Reply
{
    /**
     * The shapes that matter to the engine.
     */
    public enum Kind
    {
        /**
         * The simple string {@code OK}, exactly.
         */
        OK,

        /**
         * Any other simple string, such as {@code +QUEUED}.
         */
        STATUS,

        /**
         * A null of any kind.
         */
        NIL,

        /**
         * An integer, or an array of at least one element with nothing in it but integers; elements that are
         * strings of decimal digits, with or without a minus, count as integers if they fit into 64 bits. See
         * {@link Reply#size()} and {@link Reply#number(int)}.
         */
        NUMBERS,

        /**
         * An error; see {@link Reply#errorCode()} and {@link Reply#errorText()}.
         */
        ERROR,

        /**
         * A bulk or verbatim string (even {@code OK}, even digits); see {@link Reply#textLength()} and {@link
         * Reply#text(int)}. The format before a verbatim string is not part of it.
         */
        TEXT,

        /**
         * A well-formed reply of any other shape: an empty or mixed or nested array, a map, a set, a boolean,
         * a double or a big number (though these two may be told as a text). It has neither numbers nor text.
         */
        OTHER,

        /**
         * The connection ended while the operation was in flight: it may have been executed.
         */
        LOST
    }

    /**
     * Limit of numbers in a reply; further ones are not kept.
     */
    public static final int MAX_NUMBERS = 8;

    /**
     * How many bytes of a text are kept, from its beginning. The room is allocated when a text first needs
     * it, and then kept.
     */
    public static final int MAX_TEXT = 8192;

    private static final int FIRST_TEXT = 64;

    // September 2001: above counts and milliseconds. And how far a script can count: below nanoseconds.
    private static final long EARLIEST_US = 1_000_000_000_000_000L;
    private static final long LATEST_US = 1L << 53;

    private final long[] numbers = new long[MAX_NUMBERS];
    private byte[] text = new byte[0];
    private int textLength;
    private Kind kind = Kind.OTHER;
    private int size;
    private ErrorCode errorCode = ErrorCode.NONE;
    private String errorText = "";

    /**
     * Makes this a reply without content.
     *
     * @param newKind any kind but {@link Kind#ERROR}.
     * @return this.
     */
    public Reply set(final Kind newKind)
    {
        assert newKind != Kind.ERROR : "an error without a code: call setError()";

        clear(newKind);

        return this;
    }

    /**
     * Whether this is one number that can be a server's time in microseconds: from September 2001 to the year
     * 2255, so that neither a count nor a time in another unit is taken for it.
     *
     * @return true if so.
     */
    public boolean isTime()
    {
        return kind == Kind.NUMBERS && size == 1 && numbers[0] >= EARLIEST_US && numbers[0] <= LATEST_US;
    }

    private void clear(final Kind newKind)
    {
        kind = newKind;
        size = 0;
        textLength = 0;
        errorCode = ErrorCode.NONE;
        errorText = "";
    }

    /**
     * Adds a number; the reply should be {@link Kind#NUMBERS}. Numbers beyond {@link #MAX_NUMBERS} are
     * dropped.
     *
     * @param value the number.
     * @return this.
     */
    public Reply add(final long value)
    {
        assert kind == Kind.NUMBERS : kind + " has no numbers: call set(NUMBERS) first";

        if (size < MAX_NUMBERS)
        {
            numbers[size++] = value;
        }

        return this;
    }

    /**
     * Adds bytes to the text; the reply should be {@link Kind#TEXT}. Bytes beyond {@link #MAX_TEXT} are
     * dropped.
     *
     * @param from   where the bytes are.
     * @param offset of the first.
     * @param length how many.
     * @return this.
     */
    public Reply add(final byte[] from, final int offset, final int length)
    {
        assert kind == Kind.TEXT : kind + " has no text: call set(TEXT) first";

        final int kept = Math.min(length, MAX_TEXT - textLength);
        if (kept > text.length - textLength)
        {
            final int wanted = Math.max(textLength + kept, Math.max(FIRST_TEXT, 2 * text.length));
            text = Arrays.copyOf(text, Math.min(MAX_TEXT, wanted));
        }
        System.arraycopy(from, offset, text, textLength, kept);
        textLength += kept;

        return this;
    }

    /**
     * Makes this an error.
     *
     * @param code  the classified code.
     * @param words the server's text, shortened if necessary. Our own arguments are removed from it, on every
     *              transport: they may be secret.
     * @return this.
     */
    public Reply setError(final ErrorCode code, final String words)
    {
        clear(Kind.ERROR);
        errorCode = code;
        errorText = ErrorText.withoutArguments(words);

        return this;
    }

    /**
     * The shape of the reply.
     *
     * @return never null.
     */
    public Kind kind()
    {
        return kind;
    }

    /**
     * How many numbers there are.
     *
     * @return 0 to {@link #MAX_NUMBERS}.
     */
    public int size()
    {
        return size;
    }

    /**
     * One of the numbers.
     *
     * @param index 0 to {@link #size()} - 1.
     * @return the number.
     */
    public long number(final int index)
    {
        assert index < size :
            "number " + index + " of " + size + " is from an earlier reply: ask size() first";

        return numbers[index];
    }

    /**
     * How many bytes of text there are.
     *
     * @return 0 to {@link #MAX_TEXT}; a text of that length may have been longer.
     */
    public int textLength()
    {
        return textLength;
    }

    /**
     * One byte of the text.
     *
     * @param index 0 to {@link #textLength()} - 1.
     * @return the byte.
     */
    public byte text(final int index)
    {
        assert index < textLength :
            "byte " + index + " of " + textLength + " is from an earlier reply: ask textLength() first";

        return text[index];
    }

    /**
     * The classified error.
     *
     * @return {@link ErrorCode#NONE} if this is not an error.
     */
    public ErrorCode errorCode()
    {
        return errorCode;
    }

    /**
     * The server's words.
     *
     * @return empty if this is not an error.
     */
    public String errorText()
    {
        return errorText;
    }
}
