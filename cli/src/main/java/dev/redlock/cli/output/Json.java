// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.output;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
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
    private static final Gson GSON = new GsonBuilder().serializeNulls().disableHtmlEscaping()
        .setPrettyPrinting()
        .registerTypeAdapter(Double.class, (JsonSerializer<Double>)(value, type, context) ->
            Double.isFinite(value) ? new JsonPrimitive(Math.round(value * THOUSAND) / THOUSAND) :
                JsonNull.INSTANCE)
        .create();

    private Json()
    {
    }

    /**
     * The text of a value.
     *
     * @param value map with strings as keys, collection, string, number, boolean, enum or null.
     * @return indented, in the order of the map, in ASCII, with a newline at the end.
     */
    public static String of(final Object value)
    {
        return ascii(GSON.toJson(value)) + "\n";
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
