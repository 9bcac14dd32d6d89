// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results.raw;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The rounds of one contender in one scenario.
 *
 * @param scenario  name of it.
 * @param contender name of it.
 * @param rows      one per round.
 */
public record Group(String scenario, String contender, List<Row> rows)
{
    public double median(final Figure figure)
    {
        return Numbers.median(rows.stream().mapToDouble(row -> row.value(figure)).toArray());
    }

    public double sum(final Figure figure)
    {
        return rows.stream().mapToDouble(row -> row.value(figure))
            .filter(value -> !Double.isNaN(value)).sum();
    }

    /**
     * What the failures were, and how many of each; empty if there were none, or the run did not say.
     */
    public String failedAs()
    {
        final Map<String, Long> counts = new TreeMap<>();
        rows.stream().map(row -> row.json().getAsJsonObject("failed_as")).filter(Objects::nonNull)
            .forEach(failed -> failed.entrySet().forEach(entry ->
                counts.merge(entry.getKey(), entry.getValue().getAsLong(), Long::sum)));

        return counts.entrySet().stream().map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    }

    /**
     * This contender's figure by another's, round by round: within a round the machine differs less than from
     * round to round.
     *
     * @return ratios of the rounds that both have; may be empty.
     */
    public double[] ratios(final Figure figure, final Group reference, final Figure ofReference)
    {
        return rows.stream()
            .flatMapToDouble(row -> reference.rows.stream().filter(other -> other.round() == row.round())
                .mapToDouble(other -> row.value(figure) / other.value(ofReference)))
            .filter(Double::isFinite).toArray();
    }

    /**
     * Median over the rounds of this contender's figure by another's of the same round.
     *
     * @return NaN if they have no round in common.
     */
    public double ratio(final Figure figure, final Group reference)
    {
        return Numbers.median(ratios(figure, reference, figure));
    }

    /**
     * That median with the range of what it is a median of.
     */
    public Spread spread(final Figure figure, final Group reference)
    {
        return Spread.ofRounds(ratios(figure, reference, figure));
    }

    public boolean isOurs()
    {
        return contender.startsWith("redlock-");
    }

    public boolean isFloor()
    {
        return contender.startsWith("floor-");
    }
}
