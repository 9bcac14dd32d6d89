// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.redlock.text.Printable;

/**
 * A reply off the hot path, as a tree. Immutable.
 */
public final class Answer
{
    /**
     * The shapes.
     */
    public enum Kind
    {
        /**
         * A simple, bulk or verbatim string; also big numbers and doubles, as their text.
         */
        TEXT,

        /**
         * An integer; booleans are 0 and 1.
         */
        NUMBER,

        /**
         * A null.
         */
        NIL,

        /**
         * An array, set or map; a map is the array of its keys and values in turn.
         */
        LIST,

        /**
         * An error.
         */
        ERROR
    }

    private static final Answer NIL = new Answer(Kind.NIL, 0, new byte[0], List.of());

    private final Kind kind;
    private final long number;
    private final byte[] bytes;
    private final List<Answer> elements;

    private Answer(final Kind kind, final long number, final byte[] bytes, final List<Answer> elements)
    {
        this.kind = kind;
        this.number = number;
        this.bytes = bytes;
        this.elements = elements;
    }

    /**
     * A string.
     *
     * @param bytes kept, not copied.
     * @return the answer.
     */
    public static Answer text(final byte[] bytes)
    {
        return new Answer(Kind.TEXT, 0, bytes, List.of());
    }

    /**
     * An integer.
     *
     * @param number the value.
     * @return the answer.
     */
    public static Answer number(final long number)
    {
        final byte[] digits = Long.toString(number).getBytes(StandardCharsets.US_ASCII);

        return new Answer(Kind.NUMBER, number, digits, List.of());
    }

    /**
     * A null.
     *
     * @return the answer.
     */
    public static Answer nil()
    {
        return NIL;
    }

    /**
     * An array, set or flattened map.
     *
     * @param elements copied.
     * @return the answer.
     */
    public static Answer list(final List<Answer> elements)
    {
        return new Answer(Kind.LIST, 0, new byte[0], List.copyOf(elements));
    }

    /**
     * An error.
     *
     * @param text the server's words, without the leading marker. Our own arguments are removed from it: they
     *             may be secret.
     * @return the answer.
     */
    public static Answer error(final String text)
    {
        final byte[] words = ErrorText.withoutArguments(text).getBytes(StandardCharsets.UTF_8);

        return new Answer(Kind.ERROR, 0, words, List.of());
    }

    /**
     * The shape.
     *
     * @return never null.
     */
    public Kind kind()
    {
        return kind;
    }

    /**
     * Whether the node answered with an error.
     *
     * @return true for {@link Kind#ERROR}.
     */
    public boolean isError()
    {
        return kind == Kind.ERROR;
    }

    /**
     * The classified error.
     *
     * @return {@link ErrorCode#NONE} if this is not an error.
     */
    public ErrorCode errorCode()
    {
        return isError() ? ErrorCode.of(text()) : ErrorCode.NONE;
    }

    /**
     * The integer.
     *
     * @return 0 for other kinds.
     */
    public long number()
    {
        return number;
    }

    /**
     * The bytes of a string, of an error's text, or of a number in decimal.
     *
     * @return not a copy: do not change it; empty for nulls and lists.
     */
    public byte[] bytes()
    {
        return bytes;
    }

    /**
     * The bytes as text.
     *
     * @return UTF-8 decoded.
     */
    public String text()
    {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * The elements of a list.
     *
     * @return immutable; empty for other kinds.
     */
    public List<Answer> elements()
    {
        return elements;
    }

    /**
     * The kind without the value, which may be secret, such as an owner token.
     *
     * @return the kind, with the size of a string or list, the integer, or the error's text.
     */
    @Override
    public String toString()
    {
        return switch (kind)
        {
            case TEXT -> "TEXT of " + bytes.length + " bytes";
            case NUMBER -> "NUMBER " + number;
            case LIST -> "LIST of " + elements.size();
            case ERROR -> "ERROR " + Printable.of(text());
            default -> "NIL";
        };
    }
}
