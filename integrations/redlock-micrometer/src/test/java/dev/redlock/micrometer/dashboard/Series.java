// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.regex.Pattern;

import com.google.gson.JsonObject;

/**
 * One line of a panel.
 *
 * @param name   for the legend.
 * @param values one for each scrape; NaN where there is none.
 */
record Series(String name, double[] values)
{
    private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)}}");

    /*
     * A legend that asks for a label that its expression has summed away would be a blank in Grafana.
     */
    static Series of(final String legend, final JsonObject labels, final double[] values)
    {
        return new Series(LABEL.matcher(legend).replaceAll((label) ->
        {
            if (!labels.has(label.group(1)))
            {
                throw new AssertionError("the legend " + legend + " finds no such label in " + labels);
            }

            return labels.get(label.group(1)).getAsString();
        }), values);
    }

    boolean hasAny(final DoublePredicate kind)
    {
        return Arrays.stream(values).anyMatch(kind);
    }

    double most()
    {
        return Arrays.stream(values).filter(Double::isFinite).max().orElse(0);
    }
}
