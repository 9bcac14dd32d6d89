// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results.raw;

import java.util.Arrays;

/**
 * Something that was measured, with how much it varied. A number without that cannot be compared with a
 * limit.
 *
 * @param value  the median of the rounds, or a score.
 * @param least  of the rounds, or the lower end of the score's interval.
 * @param most   of the rounds, or the upper end.
 * @param spread from the one to the other, as text.
 */
public record Spread(double value, double least, double most, String spread)
{
    private static final String NONE = "–";
    private static final Spread UNMEASURED = new Spread(Double.NaN, Double.NaN, Double.NaN, NONE);

    public static Spread unmeasured()
    {
        return UNMEASURED;
    }

    /**
     * The median of some rounds, from the least of them to the most. What is not a number does not count.
     */
    public static Spread ofRounds(final double... values)
    {
        final double[] known = Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
        if (known.length == 0)
        {
            return UNMEASURED;
        }

        final double least = known[0];
        final double most = known[known.length - 1];

        return new Spread(Numbers.median(known), least, most,
            known.length == 1 ? "once" : Numbers.ratio(least) + NONE + Numbers.ratio(most));
    }

    /**
     * A score with half the width of its interval, as JMH gives it.
     *
     * @param error NaN if unknown.
     */
    static Spread ofScore(final double score, final double error)
    {
        if (Double.isNaN(score))
        {
            return UNMEASURED;
        }

        return Double.isNaN(error) ? new Spread(score, score, score, "± unknown") :
            new Spread(score, score - error, score + error, "± " + Numbers.ratio(error));
    }

    public boolean isMeasured()
    {
        return !Double.isNaN(value);
    }

    /**
     * A ratio with its range, for a cell of a table.
     */
    public String text()
    {
        return Numbers.ratio(value) + (least < most ? " (" + spread + ")" : "");
    }
}
