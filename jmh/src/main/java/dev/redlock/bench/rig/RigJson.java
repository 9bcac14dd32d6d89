// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.rig;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;

/**
 * JSON as the rig writes it: a value in a line, with at most three decimals. More would pretend to a
 * precision that no measurement here has. A number that is not finite becomes null.
 */
final class RigJson
{
    private static final double THOUSAND = 1000.0;
    private static final Gson GSON = new GsonBuilder().serializeNulls().disableHtmlEscaping()
        .registerTypeAdapter(Double.class, (JsonSerializer<Double>)(value, type, context) ->
            Double.isFinite(value) ? new JsonPrimitive(Math.round(value * THOUSAND) / THOUSAND) :
                JsonNull.INSTANCE)
        .create();

    private RigJson()
    {
    }

    static String line(final Object value)
    {
        return GSON.toJson(value);
    }

    static JsonElement tree(final Object value)
    {
        return GSON.toJsonTree(value);
    }
}
