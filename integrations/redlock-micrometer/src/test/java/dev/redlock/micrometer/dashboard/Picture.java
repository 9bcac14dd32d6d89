// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.redlock.micrometer.dashboard.Frame.Key;

/**
 * The dashboard as an SVG: each panel at its place, with its title, unit, thresholds and legend, and the
 * answers to its own queries. Readable on light and dark pages.
 */
final class Picture
{
    private static final double WIDTH = 1120;
    private static final double MARGIN = 14;
    private static final double COLUMN = (WIDTH - 2 * MARGIN) / 24;
    private static final double ROW = 31;
    private static final double HEAD = 72;
    private static final double GAP = 8;
    private static final int COLOURS = 6;

    private static final String STYLE = """
        <style>
          text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
          text { fill: #1f2328; }
          .name { font-size: 18px; font-weight: 600; }
          .title { font-size: 13px; font-weight: 600; }
          .tick { font-size: 11px; fill: #59636e; }
          .middle { text-anchor: middle; }
          .end { text-anchor: end; }
          .page { fill: #f6f8fa; }
          .panel { fill: #ffffff; stroke: #d1d9e0; }
          .grid { stroke: #d1d9e0; stroke-width: 0.6; }
          .event { stroke: #818b98; stroke-dasharray: 2 3; }
          .threshold { stroke: #cf222e; stroke-dasharray: 7 4; stroke-width: 1.5; }
          .line { fill: none; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }
          path.c0 { stroke: #0969da; } tspan.c0 { fill: #0969da; }
          path.c1 { stroke: #e16f24; } tspan.c1 { fill: #e16f24; }
          path.c2 { stroke: #1a7f37; } tspan.c2 { fill: #1a7f37; }
          path.c3 { stroke: #8250df; } tspan.c3 { fill: #8250df; }
          path.c4 { stroke: #d4a72c; } tspan.c4 { fill: #d4a72c; }
          path.c5 { stroke: #bf3989; } tspan.c5 { fill: #bf3989; }
          .green { fill: #4ac26b; } .yellow { fill: #eac54f; } .blue { fill: #54aeff; }
          .orange { fill: #fb8f44; } .red { fill: #fa4549; }
          @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3; }
            .tick { fill: #9198a1; }
            .page { fill: #010409; }
            .panel { fill: #0d1117; stroke: #3d444d; }
            .grid { stroke: #3d444d; }
            .event { stroke: #656c76; }
            path.c0 { stroke: #4493f8; } tspan.c0 { fill: #4493f8; }
            path.c2 { stroke: #3fb950; } tspan.c2 { fill: #3fb950; }
            path.c3 { stroke: #ab7df8; } tspan.c3 { fill: #ab7df8; }
            path.c5 { stroke: #db61a2; } tspan.c5 { fill: #db61a2; }
            .green { fill: #238636; } .yellow { fill: #d29922; } .blue { fill: #1f6feb; }
            .orange { fill: #bd561d; } .red { fill: #da3633; }
          }
        </style>
        """;

    private final Dashboard dashboard;
    private final DashboardStory story;
    private final Map<Dashboard.Target, List<Series>> answers;

    Picture(final Dashboard dashboard, final DashboardStory story,
        final Map<Dashboard.Target, List<Series>> answers)
    {
        this.dashboard = dashboard;
        this.story = story;
        this.answers = answers;
    }

    static String colour(final int series)
    {
        return "c" + series % COLOURS;
    }

    @Override
    public String toString()
    {
        final int rows = dashboard.panels().stream()
            .mapToInt((panel) -> panel.gridPos().y() + panel.gridPos().h()).max().orElseThrow();
        final double height = HEAD + rows * ROW + MARGIN - GAP;
        final SvgText svg = new SvgText();
        svg.add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n", WIDTH,
            height);
        svg.add("%s<rect class=\"page\" width=\"%.0f\" height=\"%.0f\" rx=\"4\"/>\n", STYLE, WIDTH, height);
        svg.add("<text class=\"name\" x=\"%.1f\" y=\"32\">%s</text>\n", MARGIN, dashboard.title());
        svg.add("<text x=\"%.1f\" y=\"56\">%s</text>\n", MARGIN, story.events().stream().map((event) ->
            "<tspan font-weight=\"600\">" + event.sign() + "</tspan> " + SvgText.escaped(event.what()))
            .collect(Collectors.joining(" &#160; ")));
        dashboard.panels().forEach((panel) -> draw(svg, panel));

        return svg.add("</svg>\n").toString();
    }

    private void draw(final SvgText svg, final Dashboard.Panel panel)
    {
        final List<Series> series =
            panel.targets().stream().flatMap((target) -> answers.get(target).stream()).toList();
        final boolean isStates = panel.type().equals(Dashboard.STATES);
        final Dashboard.GridPos at = panel.gridPos();
        final Frame frame = new Frame(MARGIN + at.x() * COLUMN + (at.x() == 0 ? 0 : GAP / 2),
            HEAD + at.y() * ROW, at.w() * COLUMN - (at.x() == 0 || at.x() + at.w() == 24 ? GAP / 2 : GAP),
            at.h() * ROW - GAP, isStates ? statesOf(panel, series) : keysOf(series), story);

        // Who points at the panel in a browser sees what it asks for.
        svg.add("<g><title>%s</title>\n", panel.targets().stream()
            .map((target) -> SvgText.escaped(target.expr())).collect(Collectors.joining("\n")));
        frame.draw(svg, panel.title());
        if (isStates)
        {
            new States(frame, panel.fieldConfig().defaults().mappings().get(0).options()).draw(svg, series);
        }
        else
        {
            drawLines(svg, frame, panel.fieldConfig().defaults(), series);
        }
        svg.add("</g>\n");
    }

    private static void drawLines(
        final SvgText svg, final Frame frame, final Dashboard.Defaults defaults, final List<Series> series)
    {
        final double least = defaults.custom() == null ? 0 : defaults.custom().axisSoftMax();
        final Lines lines = new Lines(frame, Axis.upTo(defaults.unit(),
            series.stream().mapToDouble(Series::most).reduce(least, Math::max)));
        lines.drawAxis(svg);
        if (defaults.thresholds() != null)
        {
            defaults.thresholds().steps().stream().map(Dashboard.Step::value).filter(Objects::nonNull)
                .forEach((value) -> lines.drawThreshold(svg, value));
        }
        lines.draw(svg, series);
    }

    private static List<Key> keysOf(final List<Series> series)
    {
        final List<Key> keys = new ArrayList<>();
        series.forEach((line) -> keys.add(new Key(line.name(), colour(keys.size()))));

        return keys;
    }

    /*
     * Those that occur.
     */
    private static List<Key> statesOf(final Dashboard.Panel panel, final List<Series> series)
    {
        return panel.fieldConfig().defaults().mappings().get(0).options().entrySet().stream()
            .filter((state) -> series.stream().anyMatch((row) ->
                row.hasAny((value) -> value == state.getKey())))
            .map((state) -> new Key(state.getValue().text(), state.getValue().color())).toList();
    }
}
