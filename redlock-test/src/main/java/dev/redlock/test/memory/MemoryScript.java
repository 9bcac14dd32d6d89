// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.Arrays;

import dev.redlock.spi.Answer;

/**
 * What a Lua script does, for nodes without Lua. Nodes learn it with {@link
 * MemoryNetwork#teach(dev.redlock.spi.Script, MemoryScript)}. It must do the same as the text.
 */
@FunctionalInterface
public interface MemoryScript
{
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
     * Runs the script; nothing else happens on the node meanwhile.
     *
     * @param call keys, arguments and the node's commands.
     * @return the answer; a text stands for a bulk string, and an error for one that the script raises.
     */
    Answer run(ScriptCall call);

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
