// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.ArrayList;
import java.util.List;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * One line of what JMH measured.
 *
 * @param name              class and method, without packages.
 * @param isMicro           whether it is one of the small ones without a network.
 * @param parameters        as text; empty if there are none.
 * @param mode              of JMH.
 * @param score             in the unit.
 * @param error             half the width of the interval of 99.9 % confidence; NaN if unknown.
 * @param unit              of score and error.
 * @param bytesPerOperation allocated; NaN if not measured.
 * @param bytesError        the same as the error, of the bytes.
 */
record JmhScore(
    String name,
    boolean isMicro,
    String parameters,
    String mode,
    double score,
    double error,
    String unit,
    double bytesPerOperation,
    double bytesError)
{
    static List<JmhScore> of(final JsonArray json)
    {
        final List<JmhScore> scores = new ArrayList<>();
        json.forEach(element -> scores.add(of(element.getAsJsonObject())));

        return scores;
    }

    private static JmhScore of(final JsonObject json)
    {
        final String[] path = json.get("benchmark").getAsString().split("\\.");
        final JsonObject metric = json.getAsJsonObject("primaryMetric");
        final List<String> parameters = new ArrayList<>();
        if (json.has("params"))
        {
            json.getAsJsonObject("params").entrySet().forEach(
                entry -> parameters.add(entry.getKey() + "=" + entry.getValue().getAsString()));
        }

        return new JmhScore(
            path[path.length - 2] + "." + path[path.length - 1],
            metric.get("scoreUnit").getAsString().equals("ns/op"),
            String.join(", ", parameters),
            json.get("mode").getAsString(),
            number(metric.get("score")),
            number(metric.get("scoreError")),
            metric.get("scoreUnit").getAsString(),
            bytes(json.getAsJsonObject("secondaryMetrics"), "score"),
            bytes(json.getAsJsonObject("secondaryMetrics"), "scoreError"));
    }

    private static double bytes(final JsonObject metrics, final String member)
    {
        for (final String name : metrics.keySet())
        {
            if (name.endsWith("gc.alloc.rate.norm"))
            {
                return number(metrics.getAsJsonObject(name).get(member));
            }
        }

        return Double.NaN;
    }

    /*
     * JMH writes "NaN" as a string where it has no number.
     */
    private static double number(final JsonElement element)
    {
        return element == null ? Double.NaN : Double.parseDouble(element.getAsString());
    }
}
