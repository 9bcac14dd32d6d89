// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.redlock.spi.Answer;

/**
 * One question, and how to handle its answer.
 *
 * @param command    its arguments.
 * @param needsNode  whether an error that means the same after any question refuses the node, and does not
 *                   reach {@code onAnswer}.
 * @param onAnswer   called at most once.
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
     * A question whose errors are for the one who asks to judge: none refuses the node by itself, not even
     * one that says that the node is not ready.
     */
    static Step inquire(final Consumer<Answer> onAnswer, final String... words)
    {
        return new Step(bytes(words), false, onAnswer);
    }

    /**
     * A courtesy: any answer is fine.
     */
    static Step tell(final String... words)
    {
        return inquire((answer) -> {}, words);
    }

    private static byte[][] bytes(final String... words)
    {
        return Stream.of(words).map((word) -> word.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }

    /*
     * A record would print its components, and this one can contain a password.
     */
    @Override
    public String toString()
    {
        return new String(command[0], StandardCharsets.UTF_8);
    }
}
