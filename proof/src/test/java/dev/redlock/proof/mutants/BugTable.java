// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The table of the planted bugs in the documentation, between its markers.
 */
final class BugTable
{
    static final String FILE = "docs/planted-bugs.md";

    private static final String BEGIN = "<!-- planted bugs: begin -->\n";
    private static final String END = "<!-- planted bugs: end -->\n";

    private BugTable()
    {
    }

    /**
     * The part between the markers.
     */
    static String present()
    {
        final String text = Project.read(FILE);

        return text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END));
    }

    /**
     * Replaces the part between the markers.
     *
     * @param finds      in the order of the table.
     * @param masterSeed from which the seeds of the search were drawn.
     */
    static void write(final List<Find> finds, final long masterSeed)
    {
        final String text = Project.read(FILE);
        Project.write(FILE, text.substring(0, text.indexOf(BEGIN) + BEGIN.length()) +
            table(finds, masterSeed) + text.substring(text.indexOf(END)));
    }

    static String table(final List<Find> finds, final long masterSeed)
    {
        final StringBuilder text = new StringBuilder();
        text.append("Searched from master seed ").append(masterSeed).append(".\n\n")
            .append("| no. | bug | broken | histories | seconds |\n|---:|---|---|---:|---:|\n");
        for (final Find find : finds)
        {
            text.append(head(find.mutant().number(), find.mutant().bug()))
                .append(find.complaint().split(" ")[0]).append(" | ").append(find.histories()).append(" | ")
                .append(String.format(Locale.ROOT, "%.1f", find.elapsedNs() / 1e9)).append(" |\n");
        }
        for (final Map.Entry<Integer, String> pending : PlantedBugs.PENDING.entrySet())
        {
            text.append(head(pending.getKey(), PlantedBugs.NAMES.get(pending.getKey() - 1)))
                .append("pending: needs ").append(pending.getValue()).append(" | | |\n");
        }

        return text.toString();
    }

    /**
     * How the line of a bug begins.
     */
    static String head(final int number, final String bug)
    {
        return "| " + number + " | " + bug + " | ";
    }
}
