// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.List;
import java.util.Optional;

/**
 * The few numbers of the README of the project, from one folder.
 */
final class NumbersTable
{
    static final String BEGIN = "<!-- numbers -->";
    static final String END = "<!-- /numbers -->";

    private static final String UNCONTENDED = "uncontended";
    private static final String CEILING = "in-flight-256";

    private NumbersTable()
    {
    }

    /**
     * What stands between the markers.
     */
    static String of(final Folder folder)
    {
        final Markdown out = new Markdown();
        final Optional<Group> floor = folder.floor(UNCONTENDED);
        final String by = "by " + floor.map(Group::contender).orElse("floor");
        out.header("five nodes, one lock at a time, µs", "acquire p50", "p99", "p99.9", "p50 " + by,
            "p99 " + by, "cycles/s", "B/cycle");
        for (final Group group : folder.of(UNCONTENDED))
        {
            out.row(group.contender(),
                Figure.ACQUIRE_P50.text(group.median(Figure.ACQUIRE_P50)),
                Figure.ACQUIRE_P99.text(group.median(Figure.ACQUIRE_P99)),
                Figure.ACQUIRE_P999.text(group.median(Figure.ACQUIRE_P999)),
                ranged(group, Figure.ACQUIRE_P50, floor),
                ranged(group, Figure.ACQUIRE_P99, floor),
                Figure.CYCLES_PER_SECOND.text(group.median(Figure.CYCLES_PER_SECOND)),
                Figure.BYTES_PER_CYCLE.text(group.median(Figure.BYTES_PER_CYCLE)));
        }
        out.line("");

        final List<Group> flights = folder.of(CEILING);
        if (!flights.isEmpty())
        {
            out.header("256 locks in flight", "cycles/s",
                "by " + folder.floor(CEILING).map(Group::contender).orElse("floor"));
            flights.forEach(group -> out.row(group.contender(),
                Figure.CYCLES_PER_SECOND.text(group.median(Figure.CYCLES_PER_SECOND)),
                ranged(group, Figure.CYCLES_PER_SECOND, folder.floor(CEILING))));
            out.line("");
        }
        out.line("Medians of " + folder.rounds() + " alternating rounds; ratios are those within a round, " +
            "in brackets from the least to the most. Machine, command, raw data, and where we lose: [" +
            folder.name() + "](perf-results/" + folder.name() + "/README.md).");

        return out.toString();
    }

    private static String ranged(final Group group, final Figure figure, final Optional<Group> floor)
    {
        return floor.map(reference -> group.spread(figure, reference)).orElse(Spread.unmeasured()).text();
    }
}
