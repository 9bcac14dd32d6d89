// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

import dev.redlock.spi.Answer;

/**
 * One question, and what is done with its answer.
 *
 * @param command  its arguments.
 * @param onAnswer called once.
 */
record Step(byte[][] command, Consumer<Answer> onAnswer)
{
    /**
     * A question whose answer matters.
     */
    static Step ask(final Consumer<Answer> onAnswer, final String... words)
    {
        final byte[][] command = new byte[words.length][];
        for (int i = 0; i < words.length; i++)
        {
            command[i] = words[i].getBytes(StandardCharsets.UTF_8);
        }

        return new Step(command, onAnswer);
    }

    /**
     * A courtesy: any answer will do.
     */
    static Step tell(final String... words)
    {
        return ask(Step::ignore, words);
    }

    private static void ignore(final Answer answer)
    {
        // Whether the node understood is of no importance.
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
