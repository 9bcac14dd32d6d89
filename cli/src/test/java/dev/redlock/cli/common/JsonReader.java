// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A strict reader of JSON (RFC 8259), so that what we write is judged by its grammar and not by our writer.
 */
public final class JsonReader
{
    private final String text;
    private int at;

    private JsonReader(final String text)
    {
        this.text = text;
    }

    public static Object read(final String text)
    {
        final JsonReader reader = new JsonReader(text);
        final Object value = reader.value();
        reader.skipSpace();
        reader.require(reader.at == text.length(), "something follows the value");

        return value;
    }

    @SuppressWarnings("unchecked")
    public static Map<String, Object> readObject(final String text)
    {
        return (Map<String, Object>)read(text);
    }

    private Object value()
    {
        skipSpace();
        require(at < text.length(), "the text ends");
        switch (text.charAt(at))
        {
            case '{':
                return object();

            case '[':
                return array();

            case '"':
                return string();

            case 't':
                return word("true", Boolean.TRUE);

            case 'f':
                return word("false", Boolean.FALSE);

            case 'n':
                return word("null", null);

            default:
                return number();
        }
    }

    private Map<String, Object> object()
    {
        final Map<String, Object> object = new LinkedHashMap<>();
        take('{');
        if (!isNext('}'))
        {
            do
            {
                skipSpace();
                final String name = string();
                take(':');
                require(!object.containsKey(name), "the name '" + name + "' is there twice");
                object.put(name, value());
            }
            while (isNext(','));
            take('}');
        }

        return object;
    }

    private List<Object> array()
    {
        final List<Object> array = new ArrayList<>();
        take('[');
        if (!isNext(']'))
        {
            do
            {
                array.add(value());
            }
            while (isNext(','));
            take(']');
        }

        return array;
    }

    private String string()
    {
        final StringBuilder string = new StringBuilder();
        require(text.startsWith("\"", at), "no string");
        for (at++; !text.startsWith("\"", at); at++)
        {
            require(at < text.length() && text.charAt(at) >= ' ', "a string ends or is not printable");
            string.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at));
        }
        at++;

        return string.toString();
    }

    private char escaped()
    {
        at++;
        final int index = "\"\\/bfnrt".indexOf(text.charAt(at));
        if (index >= 0)
        {
            return "\"\\/\b\f\n\r\t".charAt(index);
        }

        require(text.charAt(at) == 'u', "an unknown escape");
        at += 4;

        return (char)Integer.parseInt(text.substring(at - 3, at + 1), 16);
    }

    private Double number()
    {
        int end = at;
        while (end < text.length() && "+-.0123456789eE".indexOf(text.charAt(end)) >= 0)
        {
            end++;
        }

        final String number = text.substring(at, end);
        require(number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?"), "no number: " + number);
        at = end;

        return Double.valueOf(number);
    }

    private Object word(final String word, final Object value)
    {
        require(text.startsWith(word, at), "an unknown word");
        at += word.length();

        return value;
    }

    private boolean isNext(final char expected)
    {
        skipSpace();
        final boolean isNext = at < text.length() && text.charAt(at) == expected;
        at += isNext ? 1 : 0;

        return isNext;
    }

    private void take(final char expected)
    {
        require(isNext(expected), "no " + expected);
    }

    private void skipSpace()
    {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0)
        {
            at++;
        }
    }

    private void require(final boolean isGood, final String what)
    {
        if (!isGood)
        {
            throw new AssertionError("not JSON: " + what + " at " + at + " of: " + text);
        }
    }
}
