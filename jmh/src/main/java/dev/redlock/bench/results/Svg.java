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

import java.util.Locale;

/**
 * Draws plots. Ours are blue, the floor is grey, all others are orange: a pair that the colour-blind can tell
 * apart. Names and values stand beside the bars, so that nothing needs a legend.
 */
final class Svg
{
    private static final int WIDTH = 920;
    private static final int MARGIN = 12;
    private static final int HEAD = 52;
    private static final int FOOT = 48;
    private static final int ROW = 22;
    private static final int BAR = 13;
    private static final int GAP = 16;

    /*
     * Widths of letters differ from font to font; these are of broad ones.
     */
    private static final double LETTER = 7.6;
    private static final double DIGIT = 7;

    private static final String FONT = "font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\"";
    private static final String CAPTION = "Blue: ours; grey: the floor; orange: others. Medians of the " +
        "rounds; thin lines: their range. Times and ratios are logarithmic.";
    private static final String INK = "#222222";
    private static final String FAINT = "#dddddd";

    private final StringBuilder out = new StringBuilder();
    private final Plot plot;
    private final int height;

    private Svg(final Plot plot)
    {
        this.plot = plot;
        height = HEAD + plot.rows().size() * ROW + FOOT;
    }

    static String of(final Plot plot)
    {
        return new Svg(plot).draw();
    }

    private String draw()
    {
        line("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" %s " +
            "font-size=\"12\" fill=\"%s\">", WIDTH, height, WIDTH, height, FONT, INK);
        line("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, height);
        line("<text x=\"%d\" y=\"20\" font-size=\"15\" font-weight=\"bold\">%s</text>", MARGIN,
            escaped(plot.title()));

        final double left = names();
        final int panels = plot.panels().size();
        final double width = (WIDTH - MARGIN - left - GAP * (panels - 1)) / panels;
        for (int i = 0; i < panels; i++)
        {
            panel(plot.panels().get(i), left + i * (width + GAP), width);
        }
        line("<text x=\"%d\" y=\"%d\" font-size=\"11\" fill=\"#555555\">%s</text>", MARGIN,
            height - MARGIN, CAPTION);
        line("</svg>");

        return out.toString();
    }

    /*
     * Returns where the panels begin.
     */
    private double names()
    {
        final int longest = plot.rows().stream().mapToInt(row -> row.name().length()).max().orElse(0);
        final double right = MARGIN + longest * LETTER;
        for (int i = 0; i < plot.rows().size(); i++)
        {
            line("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>", right, middle(i) + 4,
                escaped(plot.rows().get(i).name()));
        }

        return right + MARGIN;
    }

    private void panel(final Plot.Panel panel, final double left, final double width)
    {
        final int longest = plot.panels().stream().flatMap(one -> one.bars().stream())
            .mapToInt(bar -> bar.text().length()).max().orElse(0);
        final double room = width - longest * DIGIT - MARGIN;
        line("<text x=\"%.1f\" y=\"%d\" font-weight=\"bold\">%s</text>", left, HEAD - 10,
            escaped(panel.title()));
        axis(panel.axis(), left, room);
        for (int i = 0; i < panel.bars().size(); i++)
        {
            bar(panel.axis(), panel.bars().get(i), colour(plot.rows().get(i).side()), left, room, middle(i));
        }
    }

    private void axis(final Axis axis, final double left, final double room)
    {
        final int bottom = height - FOOT;
        double free = left - GAP;
        for (final double tick : axis.ticks())
        {
            final double x = left + axis.place(tick) * room;
            final boolean isOrigin = axis.kind() == Axis.Kind.RATIO && tick == 1;
            line("<path d=\"M%.1f %dV%d\" stroke=\"%s\"/>", x, HEAD, bottom, isOrigin ? "#888888" : FAINT);
            final String label = Axis.label(tick);
            final double half = label.length() * DIGIT / 2;
            if (x - half >= free)
            {
                line("<text x=\"%.1f\" y=\"%d\" font-size=\"11\" fill=\"#555555\" " +
                    "text-anchor=\"middle\">%s</text>", x, bottom + 14, label);
                free = x + half + DIGIT;
            }
        }
    }

    private void bar(
        final Axis axis,
        final Plot.Bar bar,
        final String colour,
        final double left,
        final double room,
        final double middle)
    {
        final Spread spread = bar.spread();
        double end = left;
        if (spread.isMeasured())
        {
            final double from = left + axis.place(axis.origin()) * room;
            final double to = left + axis.place(spread.value()) * room;
            line("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
                Math.min(from, to), middle - BAR / 2.0, Math.max(1, Math.abs(to - from)), BAR, colour);
            end = Math.max(from, to);
            if (spread.least() < spread.most())
            {
                final double most = left + axis.place(spread.most()) * room;
                line("<path d=\"M%.1f %.1fH%.1f\" stroke=\"%s\"/>", left + axis.place(spread.least()) * room,
                    middle, most, INK);
                end = Math.max(end, most);
            }
        }
        line("<text x=\"%.1f\" y=\"%.1f\">%s</text>", end + 5, middle + 4, escaped(bar.text()));
    }

    private static double middle(final int row)
    {
        return HEAD + (row + 0.5) * ROW;
    }

    private static String colour(final Plot.Side side)
    {
        return switch (side)
        {
            case OURS -> "#0072b2";
            case FLOOR -> "#999999";
            case OTHERS -> "#e69f00";
        };
    }

    private void line(final String form, final Object... values)
    {
        out.append(String.format(Locale.ROOT, form, values)).append('\n');
    }

    private static String escaped(final String text)
    {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
