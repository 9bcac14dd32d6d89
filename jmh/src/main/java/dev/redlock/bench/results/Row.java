// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.ArrayList;
import java.util.List;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * One measurement: a scenario with a contender in one round, as the rig wrote it.
 *
 * @param scenario   name of it.
 * @param contender  name of it.
 * @param round      1-based.
 * @param parameters settings of this measurement, as sorted text.
 * @param json       all of it.
 */
record Row(String scenario, String contender, int round, String parameters, JsonObject json)
{
    static Row of(final JsonObject json)
    {
        final List<String> parameters = new ArrayList<>();
        json.getAsJsonObject("parameters").entrySet().forEach(
            entry -> parameters.add(entry.getKey() + "=" + text(entry.getValue())));
        parameters.sort(null);

        return new Row(json.get("scenario").getAsString(), json.get("contender").getAsString(),
            json.get("round").getAsInt(), String.join(" ", parameters), json);
    }

    /**
     * The value of a figure; NaN if the row has none.
     */
    double value(final Figure figure)
    {
        JsonElement value = json;
        for (final String step : figure.path())
        {
            value = value != null && value.isJsonObject() ? value.getAsJsonObject().get(step) : null;
        }

        return value == null || value.isJsonNull() ? Double.NaN : value.getAsDouble();
    }

    /**
     * A parameter as text; empty if the row has none of that name.
     */
    String parameter(final String name)
    {
        final JsonElement value = json.getAsJsonObject("parameters").get(name);

        return value == null ? "" : text(value);
    }

    List<String> files()
    {
        final List<String> files = new ArrayList<>();
        if (json.has("files"))
        {
            json.getAsJsonArray("files").forEach(file -> files.add(file.getAsString()));
        }

        return files;
    }

    private static String text(final JsonElement value)
    {
        return value.isJsonPrimitive() ? value.getAsString() : value.toString();
    }
}
