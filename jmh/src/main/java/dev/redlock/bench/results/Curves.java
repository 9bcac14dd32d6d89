// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Stroke;
import java.awt.geom.Line2D;
import java.util.Comparator;
import java.util.List;

import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * A chart with a curve of percentiles for each contender. The legend beside it names them from top to bottom
 * as the curves end.
 *
 * @param curves at least one.
 */
record Curves(List<Curve> curves)
{
    static final int HEIGHT = 400;

    private static final String CAPTION =
        "Time to acquire in µs; both axes logarithmic. Of the round with the median p50.";
    private static final double MARGIN = 1.15;
    private static final double GAP = 16;

    /**
     * One contender.
     *
     * @param isDashed to tell it from another of the same colour.
     */
    record Curve(String name, Color colour, boolean isDashed, List<Percentiles.Point> points)
    {
        double end()
        {
            return points.get(points.size() - 1).micros();
        }

        Stroke stroke()
        {
            return new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1,
                isDashed ? new float[]{6, 3} : null, 0);
        }
    }

    JFreeChart chart(final String title)
    {
        final XYSeriesCollection data = new XYSeriesCollection();
        final XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
        renderer.setLegendLine(new Line2D.Double(-14, 0, 14, 0));
        renderer.setDrawSeriesLineAsPath(true);
        for (final Curve curve : curves.stream().sorted(Comparator.comparing(Curve::end).reversed()).toList())
        {
            final int index = data.getSeriesCount();
            renderer.setSeriesPaint(index, curve.colour());
            renderer.setSeriesStroke(index, curve.stroke());
            final XYSeries series = new XYSeries(curve.name());
            curve.points().forEach(point -> series.add(point.inverse(), point.micros()));
            data.addSeries(series);
        }
        final double widest = data.getDomainUpperBound(false) * MARGIN;
        final double highest = data.getRangeUpperBound(false) * MARGIN;
        final LogAxis percentiles = new Logarithmic(1, widest, widest, Look::percentile);
        final LogAxis micros =
            new Logarithmic(data.getRangeLowerBound(false) / MARGIN, highest, highest, Look::number);
        final XYPlot plot = new XYPlot(data, Look.quiet(percentiles), Look.quiet(micros), renderer);
        plot.setRangeGridlinePaint(Look.FAINT);
        plot.setRangeGridlineStroke(Look.THIN);
        plot.setDomainGridlinePaint(Look.FAINT);
        plot.setDomainGridlineStroke(Look.THIN);

        final JFreeChart chart = Look.chart(title, plot, CAPTION);
        final LegendTitle legend = new LegendTitle(plot);
        legend.setPosition(RectangleEdge.RIGHT);
        legend.setItemFont(Look.TEXT);
        legend.setItemPaint(Look.INK);
        legend.setBorder(0, 0, 0, 0);
        legend.setMargin(0, GAP, 0, 0);
        chart.addSubtitle(legend);

        return chart;
    }
}
