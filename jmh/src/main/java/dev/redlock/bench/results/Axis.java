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
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Where a value stands between the left and the right end of a panel.
 *
 * @param kind  of scale.
 * @param least value at the left end.
 * @param most  value at the right end.
 */
record Axis(Kind kind, double least, double most)
{
    /**
     * The scales there are.
     */
    enum Kind
    {
        /**
         * From nothing.
         */
        LINEAR,

        /**
         * From a bit below the least.
         */
        LOGARITHMIC,

        /**
         * Logarithmic, of ratios: bars begin at 1, to the left or to the right.
         */
        RATIO
    }

    private static final double TEN = 10;
    private static final double MARGIN = 1.6;
    private static final double FEW_DECADES = 1.5;
    private static final double THOUSAND = 1_000;
    private static final double MILLION = 1_000_000;
    private static final int INTERVALS = 3;
    private static final List<Integer> STEPS = List.of(1, 2, 5);

    /**
     * An axis on which all of these have their place.
     *
     * @param spreads what was measured; what was not does not count.
     */
    static Axis of(final Kind kind, final Collection<Spread> spreads)
    {
        final List<Spread> measured = spreads.stream().filter(Spread::isMeasured).toList();
        double least = kind == Kind.RATIO ? 1 : Double.MAX_VALUE;
        double most = kind == Kind.RATIO ? 1 : 0;
        for (final Spread spread : measured)
        {
            least = Math.min(least, spread.least());
            most = Math.max(most, spread.most());
        }

        return kind == Kind.LINEAR ? new Axis(kind, 0, most > 0 ? most : 1) :
            new Axis(kind, Math.max(least, most / MILLION / TEN) / MARGIN, most);
    }

    /**
     * Where a bar begins.
     */
    double origin()
    {
        return kind == Kind.RATIO ? 1 : least;
    }

    /**
     * The place of a value: 0 is the left end, 1 the right one.
     */
    double place(final double value)
    {
        final double place = kind == Kind.LINEAR ? value / most :
            StrictMath.log(value / least) / StrictMath.log(most / least);

        return Math.max(0, Math.min(1, place));
    }

    /**
     * Round values between the ends.
     */
    List<Double> ticks()
    {
        final List<Double> ticks = new ArrayList<>();
        if (kind == Kind.LINEAR)
        {
            final double step = linearStep();
            for (int i = 0; i * step <= most; i++)
            {
                ticks.add(i * step);
            }

            return ticks;
        }

        final boolean isEachDecadeEnough = most / least > StrictMath.pow(TEN, FEW_DECADES);
        final int first = (int)Math.floor(StrictMath.log10(least));
        final int last = (int)Math.ceil(StrictMath.log10(most));
        for (int decade = first; decade <= last; decade++)
        {
            for (final int step : STEPS)
            {
                final double tick = step * StrictMath.pow(TEN, decade);
                if (tick >= least && tick <= most && (step == 1 || !isEachDecadeEnough))
                {
                    ticks.add(tick);
                }
            }
        }

        return ticks;
    }

    private double linearStep()
    {
        double step = StrictMath.pow(TEN, Math.floor(StrictMath.log10(most)) - 1);
        for (int i = 0; most / step > INTERVALS; i++)
        {
            step *= i % STEPS.size() == 1 ? 2.5 : 2;
        }

        return step;
    }

    /**
     * What is written at a tick.
     */
    static String label(final double tick)
    {
        if (tick >= MILLION)
        {
            return number(tick / MILLION) + "M";
        }

        return tick >= THOUSAND ? number(tick / THOUSAND) + "k" : number(tick);
    }

    private static String number(final double value)
    {
        return value >= 1 || value == 0 ? String.format(Locale.ROOT, "%.0f", value) :
            String.format(Locale.ROOT, "%.4f", value).replaceAll("0+$", "");
    }
}
