// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.RenderingHints;
import java.awt.Stroke;
import java.text.NumberFormat;
import java.util.Locale;

import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;

/**
 * What all plots have in common. Ours are blue, the floor is grey, others are orange or purple: colours that
 * the colour-blind can tell apart.
 */
final class Look
{
    static final int WIDTH = 920;
    static final Letters TEXT = Letters.plain(12);
    static final Color INK = new Color(0x222222);
    static final Color OURS = new Color(0x0072b2);
    static final Color FLOOR = new Color(0x8c8c8c);
    static final Color OTHERS = new Color(0xe69f00);
    static final Color OTHERS_TOO = new Color(0xcc79a7);
    static final Color FAINT = new Color(0xdddddd);

    static final Stroke THIN = new BasicStroke(1);

    static final double THOUSAND = 1_000;

    private static final double HUNDRED = 100;
    private static final double MARGIN = 12;
    private static final double SMALL_GAP = 4;
    private static final Letters SMALL = Letters.plain(11);
    private static final Letters HEADING = Letters.bold(12);
    private static final Letters TITLE = Letters.bold(15);
    private static final Color PALE = new Color(0x555555);

    private Look()
    {
    }

    static JFreeChart chart(final String title, final org.jfree.chart.plot.Plot plot, final String caption)
    {
        plot.setOutlineVisible(false);
        plot.setBackgroundPaint(null);
        plot.setInsets(RectangleInsets.ZERO_INSETS);
        final JFreeChart chart = new JFreeChart(null, TITLE, plot, false);
        chart.setRenderingHints(new RenderingHints(null));
        chart.setBackgroundPaint(Color.WHITE);
        chart.setPadding(new RectangleInsets(MARGIN / 2, MARGIN, MARGIN / 2, MARGIN));
        chart.setTitle(text(title, TITLE, INK, RectangleEdge.TOP));
        chart.addSubtitle(text(caption, SMALL, PALE, RectangleEdge.BOTTOM));

        return chart;
    }

    private static TextTitle text(
        final String text, final Font font, final Color colour, final RectangleEdge edge)
    {
        final TextTitle title = new TextTitle(text, font);
        title.setPaint(colour);
        title.setPosition(edge);
        title.setHorizontalAlignment(HorizontalAlignment.LEFT);
        title.setTextAlignment(HorizontalAlignment.LEFT);
        title.setPadding(new RectangleInsets(SMALL_GAP, 0, SMALL_GAP, 0));

        return title;
    }

    /**
     * How wide a text is.
     */
    static double width(final String text)
    {
        return TEXT.width(text);
    }

    /**
     * An axis with nothing but pale labels.
     */
    static <A extends ValueAxis> A quiet(final A axis)
    {
        plain(axis);
        axis.setMinorTickMarksVisible(false);
        axis.setTickLabelPaint(PALE);
        axis.setTickLabelFont(SMALL);

        return axis;
    }

    /**
     * An axis with nothing but labels.
     */
    static <A extends Axis> A plain(final A axis)
    {
        axis.setAxisLineVisible(false);
        axis.setTickMarksVisible(false);
        axis.setLabelFont(HEADING);
        axis.setLabelPaint(INK);
        axis.setTickLabelFont(TEXT);
        axis.setTickLabelPaint(INK);

        return axis;
    }

    /**
     * A number at a tick, the same everywhere: 0.5, 20, 100K.
     */
    static String number(final double value)
    {
        return value < THOUSAND ? decimal().format(value) : compact().format(value);
    }

    /**
     * A percentile at a tick.
     *
     * @param inverse 1 / (1 - p).
     */
    static String percentile(final double inverse)
    {
        return decimal().format(HUNDRED * (1 - 1 / inverse)) + "%";
    }

    /**
     * Of thousands, which it writes as 2.5K.
     */
    static NumberFormat compact()
    {
        final NumberFormat format =
            NumberFormat.getCompactNumberInstance(Locale.ROOT, NumberFormat.Style.SHORT);
        format.setMaximumFractionDigits(1);

        return format;
    }

    private static NumberFormat decimal()
    {
        final NumberFormat format = NumberFormat.getInstance(Locale.ROOT);
        format.setMaximumFractionDigits(8);

        return format;
    }
}
