// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;

/**
 * From where to where a panel's values reach.
 *
 * @param kind  of scale.
 * @param least value at the left end.
 * @param most  the greatest value; right of it is room for what is written beside it.
 */
record Scale(Kind kind, double least, double most)
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

    private static final double BELOW = 1.6;
    private static final double WIDEST = 1e7;

    /**
     * A scale on which all of these have their place.
     *
     * @param spreads what was measured; what was not does not count.
     */
    static Scale of(final Kind kind, final Collection<Spread> spreads)
    {
        final List<Spread> measured = spreads.stream().filter(Spread::isMeasured).toList();
        double least = kind == Kind.RATIO ? 1 : Double.MAX_VALUE;
        double most = kind == Kind.RATIO ? 1 : 0;
        for (final Spread spread : measured)
        {
            least = Math.min(least, spread.least());
            most = Math.max(most, spread.most());
        }

        return kind == Kind.LINEAR ? new Scale(kind, 0, most > 0 ? most : 1) :
            new Scale(kind, Math.max(least, most / WIDEST) / BELOW, most);
    }

    /**
     * Where a bar begins.
     */
    double origin()
    {
        return kind == Kind.RATIO ? 1 : least;
    }

    /**
     * The axis.
     *
     * @param room part of it, below 1, that remains free at the right.
     */
    ValueAxis axis(final double room)
    {
        final double end = beside(most, room / (1 - room));
        if (kind != Kind.LINEAR)
        {
            return new Logarithmic(least, most, end, Look::number);
        }

        final NumberAxis axis = new NumberAxis();
        axis.setRange(least, end);
        axis.setStandardTickUnits(NumberAxis.createStandardTickUnits(Locale.ROOT));
        if (most >= Look.THOUSAND)
        {
            axis.setNumberFormatOverride(Look.compact());
        }

        return axis;
    }

    /**
     * What has its place to the right of a value.
     *
     * @param distance by how much, where 1 is as far as the most is from the least.
     */
    double beside(final double value, final double distance)
    {
        return kind == Kind.LINEAR ? value + most * distance :
            Math.max(value, least) * StrictMath.pow(most / least, distance);
    }
}
