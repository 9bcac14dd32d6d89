// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One line between the rig and a worker: a word, and named values.
 *
 * @param word   what it is about.
 * @param values by name.
 */
record Message(String word, Map<String, String> values)
{
    static Message of(final String word, final Object... namesAndValues)
    {
        final Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2)
        {
            values.put(namesAndValues[i].toString(), String.valueOf(namesAndValues[i + 1]));
        }

        return new Message(word, values);
    }

    static Message parse(final String line)
    {
        final String[] parts = line.split(" ");
        final Map<String, String> values = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++)
        {
            final int equals = parts[i].indexOf('=');
            values.put(
                parts[i].substring(0, equals), URLDecoder.decode(parts[i].substring(equals + 1), UTF_8));
        }

        return new Message(parts[0], values);
    }

    String line()
    {
        return values.entrySet().stream()
            .map((entry) -> " " + entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), UTF_8))
            .collect(Collectors.joining("", word, ""));
    }

    String text(final String name)
    {
        final String value = values.get(name);
        if (value == null)
        {
            throw new IllegalArgumentException("the message '" + word + "' has no value '" + name + "'");
        }

        return value;
    }

    long number(final String name)
    {
        return Long.parseLong(text(name));
    }
}
