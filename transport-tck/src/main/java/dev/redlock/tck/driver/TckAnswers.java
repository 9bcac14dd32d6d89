// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.driver;

import java.util.stream.Collectors;

import dev.redlock.spi.Answer;

/**
 * Answers in a form that can be compared.
 */
public final class TckAnswers
{
    private TckAnswers()
    {
    }

    public static String told(final Answer answer)
    {
        return switch (answer.kind())
        {
            case LIST -> answer.elements().stream().map(TckAnswers::told)
                    .collect(Collectors.joining(", ", "[", "]"));
            case NIL -> "nil";
            case NUMBER -> Long.toString(answer.number());
            case ERROR -> "error " + answer.text();
            default -> "'" + answer.text() + "'";
        };
    }
}
