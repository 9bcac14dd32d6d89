// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.declaration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.concurrent.CompletionException;

import dev.redlock.runtime.operators.NoConnectionException;
import dev.redlock.runtime.operators.OperatorDesk;
import dev.redlock.spi.Answer;

/**
 * How nodes are asked when they are declared.
 */
@FunctionalInterface
public interface NodeQuestions
{
    /**
     * Asks a node. Blocks.
     *
     * @param node  index in the list; beyond it, of the place where a node was, in the same order.
     * @param words of the command.
     * @return the answer, which may be an error.
     * @throws IllegalStateException if there is none; caused by a {@link NoConnectionException} if it was not
     *                               asked for lack of a connection.
     */
    Answer ask(int node, String... words);

    /**
     * Asks by way of an operators' desk.
     *
     * @param desk     of all nodes and places.
     * @param withinNs how long each answer may take.
     * @return questions.
     */
    static NodeQuestions at(final OperatorDesk desk, final long withinNs)
    {
        return (node, words) ->
        {
            final byte[][] command = Arrays.stream(words).map(word -> word.getBytes(UTF_8))
                .toArray(byte[][]::new);
            try
            {
                return desk.ask(node, withinNs, command).join();
            }
            catch (final CompletionException ex)
            {
                throw new IllegalStateException(ex.getCause().getMessage(), ex.getCause());
            }
        };
    }
}
