// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Line2D;
import java.io.IOException;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;

import org.jfree.chart.JFreeChart;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

import dev.redlock.bench.results.raw.Folder;
import dev.redlock.bench.results.raw.Group;
import dev.redlock.bench.results.raw.PercentileTable;

/**
 * The percentile curves of one scenario. Ours are blue, the floor is grey, others are orange or purple:
 * colours that the colour-blind can tell apart.
 *
 * @param scenario whose acquires these are.
 * @param curves   at least two.
 */
record PercentilePlot(String scenario, List<Curve> curves)
{
    static final int WIDTH = 920;
    static final int HEIGHT = 400;
    static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    static final Color OURS = new Color(0x0072b2);

    private static final List<String> SCENARIOS = List.of("uncontended", "one-slow-50ms", "open-loop");
    private static final List<String> COMPARED = List.of("floor-java", "redlock-invoker",
        "redlock-dedicated-blocking", "lettuce-by-hand", "redisson-redlock");
    private static final String CAPTION =
        "Percentiles of the time to acquire in µs; both axes logarithmic; the round with the median p50";

    private static final Color FLOOR = new Color(0x8c8c8c);
    private static final Color OTHERS = new Color(0xe69f00);
    private static final Color OTHERS_TOO = new Color(0xcc79a7);
    private static final Color FAINT = new Color(0xdddddd);
    private static final Font TITLE = TEXT.deriveFont(Font.BOLD, 15f);
    private static final double MARGIN = 1.15;
    private static final double THOUSAND = 1_000;
    private static final double HUNDRED = 100;

    /**
     * The distribution of one contender.
     */
    record Curve(String name, Color colour, boolean isDashed, List<PercentileTable.Point> points)
    {
        private double end()
        {
            return points.get(points.size() - 1).micros();
        }

        private BasicStroke stroke()
        {
            return new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1,
                isDashed ? new float[]{6, 3} : null, 0);
        }
    }

    /**
     * The plots that a folder's data are worth.
     */
    static List<PercentilePlot> of(final Folder folder) throws IOException
    {
        final List<PercentilePlot> plots = new ArrayList<>();
        for (final String scenario : folder.scenarios())
        {
            final List<Curve> curves = SCENARIOS.contains(scenario) ? curves(folder, scenario) : List.of();
            if (curves.size() > 1)
            {
                plots.add(new PercentilePlot(scenario, curves));
            }
        }

        return plots;
    }

    /*
     * The same few contenders everywhere: a plot of all would be a tangle.
     */
    private static List<Curve> curves(final Folder folder, final String scenario) throws IOException
    {
        final List<Curve> curves = new ArrayList<>();
        for (final String contender : COMPARED)
        {
            final Optional<Group> group = folder.of(scenario, contender);
            if (group.isPresent() && !folder.percentiles(group.get()).isEmpty())
            {
                final boolean isOurs = group.get().isOurs();
                final Color first = isOurs ? OURS : group.get().isFloor() ? FLOOR : OTHERS;
                final boolean isSecond = curves.stream().anyMatch(curve -> curve.colour().equals(first));
                curves.add(new Curve(contender, isSecond && !isOurs ? OTHERS_TOO : first, isSecond && isOurs,
                    folder.percentiles(group.get()).points()));
            }
        }

        return curves;
    }

    String title()
    {
        return scenario + ": percentiles";
    }

    String file()
    {
        return scenario + "_percentiles.svg";
    }

    JFreeChart chart()
    {
        final XYSeriesCollection data = new XYSeriesCollection();
        final XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
        renderer.setLegendLine(new Line2D.Double(-14, 0, 14, 0));
        renderer.setDrawSeriesLineAsPath(true);
        for (final Curve curve : curves.stream().sorted(Comparator.comparing(Curve::end).reversed()).toList())
        {
            renderer.setSeriesPaint(data.getSeriesCount(), curve.colour());
            renderer.setSeriesStroke(data.getSeriesCount(), curve.stroke());
            final XYSeries series = new XYSeries(curve.name());
            curve.points().forEach(point -> series.add(point.inverse(), point.micros()));
            data.addSeries(series);
        }

        final XYPlot plot = new XYPlot(data,
            axis(CAPTION, 1, data.getDomainUpperBound(false) * MARGIN, PercentilePlot::percentile),
            axis(null, data.getRangeLowerBound(false) / MARGIN, data.getRangeUpperBound(false) * MARGIN,
                PercentilePlot::number), renderer);
        plot.setRangeGridlinePaint(FAINT);
        plot.setDomainGridlinePaint(FAINT);
        plot.setOutlineVisible(false);
        plot.setBackgroundPaint(null);

        final JFreeChart chart = new JFreeChart(title(), TITLE, plot, true);
        chart.setBackgroundPaint(Color.WHITE);
        chart.getLegend().setPosition(RectangleEdge.RIGHT);
        chart.getLegend().setFrame(BlockBorder.NONE);

        return chart;
    }

    private static Logarithmic axis(
        final String name, final double least, final double most, final DoubleFunction<String> label)
    {
        final Logarithmic axis = new Logarithmic(least, most, label);
        axis.setLabel(name);
        axis.setLabelFont(TEXT);
        axis.setTickLabelFont(TEXT);

        return axis;
    }

    private static String number(final double value)
    {
        final NumberFormat format = value < THOUSAND ? NumberFormat.getInstance(Locale.ROOT) :
            NumberFormat.getCompactNumberInstance(Locale.ROOT, NumberFormat.Style.SHORT);
        format.setMaximumFractionDigits(value < THOUSAND ? 8 : 1);

        return format.format(value);
    }

    private static String percentile(final double inverse)
    {
        return number(HUNDRED * (1 - 1 / inverse)) + "%";
    }
}
