// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.awt.Color;
import java.awt.Paint;
import java.util.List;

import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.CategoryTextAnnotation;
import org.jfree.chart.axis.AxisLabelLocation;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPosition;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.CategoryLabelWidthType;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.CombinedDomainCategoryPlot;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.IntervalBarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.text.TextBlockAnchor;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.category.DefaultIntervalCategoryDataset;

/**
 * A chart with a row for each contender, a panel for each figure, a bar where they meet and its value beside
 * it, so that nothing needs a legend.
 *
 * @param rows   from top to bottom.
 * @param panels from left to right.
 */
record Bars(List<Row> rows, List<Panel> panels)
{
    private static final String CAPTION = "Blue: ours; grey: the floor; orange: others. Medians of the " +
        "rounds; thin lines: their range. Times and ratios are logarithmic.";
    private static final int AROUND = 112;
    private static final int ROW = 22;
    private static final double BAR = 13;
    private static final double LINE = 1.2;
    private static final double GAP = 16;
    private static final double BESIDE = 5;
    private static final double MARGINS = 40;

    /**
     * What stands at the left of a row.
     */
    record Row(String name, Color colour)
    {
    }

    /**
     * One figure of all rows.
     *
     * @param title above it.
     * @param scale of its values.
     * @param bars  one for each row.
     */
    record Panel(String title, Scale scale, List<Bar> bars)
    {
    }

    /**
     * One value.
     *
     * @param spread what was measured, perhaps nothing, and the range of the rounds.
     * @param text   of the value.
     */
    record Bar(Spread spread, String text)
    {
    }

    int height()
    {
        return AROUND + rows.size() * ROW;
    }

    JFreeChart chart(final String title)
    {
        final CombinedDomainCategoryPlot plot = new CombinedDomainCategoryPlot(names());
        plot.setOrientation(PlotOrientation.HORIZONTAL);
        plot.setGap(GAP);
        panels.forEach(panel -> plot.add(plot(panel)));

        return Look.chart(title, plot, CAPTION);
    }

    private static CategoryAxis names()
    {
        final CategoryAxis axis = Look.plain(new CategoryAxis());
        axis.setCategoryMargin(0);
        axis.setLowerMargin(0);
        axis.setUpperMargin(0);
        axis.setMaximumCategoryLabelWidthRatio(Look.WIDTH);
        axis.setCategoryLabelPositions(CategoryLabelPositions.replaceLeftPosition(
            CategoryLabelPositions.STANDARD, new CategoryLabelPosition(RectangleAnchor.LEFT,
            TextBlockAnchor.CENTER_LEFT, CategoryLabelWidthType.RANGE, 1)));

        return axis;
    }

    private CategoryPlot plot(final Panel panel)
    {
        final double names = rows.stream().mapToDouble(row -> Look.width(row.name())).max().orElse(0);
        final double width = (Look.WIDTH - MARGINS - names) / panels.size() - GAP;
        final double texts = panels.stream().flatMap(one -> one.bars().stream())
            .mapToDouble(bar -> Look.width(bar.text())).max().orElse(0) + 2 * BESIDE;

        final CategoryPlot plot = new CategoryPlot();
        plot.setOutlineVisible(false);
        plot.setBackgroundPaint(null);
        plot.setRangeGridlinePaint(Look.FAINT);
        plot.setRangeGridlineStroke(Look.THIN);
        plot.setRangeAxis(Look.quiet(panel.scale().axis(texts / width)));
        plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
        plot.setRangeAxis(1, heading(panel.title()));
        plot.setRangeAxisLocation(1, AxisLocation.TOP_OR_LEFT);
        plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
        bars(plot, panel);
        ranges(plot, panel);
        for (int i = 0; i < rows.size(); i++)
        {
            final Spread spread = panel.bars().get(i).spread();
            final double end = spread.isMeasured() ? Math.max(spread.most(), panel.scale().origin()) :
                panel.scale().least();
            final CategoryTextAnnotation text = new CategoryTextAnnotation(panel.bars().get(i).text(),
                rows.get(i).name(), panel.scale().beside(end, BESIDE / (width - texts)));
            text.setFont(Look.TEXT);
            text.setPaint(Look.INK);
            text.setTextAnchor(TextAnchor.CENTER_LEFT);
            plot.addAnnotation(text);
        }

        return plot;
    }

    private static NumberAxis heading(final String title)
    {
        final NumberAxis axis = Look.plain(new NumberAxis(title));
        axis.setTickLabelsVisible(false);
        axis.setLabelLocation(AxisLabelLocation.LOW_END);

        return axis;
    }

    private void bars(final CategoryPlot plot, final Panel panel)
    {
        final DefaultCategoryDataset values = new DefaultCategoryDataset();
        for (int i = 0; i < rows.size(); i++)
        {
            final Spread spread = panel.bars().get(i).spread();
            values.addValue(spread.isMeasured() ? spread.value() : null, panel.title(), rows.get(i).name());
        }
        final BarRenderer renderer = new Coloured(rows.stream().map(Row::colour).toList());
        renderer.setBase(panel.scale().origin());
        renderer.setMinimumBarLength(1);
        plot.setDataset(0, values);
        plot.setRenderer(0, plain(renderer, BAR));
    }

    private void ranges(final CategoryPlot plot, final Panel panel)
    {
        final Double[][] least = new Double[1][rows.size()];
        final Double[][] most = new Double[1][rows.size()];
        for (int i = 0; i < rows.size(); i++)
        {
            final Spread spread = panel.bars().get(i).spread();
            if (spread.least() < spread.most())
            {
                least[0][i] = Math.max(spread.least(), panel.scale().least());
                most[0][i] = spread.most();
            }
        }
        final DefaultIntervalCategoryDataset ranges = new DefaultIntervalCategoryDataset(least, most);
        ranges.setCategoryKeys(rows.stream().map(Row::name).toArray(String[]::new));
        final IntervalBarRenderer renderer = new IntervalBarRenderer();
        renderer.setSeriesPaint(0, Look.INK);
        plot.setDataset(1, ranges);
        plot.setRenderer(1, plain(renderer, LINE));
    }

    private BarRenderer plain(final BarRenderer renderer, final double thickness)
    {
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        renderer.setMaximumBarWidth(thickness / (rows.size() * ROW));

        return renderer;
    }

    /**
     * Bars with a colour for each row.
     */
    private static final class Coloured extends BarRenderer
    {
        private static final long serialVersionUID = 1;

        private final transient List<Color> colours;

        private Coloured(final List<Color> colours)
        {
            this.colours = colours;
        }

        @Override
        public Paint getItemPaint(final int series, final int category)
        {
            return colours.get(category);
        }
    }
}
