// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.scripts;

import java.util.Arrays;

import dev.redlock.spi.Answer;

/**
 * What a Lua script does, for nodes without Lua, which a network is taught. It must do the same as the text.
 */
@FunctionalInterface
public interface MemoryScript
{
    /**
     * How many bytes of a marker are the version and the incarnation.
     */
    int INCARNATION = 35;

    /**
     * Deletes the key if its value is the first argument; answers 1 or 0.
     */
    MemoryScript RELEASE = (call) -> isOurs(call) ? call.run("DEL", call.key(0)) : Answer.number(0);

    /**
     * If the key's value is the first argument, makes it live at least as many milliseconds as the second;
     * never creates it or shortens its life; answers 1 or 0. With a third argument it lives exactly so long.
     */
    MemoryScript EXTEND = (call) ->
    {
        if (!isOurs(call))
        {
            return Answer.number(0);
        }

        return call.argumentCount() > 2 || call.run("PTTL", call.key(0)).number() < call.number(1) ?
            call.run("PEXPIRE", call.key(0), call.argument(1)) : Answer.number(1);
    };

    /**
     * Sets the key to the first argument if there is none, with as many milliseconds to live as the second
     * says; answers the node's time, or two zeros, the milliseconds left, and the node's time.
     */
    MemoryScript ACQUIRE = (call) ->
    {
        final boolean isSet = call.run("SET", call.key(0), call.argument(0), ScriptCall.bytes("NX"),
            ScriptCall.bytes("PX"), call.argument(1)).kind() != Answer.Kind.NIL;

        return isSet ? Answer.number(call.timeUs()) :
            ScriptCall.answer(0, 0, call.run("PTTL", call.key(0)).number(), call.timeUs());
    };

    /**
     * Sets the key to the second argument if its value is the first; answers 1 or 0.
     */
    MemoryScript REPLACE = (call) ->
    {
        final boolean isSeen = isOurs(call);
        if (isSeen)
        {
            call.run("SET", call.key(0), call.argument(1));
        }

        return Answer.number(isSeen ? 1 : 0);
    };

    /**
     * Runs the script; nothing else happens on the node meanwhile.
     *
     * @param call keys, arguments and the node's commands.
     * @return the answer; a text stands for a bulk string, and an error for one that the script raises.
     */
    Answer run(ScriptCall call);

    /**
     * The same script behind a look at the node's marker, as marker.lua and what refuses do it.
     *
     * @param numbers how many numbers the script answers.
     * @return a script with one more key and one more argument.
     */
    default MemoryScript marked(final int numbers)
    {
        return (call) ->
        {
            final long code = objection(call);
            if (code == 0)
            {
                return run(call.withoutLastArgument());
            }

            return numbers == 1 ? Answer.number(code) :
                ScriptCall.answer(code, 0, 0, call.timeUs());
        };
    }

    /**
     * What the node's marker has against a call, as marker.lua finds it.
     *
     * @param call with the marker's key in the last place, and what it must be.
     * @return 0 for nothing, or a code.
     */
    static long objection(final ScriptCall call)
    {
        final Answer marker = call.run("GET", call.key(call.keyCount() - 1));
        final byte[] expected = call.argument(call.argumentCount() - 1);
        final boolean isThere = marker.kind() != Answer.Kind.NIL;
        if (isThere && Arrays.equals(marker.bytes(), expected))
        {
            return 0;
        }

        return isThere && Arrays.equals(Arrays.copyOf(marker.bytes(), INCARNATION),
            Arrays.copyOf(expected, INCARNATION)) ? -4 : -3;
    }

    /**
     * Whether the first key's value is the first argument.
     *
     * @param call of the script.
     * @return true if so.
     */
    static boolean isOurs(final ScriptCall call)
    {
        final Answer value = call.run("GET", call.key(0));

        return value.kind() != Answer.Kind.NIL && Arrays.equals(value.bytes(), call.argument(0));
    }
}
