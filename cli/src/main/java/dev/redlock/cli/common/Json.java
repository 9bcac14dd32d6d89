// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.common;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;

/**
 * Writes JSON: objects from maps, arrays from collections, and the plain values. Numbers have at most three
 * decimals: more would pretend to a precision that no measurement here has. A number that is not finite
 * becomes null, as JSON has no word for it.
 */
public final class Json
{
    private static final double THOUSAND = 1000.0;
    private static final Gson LINE = builder().create();
    private static final Gson PAGE = builder().setPrettyPrinting().create();

    private Json()
    {
    }

    private static GsonBuilder builder()
    {
        return new GsonBuilder().serializeNulls().disableHtmlEscaping().registerTypeAdapter(Double.class,
            (JsonSerializer<Double>)(value, type, context) -> Double.isFinite(value) ?
                new JsonPrimitive(Math.round(value * THOUSAND) / THOUSAND) : JsonNull.INSTANCE);
    }

    /**
     * The text of a value.
     *
     * @param value map with strings as keys, collection, string, number, boolean, enum or null.
     * @return indented, in the order of the map, in ASCII, with a newline at the end.
     */
    public static String of(final Object value)
    {
        return ascii(PAGE.toJson(value)) + "\n";
    }

    /**
     * The text of a value in one line.
     *
     * @param value as above, or a tree.
     * @return without a newline.
     */
    public static String line(final Object value)
    {
        return LINE.toJson(value);
    }

    /**
     * The value as a tree.
     *
     * @param value as above.
     * @return the tree.
     */
    public static JsonElement tree(final Object value)
    {
        return LINE.toJsonTree(value);
    }

    /*
     * Only strings hold other letters, and there they may stand as their numbers.
     */
    private static String ascii(final String json)
    {
        final StringBuilder out = new StringBuilder(json.length());
        json.chars().forEach((letter) -> out.append(letter <= '~' ? String.valueOf((char)letter) :
            Prose.format("\\u%04x", letter)));

        return out.toString();
    }
}
