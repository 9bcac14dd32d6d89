// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A bug that is planted on purpose.
 *
 * @param number of the bug: 1 to 29 are {@link PlantedBugs#NAMES}, those beyond are of our own.
 * @param bug    in words.
 * @param breaks names of the invariants of which one must break.
 * @param seed   of a history that has found it before.
 * @param envelope of the histories that can find it.
 * @param edits  what to change in the sources.
 */
record Mutant(int number, String bug, List<String> breaks, long seed, String envelope, List<Edit> edits)
{
    /**
     * The changed sources.
     *
     * @return text by file, relative to the root of the project.
     */
    Map<String, String> sources()
    {
        final Map<String, String> sources = new TreeMap<>();
        for (final Edit edit : edits)
        {
            final String source = sources.computeIfAbsent(edit.file(), Project::read);
            sources.put(edit.file(), edit.apply(source, number));
        }

        return sources;
    }

    /**
     * Whether a complaint names what this bug is expected to break.
     */
    boolean isBlamed(final String complaint)
    {
        return breaks.contains(complaint.substring(0, Math.max(0, complaint.indexOf(' '))));
    }

    @Override
    public String toString()
    {
        return number + " " + bug;
    }
}
