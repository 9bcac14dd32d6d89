// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The plots that a folder's data are worth: the figures of each scenario that has two rows to compare, and
 * their ratios to the floor where there is one; and percentile curves of some.
 */
final class Plots
{
    private static final int PANELS = 3;
    private static final List<Figure> COUNTS =
        List.of(Figure.CYCLES_PER_SECOND, Figure.HAND_OVERS_PER_SECOND);
    private static final List<Figure> TIMES =
        List.of(Figure.ACQUIRE_P50, Figure.ACQUIRE_P99, Figure.ACQUIRE_P999);

    private static final List<String> WITH_CURVES = List.of("uncontended", "one-slow-50ms", "open-loop");
    private static final List<String> COMPARED = List.of("floor-java", "redlock-invoker",
        "redlock-dedicated-blocking", "lettuce-by-hand", "redisson-redlock");

    private Plots()
    {
    }

    static List<Plot> of(final Folder folder) throws IOException
    {
        final List<Plot> plots = new ArrayList<>();
        for (final String scenario : folder.scenarios())
        {
            figures(scenario, folder.of(scenario)).ifPresent(plots::add);
            folder.floor(scenario).flatMap(floor -> ratios(scenario, folder.of(scenario), floor))
                .ifPresent(plots::add);
            if (WITH_CURVES.contains(scenario))
            {
                percentiles(folder, scenario).ifPresent(plots::add);
            }
        }

        return plots;
    }

    private static Optional<Plot> figures(final String scenario, final List<Group> groups)
    {
        final List<Figure> figures = Stream.concat(COUNTS.stream(), TIMES.stream())
            .filter(figure -> figure != Figure.CYCLES_PER_SECOND || isInFlight(scenario))
            .filter(figure -> groups.stream().anyMatch(group -> group.spread(figure).isMeasured()))
            .limit(PANELS).toList();
        final List<Spread> times = groups.stream()
            .flatMap(group -> figures.stream().filter(TIMES::contains).map(group::spread)).toList();
        final List<Bars.Panel> panels = new ArrayList<>();
        for (final Figure figure : figures)
        {
            final List<Bars.Bar> bars = groups.stream().map(group -> group.spread(figure))
                .map(spread -> new Bars.Bar(spread, figure.text(spread.value()))).toList();
            final boolean isTime = TIMES.contains(figure);
            panels.add(new Bars.Panel(figure.label() + (isTime ? ", µs" : ""),
                isTime ? Scale.of(Scale.Kind.LOGARITHMIC, times) : linear(bars), bars));
        }

        return plot(scenario, scenario, "figures", groups, panels);
    }

    private static Optional<Plot> ratios(final String scenario, final List<Group> groups, final Group floor)
    {
        final List<Figure> figures = isInFlight(scenario) ? List.of(Figure.CYCLES_PER_SECOND) :
            List.of(Figure.ACQUIRE_P50, Figure.ACQUIRE_P99);
        final List<Group> others = groups.stream().filter(group -> group != floor).toList();
        final List<Bars.Panel> panels = new ArrayList<>();
        for (final Figure figure : figures)
        {
            final List<Bars.Bar> bars = others.stream().map(group -> group.spread(figure, floor))
                .map(spread -> new Bars.Bar(spread, Numbers.ratio(spread.value()))).toList();
            panels.add(new Bars.Panel(figure.label() + " × " + floor.contender(), Scale.of(Scale.Kind.RATIO,
                bars.stream().map(Bars.Bar::spread).toList()), bars));
        }
        panels.removeIf(panel -> panel.bars().stream().noneMatch(bar -> bar.spread().isMeasured()));

        return plot(scenario, scenario + ": × " + floor.contender(), "ratios", others, panels);
    }

    private static Optional<Plot> plot(
        final String scenario,
        final String title,
        final String kind,
        final List<Group> shown,
        final List<Bars.Panel> panels)
    {
        if (panels.isEmpty() || shown.size() < 2)
        {
            return Optional.empty();
        }
        final Bars bars = new Bars(shown.stream()
            .map(group -> new Bars.Row(group.contender(), colour(group))).toList(), panels);

        return Optional.of(new Plot(scenario, title, scenario + "_" + kind + ".svg", bars.chart(title),
            bars.height()));
    }

    /*
     * With many in flight the latency is the length of the queue; what counts is how many get through.
     */
    private static boolean isInFlight(final String scenario)
    {
        return scenario.startsWith("in-flight");
    }

    private static Scale linear(final List<Bars.Bar> bars)
    {
        return Scale.of(Scale.Kind.LINEAR, bars.stream().map(Bars.Bar::spread).toList());
    }

    private static Color colour(final Group group)
    {
        return group.isOurs() ? Look.OURS : group.isFloor() ? Look.FLOOR : Look.OTHERS;
    }

    /*
     * The same few contenders everywhere: a plot of all would be a tangle.
     */
    private static Optional<Plot> percentiles(final Folder folder, final String scenario) throws IOException
    {
        final List<Curves.Curve> curves = new ArrayList<>();
        for (final String contender : COMPARED)
        {
            final Optional<Group> group = folder.of(scenario, contender);
            if (group.isPresent() && !folder.percentiles(group.get()).isEmpty())
            {
                final boolean isOurs = group.get().isOurs();
                final boolean isSecond =
                    curves.stream().anyMatch(curve -> curve.colour().equals(colour(group.get())));
                curves.add(new Curves.Curve(contender,
                    isSecond && !isOurs ? Look.OTHERS_TOO : colour(group.get()), isSecond && isOurs,
                    folder.percentiles(group.get()).points()));
            }
        }
        final String title = scenario + ": percentiles";

        return curves.size() < 2 ? Optional.empty() : Optional.of(new Plot(scenario, title,
            scenario + "_percentiles.svg", new Curves(curves).chart(title), Curves.HEIGHT));
    }
}
