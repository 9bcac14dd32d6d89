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

import java.util.HashMap;
import java.util.Map;

/**
 * The answer to {@code INFO}, line by line. Knows names, not meanings.
 */
final class InfoText
{
    /**
     * Of a node that did not answer.
     */
    static final InfoText NOTHING = new InfoText("");

    private final Map<String, String> values = new HashMap<>();

    InfoText(final String text)
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
     * The value of a name; null if it is missing or empty.
     */
    String text(final String name)
    {
        final String value = values.get(name);

        return value == null || value.isEmpty() ? null : value;
    }

    /**
     * The value of a name as an identity: null if it is missing, empty or all zeros, which is how some
     * servers say that they have none.
     */
    String identity(final String name)
    {
        final String value = text(name);

        return value == null || value.chars().allMatch((character) -> character == '0') ? null : value;
    }

    /**
     * The value of a name as a number; {@link NodeFacts#UNKNOWN} if it is none.
     */
    long number(final String name)
    {
        return decimal(text(name));
    }

    boolean is(final String name, final String expected)
    {
        return expected.equals(values.get(name));
    }

    /**
     * Reads ASCII digits; {@link NodeFacts#UNKNOWN} for everything else, and for what is too large.
     */
    static long decimal(final String text)
    {
        if (text == null || !text.matches("[0-9]{1,18}"))
        {
            return NodeFacts.UNKNOWN;
        }

        return Long.parseLong(text);
    }
}
