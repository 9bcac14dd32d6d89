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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The plots that a folder's data are worth: the figures of each scenario that has two rows to compare, and
 * their ratios to the floor where there is one.
 */
final class Plots
{
    private static final int PANELS = 3;
    private static final List<Figure> COUNTS =
        List.of(Figure.CYCLES_PER_SECOND, Figure.HAND_OVERS_PER_SECOND, Figure.SPLIT_VOTES);
    private static final List<Figure> TIMES =
        List.of(Figure.ACQUIRE_P50, Figure.ACQUIRE_P99, Figure.ACQUIRE_P999);

    private Plots()
    {
    }

    static List<Plot> of(final Folder folder)
    {
        final List<Plot> plots = new ArrayList<>();
        for (final String scenario : folder.scenarios())
        {
            figures(scenario, folder.of(scenario)).ifPresent(plots::add);
            folder.floor(scenario).flatMap(floor -> ratios(scenario, folder.of(scenario), floor))
                .ifPresent(plots::add);
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
        final List<Plot.Panel> panels = new ArrayList<>();
        for (final Figure figure : figures)
        {
            final List<Plot.Bar> bars = groups.stream().map(group -> group.spread(figure))
                .map(spread -> new Plot.Bar(spread, figure.text(spread.value()))).toList();
            final boolean isTime = TIMES.contains(figure);
            panels.add(new Plot.Panel(figure.label() + (isTime ? ", µs" : ""),
                isTime ? Axis.of(Axis.Kind.LOGARITHMIC, times) : linear(bars), bars));
        }

        return plot(scenario, scenario, "figures", groups, groups, panels);
    }

    private static Optional<Plot> ratios(final String scenario, final List<Group> groups, final Group floor)
    {
        final List<Figure> figures = isInFlight(scenario) ? List.of(Figure.CYCLES_PER_SECOND) :
            List.of(Figure.ACQUIRE_P50, Figure.ACQUIRE_P99);
        final List<Group> others = groups.stream().filter(group -> group != floor).toList();
        final List<Plot.Panel> panels = new ArrayList<>();
        for (final Figure figure : figures)
        {
            final List<Plot.Bar> bars = others.stream().map(group -> group.spread(figure, floor))
                .map(spread -> new Plot.Bar(spread, Numbers.ratio(spread.value()))).toList();
            panels.add(new Plot.Panel(figure.label() + " × " + floor.contender(), Axis.of(Axis.Kind.RATIO,
                bars.stream().map(Plot.Bar::spread).toList()), bars));
        }
        panels.removeIf(panel -> panel.bars().stream().noneMatch(bar -> bar.spread().isMeasured()));

        return plot(scenario, scenario + ": × " + floor.contender(), "ratios", others, groups, panels);
    }

    private static Optional<Plot> plot(
        final String scenario,
        final String title,
        final String kind,
        final List<Group> shown,
        final List<Group> all,
        final List<Plot.Panel> panels)
    {
        if (panels.isEmpty() || shown.size() < 2)
        {
            return Optional.empty();
        }
        final List<Plot.Row> rows = shown.stream()
            .map(group -> new Plot.Row(ScenarioTable.name(group, all), side(group))).toList();

        return Optional.of(new Plot(scenario, title, scenario + "_" + kind + ".svg", rows, panels));
    }

    /*
     * With many in flight the latency is the length of the queue; what counts is how many get through.
     */
    private static boolean isInFlight(final String scenario)
    {
        return scenario.startsWith("in-flight");
    }

    private static Axis linear(final List<Plot.Bar> bars)
    {
        return Axis.of(Axis.Kind.LINEAR, bars.stream().map(Plot.Bar::spread).toList());
    }

    private static Plot.Side side(final Group group)
    {
        return group.isOurs() ? Plot.Side.OURS : group.isFloor() ? Plot.Side.FLOOR : Plot.Side.OTHERS;
    }
}
