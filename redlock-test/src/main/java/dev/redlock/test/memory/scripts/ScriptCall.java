// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.scripts;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;

import dev.redlock.spi.Answer;
import dev.redlock.test.memory.commands.NodeCommands;
import dev.redlock.test.memory.commands.NodeError;
import dev.redlock.test.memory.commands.ReceivedCommand;

/**
 * One run of a {@link MemoryScript}. Counts from 0 where Lua counts from 1.
 */
public final class ScriptCall
{
    private static final int FIRST_KEY = 3;
    private static final long US_PER_SECOND = 1_000_000;

    private final NodeCommands commands;
    private final ReceivedCommand command;
    private final int keyCount;
    private final int argumentCount;

    ScriptCall(final NodeCommands commands, final ReceivedCommand command)
    {
        this.commands = commands;
        this.command = command;
        keyCount = (int)command.number(FIRST_KEY - 1);
        if (keyCount < 0 || keyCount > command.count() - FIRST_KEY)
        {
            throw new NodeError("ERR Number of keys can't be greater than number of args");
        }
        argumentCount = command.count() - FIRST_KEY - keyCount;
    }

    private ScriptCall(final ScriptCall whole)
    {
        commands = whole.commands;
        command = whole.command;
        keyCount = whole.keyCount;
        argumentCount = whole.argumentCount - 1;
    }

    /**
     * The same call without its last argument, of which it keeps the keys.
     *
     * @return another view of it.
     */
    ScriptCall withoutLastArgument()
    {
        return new ScriptCall(this);
    }

    /**
     * How many keys there are.
     *
     * @return 0 or more.
     */
    public int keyCount()
    {
        return keyCount;
    }

    /**
     * How many arguments there are without the keys.
     *
     * @return 0 or more.
     */
    public int argumentCount()
    {
        return argumentCount;
    }

    /**
     * KEYS.
     *
     * @param index from 0.
     * @return the key.
     */
    public byte[] key(final int index)
    {
        return command.bytes(FIRST_KEY + index);
    }

    /**
     * ARGV.
     *
     * @param index from 0.
     * @return the argument.
     */
    public byte[] argument(final int index)
    {
        return command.bytes(FIRST_KEY + keyCount + index);
    }

    /**
     * ARGV as a number.
     *
     * @param index from 0.
     * @return the number.
     */
    public long number(final int index)
    {
        return command.number(FIRST_KEY + keyCount + index);
    }

    /**
     * Runs a command of the node, like {@code redis.call}: an error ends the script.
     *
     * @param name      of the command.
     * @param arguments of the command.
     * @return what it answers, never an error.
     */
    public Answer run(final String name, final byte[]... arguments)
    {
        final byte[][] all = new byte[arguments.length + 1][];
        all[0] = name.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(arguments, 0, all, 1, arguments.length);

        return commands.call(new ReceivedCommand(all)).answer();
    }

    /**
     * The node's time.
     *
     * @return microseconds.
     */
    long timeUs()
    {
        final List<Answer> time = run("TIME").elements();

        return Long.parseLong(time.get(0).text()) * US_PER_SECOND + Long.parseLong(time.get(1).text());
    }

    static Answer answer(final long... numbers)
    {
        return Answer.list(LongStream.of(numbers).mapToObj(Answer::number).toList());
    }

    static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Each byte a character.
     */
    static String text(final byte[] bytes)
    {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
