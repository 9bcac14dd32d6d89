// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results.raw;

import java.util.ArrayList;
import java.util.List;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/**
 * One line of what JMH measured.
 *
 * @param name       class and method, without packages.
 * @param parameters as text; empty if there are none.
 * @param unit       of the score.
 * @param score      in the unit.
 * @param bytes      allocated per operation.
 */
public record JmhScore(String name, String parameters, String unit, Score score, Score bytes)
{
    private static final double US_PER_S = 1e6;

    /**
     * A number of JMH.
     *
     * @param value NaN if not measured.
     * @param error half the width of the interval of 99.9 % confidence; NaN if unknown.
     */
    public record Score(double value, double error)
    {
        private static Score of(final JsonObject metric, final double scale)
        {
            return new Score(scale * number(metric.get("score")), scale * number(metric.get("scoreError")));
        }

        public Spread spread()
        {
            return Spread.ofScore(value, error);
        }
    }

    /**
     * Whether it is one of the small ones without a network.
     */
    public boolean isMicro()
    {
        return unit.equals("ns/op");
    }

    public static List<JmhScore> of(final JsonArray json)
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

        // A lock takes microseconds, so locks per microsecond would be rounded to none.
        final String unit = metric.get("scoreUnit").getAsString();
        final boolean isRate = unit.equals("ops/us");

        return new JmhScore(path[path.length - 2] + "." + path[path.length - 1],
            String.join(", ", parameters), isRate ? "ops/s" : unit,
            Score.of(metric, isRate ? US_PER_S : 1), bytes(json.getAsJsonObject("secondaryMetrics")));
    }

    private static Score bytes(final JsonObject metrics)
    {
        return metrics.keySet().stream().filter(name -> name.endsWith("gc.alloc.rate.norm")).findFirst()
            .map(name -> Score.of(metrics.getAsJsonObject(name), 1))
            .orElse(new Score(Double.NaN, Double.NaN));
    }

    /*
     * JMH writes "NaN" as a string where it has no number.
     */
    private static double number(final JsonElement element)
    {
        return element == null ? Double.NaN : Double.parseDouble(element.getAsString());
    }
}
