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
