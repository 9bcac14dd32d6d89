// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * A reply that was kept, which the flyweight cannot be.
 *
 * @param kind    its shape.
 * @param numbers its numbers.
 * @param code    its classified error.
 * @param text    its text, or the words of its error.
 */
public record TckReply(Reply.Kind kind, List<Long> numbers, ErrorCode code, String text)
{
    public static TckReply of(final Reply reply)
    {
        final List<Long> numbers = new ArrayList<>();
        IntStream.range(0, reply.size()).forEach((i) -> numbers.add(reply.number(i)));

        final byte[] text = new byte[reply.textLength()];
        for (int i = 0; i < text.length; i++)
        {
            text[i] = reply.text(i);
        }

        return new TckReply(reply.kind(), numbers, reply.errorCode(),
            reply.errorText() + new String(text, StandardCharsets.UTF_8));
    }

    public static TckReply of(final Reply.Kind kind)
    {
        return new TckReply(kind, List.of(), ErrorCode.NONE, "");
    }

    public static TckReply numbers(final Long... numbers)
    {
        return new TckReply(Reply.Kind.NUMBERS, List.of(numbers), ErrorCode.NONE, "");
    }

    public static TckReply error(final ErrorCode code, final String text)
    {
        return new TckReply(Reply.Kind.ERROR, List.of(), code, text);
    }

    public static TckReply text(final String text)
    {
        return new TckReply(Reply.Kind.TEXT, List.of(), ErrorCode.NONE, text);
    }

    public boolean isLost()
    {
        return kind == Reply.Kind.LOST;
    }
}
