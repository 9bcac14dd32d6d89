// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/**
 * A logarithmic axis with a tick at each power of ten, at every other where they are many, at 1, 2 and 5 of
 * it where they are few. The library's own labels have exponents, which it draws as outlines.
 */
final class Logarithmic extends LogAxis
{
    private static final long serialVersionUID = 1;

    private static final double TEN = 10;
    private static final double FEW_DECADES = 1.5;
    private static final double MANY_DECADES = 5;
    private static final List<Integer> FINE = List.of(1, 2, 5);

    private final transient DoubleFunction<String> label;

    /**
     * @param least value at the left or lower end.
     * @param most  value at the other end.
     * @param label of a tick.
     */
    Logarithmic(final double least, final double most, final DoubleFunction<String> label)
    {
        this.label = label;
        setAutoTickUnitSelection(false);
        setRange(least, most);
    }

    @Override
    public List<NumberTick> refreshTicks(
        final Graphics2D canvas, final AxisState state, final Rectangle2D area, final RectangleEdge edge)
    {
        final double least = getLowerBound();
        final double most = getUpperBound();
        final double decades = StrictMath.log10(most / least);
        final List<Integer> steps = decades > FEW_DECADES ? List.of(1) : FINE;
        final int stride = decades > MANY_DECADES ? 2 : 1;
        final TextAnchor anchor =
            edge == RectangleEdge.BOTTOM ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT;
        final List<NumberTick> ticks = new ArrayList<>();
        for (double decade = StrictMath.floor(StrictMath.log10(least)); StrictMath.pow(TEN, decade) <= most;
            decade += stride)
        {
            for (final int step : steps)
            {
                final double value = step * StrictMath.pow(TEN, decade);
                if (value >= least && value <= most)
                {
                    ticks.add(new NumberTick(value, label.apply(value), anchor, anchor, 0));
                }
            }
        }

        return ticks;
    }
}
