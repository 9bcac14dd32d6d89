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
package dev.redlock.testkit.memory;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A command as a node reads it.
 */
final class Command
{
    private static final int FRAME = 16;
    private static final int SCRIPT_KEY = 3;

    private final byte[][] arguments;
    private final String name;

    Command(final byte[][] arguments)
    {
        this.arguments = arguments;
        name = text(0).toUpperCase(Locale.ROOT);
    }

    String name()
    {
        return name;
    }

    int count()
    {
        return arguments.length;
    }

    byte[] bytes(final int index)
    {
        return arguments[index];
    }

    /**
     * An argument with each byte as a character, so that binary ones stay distinct.
     */
    String key(final int index)
    {
        return new String(arguments[index], StandardCharsets.ISO_8859_1);
    }

    String text(final int index)
    {
        return new String(arguments[index], StandardCharsets.UTF_8);
    }

    boolean isWord(final int index, final String word)
    {
        return index < arguments.length && text(index).equalsIgnoreCase(word);
    }

    long number(final int index)
    {
        try
        {
            return Long.parseLong(text(index));
        }
        catch (final NumberFormatException ignored)
        {
            throw new NodeError("ERR value is not an integer or out of range");
        }
    }

    /**
     * About what it takes on the wire.
     */
    int size()
    {
        int size = FRAME;
        for (final byte[] argument : arguments)
        {
            size += FRAME + argument.length;
        }

        return size;
    }

    /**
     * Name and key only: what else there is may be an owner token or a password.
     */
    @Override
    public String toString()
    {
        switch (name)
        {
            case "EVAL":
            case "EVALSHA":
                return count() > SCRIPT_KEY ? name + " " + key(SCRIPT_KEY) : name;

            case "SET":
            case "GET":
            case "DEL":
            case "DELIFEQ":
            case "DELEX":
            case "CAD":
                return count() > 1 ? name + " " + key(1) : name;

            default:
                return name;
        }
    }
}
