/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
