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

import java.util.List;

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
        return Numbers.ratio(folder.first(scenario, contender)
            .flatMap(ours -> folder.floor(scenario).map(floor -> ours.ratio(figure, floor)))
            .orElse(Double.NaN));
    }
}
