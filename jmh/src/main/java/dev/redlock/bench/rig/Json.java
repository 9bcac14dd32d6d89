// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import java.util.Iterator;
import java.util.Locale;
import java.util.Map;

/**
 * Writes maps, lists, strings, numbers, booleans and null as JSON.
 */
final class Json
{
    private static final int FIRST_PRINTABLE = 0x20;

    /**
     * Text that is JSON already.
     */
    record Raw(String text)
    {
    }

    private Json()
    {
    }

    static String of(final Object value)
    {
        final StringBuilder out = new StringBuilder();
        write(value, out);

        return out.toString();
    }

    private static void write(final Object value, final StringBuilder out)
    {
        if (value instanceof Map<?, ?> map)
        {
            writeMap(map, out);
        }
        else if (value instanceof Iterable<?> list)
        {
            writeList(list, out);
        }
        else if (value instanceof Double number)
        {
            out.append(number.isNaN() || number.isInfinite() ? "null" :
                String.format(Locale.ROOT, "%.3f", number));
        }
        else if (value instanceof Raw raw)
        {
            out.append(raw.text());
        }
        else if (value == null || value instanceof Number || value instanceof Boolean)
        {
            out.append(value);
        }
        else
        {
            writeString(value.toString(), out);
        }
    }

    private static void writeMap(final Map<?, ?> map, final StringBuilder out)
    {
        out.append('{');
        String separator = "";
        for (final Map.Entry<?, ?> entry : map.entrySet())
        {
            out.append(separator);
            writeString(entry.getKey().toString(), out);
            out.append(':');
            write(entry.getValue(), out);
            separator = ",";
        }
        out.append('}');
    }

    private static void writeList(final Iterable<?> list, final StringBuilder out)
    {
        out.append('[');
        for (final Iterator<?> items = list.iterator(); items.hasNext();)
        {
            write(items.next(), out);
            out.append(items.hasNext() ? "," : "");
        }
        out.append(']');
    }

    private static void writeString(final String text, final StringBuilder out)
    {
        out.append('"');
        for (int i = 0; i < text.length(); i++)
        {
            final char c = text.charAt(i);
            if (c == '"' || c == '\\')
            {
                out.append('\\').append(c);
            }
            else if (c < FIRST_PRINTABLE)
            {
                out.append(String.format("\\u%04x", (int)c));
            }
            else
            {
                out.append(c);
            }
        }
        out.append('"');
    }
}
