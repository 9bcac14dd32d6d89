// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.redlock.spi.Answer;

/**
 * One question, and what is done with its answer.
 *
 * @param command    its arguments.
 * @param needsNode  whether an error that means the same whatever was asked turns the node away, and is kept
 *                   from {@code onAnswer}.
 * @param onAnswer   called once, at most.
 */
record Step(byte[][] command, boolean needsNode, Consumer<Answer> onAnswer)
{
    /**
     * A question that a node must be ready for.
     */
    static Step ask(final Consumer<Answer> onAnswer, final String... words)
    {
        return new Step(bytes(words), true, onAnswer);
    }

    /**
     * A question of the greeting: every error is told.
     */
    static Step greet(final Consumer<Answer> onAnswer, final String... words)
    {
        return new Step(bytes(words), false, onAnswer);
    }

    /**
     * A courtesy: any answer will do.
     */
    static Step tell(final String... words)
    {
        return greet((answer) -> {}, words);
    }

    private static byte[][] bytes(final String... words)
    {
        return Stream.of(words).map((word) -> word.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }

    /*
     * A record would print its components; this one can hold a password.
     */
    @Override
    public String toString()
    {
        return new String(command[0], StandardCharsets.UTF_8);
    }
}
