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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The plots that a folder's data are worth: curves where there are histograms, bars where there is a floor;
 * of the first twelve scenarios, which keeps a folder small.
 */
final class Plots
{
    private static final double LEAST_RATIO = 0.01;
    private static final int SCENARIOS = 12;

    private Plots()
    {
    }

    static List<Plot> of(final Folder folder)
    {
        final List<Plot> plots = new ArrayList<>();
        for (final String scenario : folder.scenarios().stream().limit(SCENARIOS).toList())
        {
            curves(folder, scenario).ifPresent(plots::add);
            bars(folder, scenario).ifPresent(plots::add);
        }

        return plots;
    }

    private static Optional<Plot> curves(final Folder folder, final String scenario)
    {
        final List<Plot.Series> series = new ArrayList<>();
        for (final Group group : folder.of(scenario))
        {
            for (final String file : group.typical().files())
            {
                final Path path = folder.path().resolve(file);
                if (file.endsWith("_acquire.hgrm") && Files.exists(path))
                {
                    final Percentiles curve = percentiles(path).thinned();
                    series.add(new Plot.Series(name(folder, group), curve.inverse(), curve.value()));
                }
            }
        }

        return series.isEmpty() ? Optional.empty() : Optional.of(new Plot(scenario, Plot.Kind.PERCENTILES,
            scenario + ": acquire, µs by percentile", scenario + "_percentiles.svg", List.of(), series));
    }

    private static Optional<Plot> bars(final Folder folder, final String scenario)
    {
        final Optional<Group> floor = folder.floor(scenario);
        final List<Group> others = folder.of(scenario).stream()
            .filter(group -> floor.isPresent() && group != floor.get())
            .filter(group -> figures(scenario).stream()
                .noneMatch(figure -> Double.isNaN(group.ratio(figure, floor.get())))).toList();
        if (others.isEmpty())
        {
            return Optional.empty();
        }

        final List<Plot.Series> series = new ArrayList<>();
        for (final Figure figure : figures(scenario))
        {
            final List<Double> ratios = new ArrayList<>();
            for (final Group group : others)
            {
                ratios.add(Math.max(LEAST_RATIO, group.ratio(figure, floor.get())));
            }
            series.add(new Plot.Series(figure.label(), List.of(), ratios));
        }

        return Optional.of(new Plot(scenario, Plot.Kind.BARS, scenario + ": × " + floor.get().contender(),
            scenario + "_ratios.svg", others.stream().map(group -> name(folder, group)).toList(), series));
    }

    /*
     * With many in flight the latency is the length of the queue; what counts is how many get through.
     */
    private static List<Figure> figures(final String scenario)
    {
        return scenario.startsWith("in-flight") ? List.of(Figure.CYCLES_PER_SECOND) :
            List.of(Figure.ACQUIRE_P50, Figure.ACQUIRE_P99);
    }

    private static String name(final Folder folder, final Group group)
    {
        final List<Group> same = folder.of(group.scenario(), group.contender());

        return same.size() == 1 ? group.contender() : group.contender() + " " + (same.indexOf(group) + 1);
    }

    private static Percentiles percentiles(final Path path)
    {
        try
        {
            return Percentiles.read(path);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
