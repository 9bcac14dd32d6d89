// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.Comparator;
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
     * What stands between the markers: the floor, two modes of ours, the best that one writes by hand and the
     * best known library.
     */
    static String of(final Folder folder)
    {
        final Markdown out = new Markdown();
        final Optional<Group> floor = folder.floor(UNCONTENDED);
        final String by = "p50 by " + floor.map(Group::contender).orElse("floor");
        out.header("five nodes, one lock at a time, µs", "acquire p50", "p99", "cycles/s", "B/cycle", by);
        floor.ifPresent(group -> row(out, group, floor, ""));
        folder.of(UNCONTENDED, "redlock-invoker").ifPresent(group -> row(out, group, floor, ""));
        folder.of(UNCONTENDED, "redlock-dedicated-blocking")
            .ifPresent(group -> row(out, group, floor, " (default)"));
        folder.of(UNCONTENDED).stream().filter(group -> group.contender().endsWith("-by-hand"))
            .min(Comparator.comparingDouble(group -> group.median(Figure.ACQUIRE_P50)))
            .ifPresent(group -> row(out, group, floor, ""));
        folder.of(UNCONTENDED, "redisson-redlock").ifPresent(group -> row(out, group, floor, ""));

        out.line("").line("Medians of " + folder.rounds() + " alternating rounds." + inFlight(folder) + " " +
            Losses.summary(folder) + " All contenders and scenarios, machine, command and data: [" +
            folder.name() + "](perf-results/" + folder.name() + "/README.md).");

        return out.toString();
    }

    private static void row(
        final Markdown out, final Group group, final Optional<Group> floor, final String remark)
    {
        out.row(group.contender() + remark,
            Figure.ACQUIRE_P50.text(group.median(Figure.ACQUIRE_P50)),
            Figure.ACQUIRE_P99.text(group.median(Figure.ACQUIRE_P99)),
            Figure.CYCLES_PER_SECOND.text(group.median(Figure.CYCLES_PER_SECOND)),
            Figure.BYTES_PER_CYCLE.text(group.median(Figure.BYTES_PER_CYCLE)),
            Numbers.ratio(floor.map(reference -> group.ratio(Figure.ACQUIRE_P50, reference))
                .orElse(Double.NaN)));
    }

    private static String inFlight(final Folder folder)
    {
        return folder.of(CEILING, "redlock-dedicated").map(ours -> " With 256 locks in flight: " +
            Figure.CYCLES_PER_SECOND.text(ours.median(Figure.CYCLES_PER_SECOND)) + " cycles/s" +
            folder.floor(CEILING).map(floor -> ", " + Numbers.ratio(
                ours.ratio(Figure.CYCLES_PER_SECOND, floor)) + " of " + floor.contender() + "'s").orElse("") +
            ".").orElse("");
    }
}
