// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import java.util.List;

/**
 * The inside of a panel with lines over time.
 */
final class Lines
{
    private final Frame frame;
    private final Axis axis;

    Lines(final Frame frame, final Axis axis)
    {
        this.frame = frame;
        this.axis = axis;
    }

    private double height(final double value)
    {
        return frame.floor() - (frame.floor() - frame.ceiling()) * value / axis.most();
    }

    void drawAxis(final SvgText svg)
    {
        for (int tick = 0; tick <= axis.steps(); tick++)
        {
            final double y = height(tick * axis.step());
            svg.add("<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>", frame.start(), y, frame.right());
            svg.add("<text class=\"tick end\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", frame.start() - 7, y + 4,
                axis.label(tick));
        }
    }

    void drawThreshold(final SvgText svg, final double value)
    {
        svg.add("<path class=\"threshold\" d=\"M%.1f %.1fH%.1f\"/>\n", frame.start(), height(value),
            frame.right());
    }

    void draw(final SvgText svg, final List<Series> series)
    {
        // The first is drawn last, on top of others that are as low.
        for (int i = series.size() - 1; i >= 0; i--)
        {
            svg.add("<path class=\"line %s\" d=\"%s\"/>\n", Picture.colour(i), path(series.get(i).values()));
        }
    }

    private String path(final double[] values)
    {
        final SvgText path = new SvgText();
        boolean isDrawing = false;
        for (int i = 0; i < values.length; i++)
        {
            if (!Double.isFinite(values[i]))
            {
                isDrawing = false;
            }
            else if (!isDrawing)
            {
                // Of no length at first: where no other value follows, there is a dot.
                path.add("M%.1f %.1fh0", frame.at(i * Prometheus.SCRAPE_S), height(values[i]));
                isDrawing = true;
            }
            else if (i + 1 == values.length || values[i] != values[i - 1] || values[i] != values[i + 1])
            {
                path.add("L%.1f %.1f", frame.at(i * Prometheus.SCRAPE_S), height(values[i]));
            }
        }

        return path.toString();
    }
}
