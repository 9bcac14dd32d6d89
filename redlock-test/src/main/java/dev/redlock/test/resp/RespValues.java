// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.resp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import dev.redlock.spi.Answer;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;

/**
 * RESP for a transport of the SPI: from operations to frames, and from values of {@link RespReader} to
 * replies of the SPI.
 */
public final class RespValues
{
    private RespValues()
    {
    }

    /**
     * The frame of an operation.
     *
     * @param operation with all slots of its template filled.
     * @param key       the bytes of its key; ignored if its template names none.
     * @return the bytes to send, independent of the operation.
     */
    public static byte[] frame(final Operation operation, final byte[] key)
    {
        final byte[][] arguments = new byte[operation.template().argumentCount()][];
        for (int i = 0; i < arguments.length; i++)
        {
            arguments[i] = argument(operation, operation.template(), i, key);
        }

        return RespFrames.command(arguments);
    }

    private static byte[] argument(
        final Operation operation, final CommandTemplate template, final int at, final byte[] key)
    {
        final byte[] literal = template.literal(at);
        switch (template.kind(at))
        {
            case KEY:
                final byte[] whole = Arrays.copyOf(key, key.length + literal.length);
                System.arraycopy(literal, 0, whole, key.length, literal.length);

                return whole;

            case BYTES:
                return operation.bytes(template.slot(at));

            case NUMBER:
                return Long.toString(operation.number(template.slot(at))).getBytes(StandardCharsets.US_ASCII);

            default:
                return literal;
        }
    }

    /**
     * A value off the hot path.
     *
     * @param value from {@link RespReader#read()}.
     * @return the value as an answer.
     */
    public static Answer answer(final Object value)
    {
        if (value instanceof List || value instanceof Object[])
        {
            final List<?> elements = value instanceof List ? (List<?>)value : Arrays.asList((Object[])value);

            return Answer.list(elements.stream().map(RespValues::answer).toList());
        }
        if (value instanceof Long || value instanceof Boolean)
        {
            return Answer.number(value instanceof Long ? (Long)value : (Boolean)value ? 1 : 0);
        }
        if (value instanceof RespError)
        {
            return Answer.error(((RespError)value).getMessage());
        }

        return value == null ? Answer.nil() : Answer.text(
            value instanceof byte[] ? (byte[])value : ((String)value).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A value on the hot path: OK or another status, a null, numbers, a text, an error, or some other shape.
     *
     * @param reply to fill.
     * @param value from {@link RespReader#read()}.
     * @return the reply.
     */
    public static Reply fill(final Reply reply, final Object value)
    {
        if (value instanceof RespError)
        {
            final String text = ((RespError)value).getMessage();

            return reply.setError(ErrorCode.of(text), text);
        }
        if (value == null || value instanceof String)
        {
            return reply.set(value == null ? Reply.Kind.NIL :
                "OK".equals(value) ? Reply.Kind.OK : Reply.Kind.STATUS);
        }
        if (value instanceof byte[])
        {
            return reply.set(Reply.Kind.TEXT).add((byte[])value, 0, ((byte[])value).length);
        }

        final List<?> numbers = value instanceof Long ? List.of(value) : value instanceof List ?
            ((List<?>)value).stream().map(RespValues::number).toList() : List.of();
        if (numbers.isEmpty() || numbers.stream().anyMatch(Objects::isNull))
        {
            return reply.set(Reply.Kind.OTHER);
        }
        reply.set(Reply.Kind.NUMBERS);
        numbers.forEach((number) -> reply.add((Long)number));

        return reply;
    }

    private static Long number(final Object element)
    {
        final String text = element instanceof Long || element instanceof String ? element.toString() :
            element instanceof byte[] ? new String((byte[])element, StandardCharsets.ISO_8859_1) : "";
        try
        {
            return text.startsWith("+") ? null : Long.valueOf(text);
        }
        catch (final NumberFormatException ignored)
        {
            return null;
        }
    }
}
