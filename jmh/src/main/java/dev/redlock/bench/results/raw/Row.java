// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results.raw;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * One measurement: a scenario with a contender in one round, as the rig wrote it.
 *
 * @param scenario  name of it.
 * @param contender name of it.
 * @param round     1-based.
 * @param json      all of it.
 */
public record Row(String scenario, String contender, int round, JsonObject json)
{
    /**
     * The row in an object.
     *
     * @param json as the rig wrote it.
     * @return the row.
     */
    public static Row of(final JsonObject json)
    {
        return new Row(json.get("scenario").getAsString(), json.get("contender").getAsString(),
            json.get("round").getAsInt(), json);
    }

    /**
     * The value of a figure.
     *
     * @param figure to look up.
     * @return NaN if the row has none.
     */
    public double value(final Figure figure)
    {
        JsonElement value = json;
        for (final String step : figure.path())
        {
            value = value != null && value.isJsonObject() ? value.getAsJsonObject().get(step) : null;
        }

        return value == null || value.isJsonNull() ? Double.NaN : value.getAsDouble();
    }

    /**
     * A parameter as a number; NaN if the row has none of that name.
     */
    public double parameter(final String name)
    {
        final JsonElement value = json.getAsJsonObject("parameters").get(name);

        return value == null || value.isJsonNull() ? Double.NaN : value.getAsDouble();
    }
}
