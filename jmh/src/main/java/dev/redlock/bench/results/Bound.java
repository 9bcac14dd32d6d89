// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import dev.redlock.bench.results.raw.Numbers;
import dev.redlock.bench.results.raw.Spread;

/**
 * Something that this library is to reach, and what was measured.
 *
 * @param claim    in words.
 * @param limit    that must be kept.
 * @param isAtMost whether less is better.
 * @param measured what is compared with the limit, and how much it varied.
 * @param unit     of both.
 */
record Bound(String claim, double limit, boolean isAtMost, Spread measured, String unit)
{
    boolean isMeasured()
    {
        return measured.isMeasured();
    }

    boolean isMet()
    {
        return isKeptBy(measured.value());
    }

    /**
     * Whether the limit lies within the spread: the rounds contradict each other, and another run may well
     * come out the other way.
     */
    boolean isUndecided()
    {
        return isMeasured() && isKeptBy(measured.least()) != isKeptBy(measured.most());
    }

    private boolean isKeptBy(final double value)
    {
        return isAtMost ? value <= limit : value >= limit;
    }

    String verdict()
    {
        if (!isMeasured())
        {
            return "not measured";
        }

        return (isMet() ? "met" : "**missed**") + (isUndecided() ? ", undecided" : "");
    }

    String limitText()
    {
        return (isAtMost ? "≤ " : "≥ ") + Numbers.ratio(limit) + " " + unit;
    }

    String measuredText()
    {
        return isMeasured() ? Numbers.ratio(measured.value()) + " " + unit : "–";
    }
}
