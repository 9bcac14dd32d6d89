// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import java.util.ArrayList;
import java.util.List;

/**
 * A panel without its data: title, times, legend, and what happened meanwhile.
 *
 * @param left   of the whole panel, as all lengths in pixels.
 * @param top    of the whole panel.
 * @param width  of the whole panel.
 * @param height of the whole panel.
 * @param legend of which lines it has.
 * @param story  whose time it shows.
 */
record Frame(double left, double top, double width, double height, List<Key> legend, DashboardStory story)
{
    private static final double LETTER = 7;
    private static final double KEY = 18;
    private static final double LINE = 16;
    private static final double BEFORE = 68;
    private static final double AFTER = 18;
    private static final double ABOVE = 42;
    private static final double BELOW = 24;

    /**
     * An entry of a legend.
     */
    record Key(String name, String colour)
    {
    }

    double right()
    {
        return left + width - AFTER;
    }

    double start()
    {
        return left + BEFORE;
    }

    double ceiling()
    {
        return top + ABOVE;
    }

    double floor()
    {
        return top + height - BELOW - LINE * lines().size();
    }

    double at(final double second)
    {
        return start() + (right() - start()) * second / DashboardStory.SECONDS;
    }

    void draw(final SvgText svg, final String title)
    {
        svg.add("<rect class=\"panel\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\"/>\n",
            left, top, width, height);
        svg.add("<text class=\"title\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", left + 10, top + 20,
            SvgText.escaped(title));
        for (int minute = 0; minute * 60 <= DashboardStory.SECONDS; minute++)
        {
            svg.add("<text class=\"tick middle\" x=\"%.1f\" y=\"%.1f\">%d:00</text>\n", at(minute * 60),
                floor() + 15, minute);
        }
        for (final DashboardStory.Event event : story.events())
        {
            svg.add("<path class=\"event\" d=\"M%.1f %.1fV%.1f\"/>", at(event.second()), ceiling(), floor());
            svg.add("<text class=\"tick middle\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", at(event.second()),
                ceiling() - 4, event.sign());
        }
        drawLegend(svg);
    }

    private void drawLegend(final SvgText svg)
    {
        final List<List<Key>> lines = lines();
        for (int i = 0; i < lines.size(); i++)
        {
            svg.add("<text class=\"legend\" x=\"%.1f\" y=\"%.1f\">", left + 12,
                floor() + BELOW + LINE * i + 10);
            for (final Key key : lines.get(i))
            {
                svg.add("<tspan class=\"%s\" dx=\"%d\">●</tspan> %s", key.colour(),
                    lines.get(i).indexOf(key) == 0 ? 0 : 10, SvgText.escaped(key.name()));
            }
            svg.add("</text>\n");
        }
    }

    /*
     * Broken by a guess at the width of letters: the browser lays them out.
     */
    private List<List<Key>> lines()
    {
        final List<List<Key>> lines = new ArrayList<>();
        double used = width;
        for (final Key key : legend)
        {
            final double needed = KEY + LETTER * key.name().length();
            if (used + needed > width - AFTER)
            {
                lines.add(new ArrayList<>());
                used = 0;
            }
            lines.get(lines.size() - 1).add(key);
            used += needed;
        }

        return lines;
    }
}
