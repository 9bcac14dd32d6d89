// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.redlock.test.resp.RespError;
import dev.redlock.test.resp.RespReader;

/**
 * One change of a node's answer, which may or may not make sense afterwards.
 *
 * @param what   is changed, for messages.
 * @param change from the bytes of one answer to what is sent instead.
 */
record Forgery(String what, UnaryOperator<byte[]> change)
{
    private static final List<String> VALUES = List.of("words and more", "", "-1", "0", "9223372036854775807",
        "99999999999999999999999999999999999", "x".repeat(60_000));

    /*
     * In the place of any value.
     */
    private static final List<String> SHAPES = List.of("+words\r\n", "$0\r\n\r\n", "$-1\r\n", "*-1\r\n",
        "*0\r\n", ":0\r\n", ":-1\r\n", ":9223372036854775807\r\n", "$30\r\n" + "9".repeat(30) + "\r\n",
        "-ERR words\r\n", "-LOADING words\r\n", "-NOAUTH words\r\n", "-READONLY words\r\n",
        "*1\r\n*1\r\n*1\r\n:1\r\n", "%1\r\n+a\r\n+b\r\n", "_\r\n", "#t\r\n", ",1.5\r\n",
        "(123456789012345678901234567890\r\n", "=7\r\ntxt:abc\r\n", "~1\r\n:1\r\n",
        "$60000\r\n" + "x".repeat(60_000) + "\r\n");

    /*
     * In the place of the whole: nothing, pieces, nonsense.
     */
    private static final List<String> RUINS = List.of("", "$5\r\nab", "?what\r\n", "$-5\r\n",
        "*2147483647\r\n", ":99999999999999999999\r\n", "*3\r\n:1\r\n", "+", "\u0000\u0000");

    /**
     * All changes of one answer: of the whole, of each element, of each line or field of a text.
     *
     * @param answer an honest one, to see its shape.
     */
    static List<Forgery> of(final byte[] answer)
    {
        final List<Forgery> all = new ArrayList<>();
        for (final String ruin : RUINS)
        {
            all.add(new Forgery(shown(ruin), (ignored) -> bytes(ruin)));
        }
        all.add(new Forgery("half", (whole) -> Arrays.copyOf(whole, whole.length / 2)));
        all.add(new Forgery("twice", (whole) -> joined(whole, whole)));
        all.add(new Forgery("a push before", (whole) -> joined(bytes(">1\r\n+push\r\n"), whole)));
        addChanges(all, "", parse(answer), (change) -> (whole) -> encode(change.apply(parse(whole))));

        return all;
    }

    /*
     * A place is where in the answer a value is: what turns a change of the value into one of the answer.
     */
    private interface Place
    {
        UnaryOperator<byte[]> with(UnaryOperator<Object> change);
    }

    private static void addChanges(
        final List<Forgery> all, final String path, final Object value, final Place place)
    {
        for (final String shape : SHAPES)
        {
            all.add(new Forgery(path + " " + shown(shape), place.with((ignored) -> new Raw(shape))));
        }
        if (value instanceof List<?> list)
        {
            for (int i = 0; i < list.size(); i++)
            {
                final int index = i;
                addChanges(all, path + "[" + i + "]", list.get(i),
                    (change) -> place.with((whole) -> replaced(whole, index, change)));
            }
            all.add(new Forgery(path + " one less", place.with(Forgery::shortened)));
        }
        else if (value instanceof byte[] text)
        {
            addChangesOfText(all, path, new String(text, StandardCharsets.UTF_8), place);
        }
    }

    private static void addChangesOfText(
        final List<Forgery> all, final String path, final String text, final Place place)
    {
        final String separator = text.contains("\r\n") ? "\r\n" : "|";
        final int parts = text.split("\r\n|\\|", -1).length;
        for (int i = 0; i < parts && text.contains(separator); i++)
        {
            final int index = i;
            for (final String value : VALUES)
            {
                all.add(new Forgery(path + "/" + i + " " + shown(value), place.with((whole) ->
                    edited(whole, separator, index, (part) -> part.contains(":") ?
                        part.substring(0, part.indexOf(':') + 1) + value : value))));
            }
            all.add(new Forgery(path + "/" + i + " missing", place.with((whole) ->
                edited(whole, separator, index, (part) -> null))));
        }
    }

    private static Object edited(final Object whole, final String separator, final int index,
        final UnaryOperator<String> change)
    {
        if (!(whole instanceof byte[] text))
        {
            return whole;
        }
        final List<String> parts = new ArrayList<>(List.of(
            new String(text, StandardCharsets.UTF_8).split(separator.equals("|") ? "\\|" : separator, -1)));
        if (index < parts.size())
        {
            final String part = change.apply(parts.remove(index));
            parts.addAll(index, part == null ? List.of() : List.of(part));
        }

        return bytes(String.join(separator, parts));
    }

    private static Object replaced(final Object whole, final int index, final UnaryOperator<Object> change)
    {
        final List<Object> elements = new ArrayList<>(whole instanceof List<?> list ? list : List.of());
        if (index < elements.size())
        {
            elements.set(index, change.apply(elements.get(index)));
        }

        return elements;
    }

    private static Object shortened(final Object whole)
    {
        return whole instanceof List<?> list && !list.isEmpty() ? list.subList(1, list.size()) : whole;
    }

    private static Object parse(final byte[] answer)
    {
        try
        {
            return new RespReader(new ByteArrayInputStream(answer)).read();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static byte[] encode(final Object value)
    {
        if (value instanceof Raw raw)
        {
            return bytes(raw.text());
        }
        if (value instanceof List<?> list)
        {
            byte[] all = bytes("*" + list.size() + "\r\n");
            for (final Object element : list)
            {
                all = joined(all, encode(element));
            }

            return all;
        }
        if (value instanceof byte[] text)
        {
            return joined(joined(bytes("$" + text.length + "\r\n"), text), bytes("\r\n"));
        }

        return bytes(value == null ? "$-1\r\n" : value instanceof Long ? ":" + value + "\r\n" :
            value instanceof RespError error ? "-" + error.getMessage() + "\r\n" : "+" + value + "\r\n");
    }

    private static byte[] joined(final byte[] one, final byte[] other)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(one);
        out.writeBytes(other);

        return out.toByteArray();
    }

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String shown(final String text)
    {
        final String line = text.replace("\r\n", "~");

        return "'" + (line.length() > 20 ? line.substring(0, 20) + "…" : line) + "'";
    }

    /*
     * Sent as it is.
     */
    private record Raw(String text)
    {
    }
}
