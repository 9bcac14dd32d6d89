// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import java.util.stream.Collectors;

import dev.redlock.spi.Answer;

/**
 * Answers in a form that can be compared.
 */
final class TckAnswers
{
    private TckAnswers()
    {
    }

    static String told(final Answer answer)
    {
        switch (answer.kind())
        {
            case LIST:
                return answer.elements().stream().map(TckAnswers::told)
                    .collect(Collectors.joining(", ", "[", "]"));

            case NIL:
                return "nil";

            case NUMBER:
                return Long.toString(answer.number());

            case ERROR:
                return "error " + answer.text();

            default:
                return "'" + answer.text() + "'";
        }
    }
}
