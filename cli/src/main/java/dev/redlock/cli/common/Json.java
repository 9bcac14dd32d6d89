// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.util.Iterator;
import java.util.Map;

/**
 * Writes JSON: objects from maps, arrays from iterables, and the plain values. What JSON has no word for (a
 * number that is not finite) becomes null.
 */
public final class Json
{
    private static final String STEP = "  ";
    private static final char FIRST_PRINTABLE = ' ';
    private static final double THOUSAND = 1000.0;

    private final StringBuilder out = new StringBuilder();

    private Json()
    {
    }

    /**
     * The text of a value.
     *
     * @param value map with strings as keys, iterable, string, number, boolean, enum or null.
     * @return indented, in the order of the map, with a newline at the end.
     */
    public static String of(final Object value)
    {
        final Json json = new Json();
        json.write(value, "\n");

        return json.out.append('\n').toString();
    }

    /**
     * A number with at most three decimals: more would pretend to a precision that no measurement here has.
     *
     * @param value any.
     * @return the rounded value.
     */
    public static double rounded(final double value)
    {
        return Double.isFinite(value) ? Math.round(value * THOUSAND) / THOUSAND : value;
    }

    private void write(final Object value, final String newline)
    {
        if (value instanceof Map)
        {
            writeObject((Map<?, ?>)value, newline);
        }
        else if (value instanceof Iterable)
        {
            writeArray((Iterable<?>)value, newline);
        }
        else if (value instanceof Double && !Double.isFinite((Double)value))
        {
            out.append("null");
        }
        else if (value instanceof CharSequence || value instanceof Enum)
        {
            writeString(value.toString());
        }
        else if (value == null || value instanceof Boolean || value instanceof Long ||
            value instanceof Integer || value instanceof Double)
        {
            out.append(value);
        }
        else
        {
            throw new IllegalArgumentException(
                value.getClass().getName() + " has no form in JSON; give a map, a list or a plain value");
        }
    }

    private void writeObject(final Map<?, ?> map, final String newline)
    {
        out.append('{');
        final Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
        while (entries.hasNext())
        {
            final Map.Entry<?, ?> entry = entries.next();
            out.append(newline).append(STEP);
            writeString((String)entry.getKey());
            out.append(": ");
            write(entry.getValue(), newline + STEP);
            out.append(entries.hasNext() ? "," : newline);
        }
        out.append('}');
    }

    private void writeArray(final Iterable<?> values, final String newline)
    {
        out.append('[');
        final Iterator<?> elements = values.iterator();
        while (elements.hasNext())
        {
            out.append(newline).append(STEP);
            write(elements.next(), newline + STEP);
            out.append(elements.hasNext() ? "," : newline);
        }
        out.append(']');
    }

    private void writeString(final String text)
    {
        out.append('"');
        for (int i = 0; i < text.length(); i++)
        {
            final char character = text.charAt(i);
            if (character == '"' || character == '\\')
            {
                out.append('\\').append(character);
            }
            else if (character < FIRST_PRINTABLE || Character.isSurrogate(character) || character > '~')
            {
                out.append(Texts.format("\\u%04x", (int)character));
            }
            else
            {
                out.append(character);
            }
        }
        out.append('"');
    }
}
