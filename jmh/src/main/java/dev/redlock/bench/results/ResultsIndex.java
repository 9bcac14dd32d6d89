// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.results;

import java.util.List;

import dev.redlock.bench.results.raw.Figure;
import dev.redlock.bench.results.raw.Folder;
import dev.redlock.bench.results.raw.Group;
import dev.redlock.bench.results.raw.Numbers;

/**
 * The list of all folders, in the README of perf-results.
 */
final class ResultsIndex
{
    static final String BEGIN = "<!-- folders -->";
    static final String END = "<!-- /folders -->";

    private ResultsIndex()
    {
    }

    /**
     * What stands between the markers.
     *
     * @param folders newest first.
     */
    static String of(final List<Folder> folders)
    {
        if (folders.isEmpty())
        {
            return "No folder yet.\n";
        }

        final Markdown out =
            new Markdown().header("folder", "floor", "invoker: p50, p99 by it", "256 in flight by it");
        for (final Folder folder : folders)
        {
            out.row("[" + folder.name() + "](" + folder.name() + "/README.md)",
                folder.floor("uncontended").map(Group::contender).orElse("none"),
                byFloor(folder, "uncontended", "redlock-invoker", Figure.ACQUIRE_P50) + ", " +
                byFloor(folder, "uncontended", "redlock-invoker", Figure.ACQUIRE_P99),
                byFloor(folder, "in-flight-256", "redlock-dedicated", Figure.CYCLES_PER_SECOND));
        }

        return out.toString();
    }

    private static String byFloor(
        final Folder folder, final String scenario, final String contender, final Figure figure)
    {
        return Numbers.ratio(folder.of(scenario, contender)
            .flatMap(ours -> folder.floor(scenario).map(floor -> ours.ratio(figure, floor)))
            .orElse(Double.NaN));
    }
}
