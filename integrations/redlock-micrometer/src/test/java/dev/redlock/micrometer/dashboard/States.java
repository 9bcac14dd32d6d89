// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import java.util.List;
import java.util.Map;

/**
 * The inside of a panel with a row for each line, coloured by its state over time.
 */
final class States
{
    private static final double FILLED = 0.8;

    private final Frame frame;
    private final Map<Integer, Dashboard.State> states;

    States(final Frame frame, final Map<Integer, Dashboard.State> states)
    {
        this.frame = frame;
        this.states = states;
    }

    void draw(final SvgText svg, final List<Series> series)
    {
        final double row = (frame.floor() - frame.ceiling()) / series.size();
        for (int i = 0; i < series.size(); i++)
        {
            final double top = frame.ceiling() + row * (i + (1 - FILLED) / 2);
            svg.add("<text class=\"tick end\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", frame.start() - 7,
                frame.ceiling() + row * (i + 0.5) + 4, SvgText.escaped(series.get(i).name()));
            drawRow(svg, series.get(i).values(), top, row * FILLED);
        }
    }

    private void drawRow(final SvgText svg, final double[] values, final double top, final double height)
    {
        int from = 0;
        for (int i = 1; i < values.length; i++)
        {
            if (values[i] != values[from] || i + 1 == values.length)
            {
                if (Double.isFinite(values[from]))
                {
                    svg.add("<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                        states.get((int)values[from]).color(), frame.at(from * Prometheus.SCRAPE_S), top,
                        frame.at(i * Prometheus.SCRAPE_S) - frame.at(from * Prometheus.SCRAPE_S), height);
                }
                from = i;
            }
        }
    }
}
