// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The table of one scenario: a line per contender, a column per figure that anybody has.
 */
final class ScenarioTable
{
    private ScenarioTable()
    {
    }

    static List<Figure> figures(final List<Group> groups)
    {
        return Arrays.stream(Figure.values())
            .filter(figure -> figure != Figure.MISSED && figure != Figure.FAILURES)
            .filter(figure -> groups.stream().anyMatch(group -> !Double.isNaN(group.median(figure))))
            .toList();
    }

    static void write(
        final Markdown out,
        final List<Group> groups,
        final List<Figure> figures,
        final Optional<Group> floor)
    {
        final List<String> head = new ArrayList<>(List.of("contender"));
        figures.forEach(figure -> head.add(figure.label()));
        floor.ifPresent(group -> head.addAll(
            List.of("p50 by floor", "p99 by floor", "cycles/s by floor")));
        head.add("failures");
        head.add("missed");
        out.header(head.toArray(String[]::new));

        for (final Group group : groups)
        {
            final List<String> cells = new ArrayList<>();
            cells.add(group.contender());
            figures.forEach(figure -> cells.add(figure.text(group.median(figure))));
            floor.ifPresent(reference ->
            {
                cells.add(group.spread(Figure.ACQUIRE_P50, reference).text());
                cells.add(group.spread(Figure.ACQUIRE_P99, reference).text());
                cells.add(group.spread(Figure.CYCLES_PER_SECOND, reference).text());
            });
            cells.add(Figure.FAILURES.text(group.sum(Figure.FAILURES)));
            cells.add(Figure.MISSED.text(group.sum(Figure.MISSED)));
            out.row(cells);
        }
        out.line("");
    }
}
