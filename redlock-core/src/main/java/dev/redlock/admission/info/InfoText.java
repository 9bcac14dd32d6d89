// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.admission.info;

import java.util.HashMap;
import java.util.Map;

/**
 * The answer to {@code INFO}, line by line. Knows names, not meanings.
 */
public final class InfoText
{
    /**
     * Stands for a number that the node did not tell.
     */
    public static final long UNKNOWN = -1;

    private static final int MOST_DIGITS = 18;

    /**
     * For a node that did not answer.
     */
    public static final InfoText NOTHING = new InfoText("");

    private final Map<String, String> values = new HashMap<>();

    public InfoText(final String text)
    {
        int start = 0;
        while (start < text.length())
        {
            final int lineFeed = text.indexOf('\n', start);
            final int end = lineFeed < 0 ? text.length() : lineFeed;
            final int colon = text.indexOf(':', start);
            if (colon > start && colon < end && text.charAt(start) != '#')
            {
                values.put(text.substring(start, colon), text.substring(colon + 1, end).trim());
            }
            start = end + 1;
        }
    }

    public boolean isEmpty()
    {
        return values.isEmpty();
    }

    /**
     * The value of a name; null if it is missing or empty.
     */
    public String text(final String name)
    {
        final String value = values.get(name);

        return value == null || value.isEmpty() ? null : value;
    }

    /**
     * The value of a name as an identity: null if it is missing, empty or all zeros, which some servers send
     * for none.
     */
    public String identity(final String name)
    {
        final String value = text(name);

        return value == null || isZeros(value) ? null : value;
    }

    public static boolean isZeros(final String value)
    {
        for (int i = 0; i < value.length(); i++)
        {
            if (value.charAt(i) != '0')
            {
                return false;
            }
        }

        return true;
    }

    /**
     * The value of a name as a number; {@link #UNKNOWN} if it is none.
     */
    public long number(final String name)
    {
        return decimal(text(name));
    }

    public boolean is(final String name, final String expected)
    {
        return expected.equals(values.get(name));
    }

    /**
     * Reads ASCII digits; {@link #UNKNOWN} for everything else, and for what is too large.
     */
    public static long decimal(final String text)
    {
        if (text == null || text.isEmpty() || text.length() > MOST_DIGITS)
        {
            return UNKNOWN;
        }

        for (int i = 0; i < text.length(); i++)
        {
            if (text.charAt(i) < '0' || text.charAt(i) > '9')
            {
                return UNKNOWN;
            }
        }

        return Long.parseLong(text);
    }
}
