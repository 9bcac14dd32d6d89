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
