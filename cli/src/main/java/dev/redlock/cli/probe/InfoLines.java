// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The answer to {@code INFO}, by name.
 */
final class InfoLines
{
    /*
     * These say which version of Redis they are compatible with, and their own beside it.
     */
    private static final List<String> SELF_NAMING = List.of("valkey", "dragonfly", "garnet", "kvrocks");

    private final Map<String, String> values = new HashMap<>();

    InfoLines(final String text)
    {
        for (final String line : text.split("\r?\n"))
        {
            final int colon = line.indexOf(':');
            if (colon > 0 && line.charAt(0) != '#')
            {
                values.put(line.substring(0, colon), line.substring(colon + 1).trim());
            }
        }
    }

    /**
     * The value of a name.
     *
     * @return empty if it is missing.
     */
    String text(final String name)
    {
        return values.getOrDefault(name, "");
    }

    /**
     * The value of a name as a number.
     *
     * @return -1 if it is missing, or none.
     */
    long number(final String name)
    {
        final String text = text(name);

        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
    }

    /**
     * Name and version of the server.
     */
    String server()
    {
        for (final String name : SELF_NAMING)
        {
            if (!text(name + "_version").isEmpty())
            {
                return name + " " + text(name + "_version");
            }
        }

        return text("redis_version").isEmpty() ? "unknown" : "redis " + text("redis_version");
    }
}
