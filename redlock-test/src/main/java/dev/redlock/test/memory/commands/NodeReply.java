// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.commands;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.redlock.spi.Answer;

/**
 * A reply on its way to a client.
 *
 * @param answer      the content.
 * @param isStatus    whether a text is a simple string.
 * @param isNonsense  whether no client could read it.
 */
public record NodeReply(Answer answer, boolean isStatus, boolean isNonsense)
{
    public static final NodeReply OK = status("OK");
    public static final NodeReply NONSENSE = new NodeReply(Answer.nil(), false, true);

    public static NodeReply of(final Answer answer)
    {
        return new NodeReply(answer, false, false);
    }

    public static NodeReply status(final String text)
    {
        return new NodeReply(Answer.text(text.getBytes(StandardCharsets.UTF_8)), true, false);
    }

    public static NodeReply text(final String text)
    {
        return of(Answer.text(text.getBytes(StandardCharsets.UTF_8)));
    }

    public static NodeReply number(final long number)
    {
        return of(Answer.number(number));
    }

    static NodeReply nil()
    {
        return of(Answer.nil());
    }

    public static NodeReply list(final List<Answer> elements)
    {
        return of(Answer.list(elements));
    }

    public static NodeReply error(final String text)
    {
        return of(Answer.error(text));
    }

    @Override
    public String toString()
    {
        return switch (answer.kind())
        {
            case TEXT -> isStatus ? answer.text() : "text of " + answer.bytes().length + " bytes";
            case NUMBER, ERROR -> answer.text();
            case NIL -> isNonsense ? "nonsense" : "nil";
            default -> "list of " + answer.elements().size();
        };
    }
}
