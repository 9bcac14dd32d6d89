// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.campaign;

import java.util.ArrayDeque;

import dev.redlock.proof.simulation.Envelope;
import dev.redlock.proof.simulation.Simulation;
import dev.redlock.proof.simulation.fault.Reduction;
import dev.redlock.proof.simulation.judge.HistoryResult;

/**
 * What one needs to know of a history that failed: how to run it again, what it was made of, the smallest
 * version of it that still fails, and how that ended.
 */
public final class FailureReport
{
    private static final int LINES_SHOWN = 40;

    private FailureReport()
    {
    }

    /**
     * Runs a history again, makes it smaller, and describes it.
     *
     * @param seed     of the history.
     * @param envelope it failed in.
     * @return several lines.
     */
    public static String of(final long seed, final Envelope envelope)
    {
        final Reduction reduction = Shrinker.shrink(seed, envelope);
        final HistoryResult whole = Simulation.run(seed, envelope, Reduction.NONE);
        final ArrayDeque<String> lines = new ArrayDeque<>();
        final boolean[] isOver = {false};
        final HistoryResult reduced = Simulation.tell(seed, envelope, reduction, (line) ->
        {
            if (!isOver[0])
            {
                lines.add(line);
                isOver[0] = line.contains(" VIOLATION ");
            }
            if (lines.size() > LINES_SHOWN)
            {
                lines.remove();
            }
        });

        return "seed " + seed + ": " + whole.complaint() + "\n" +
            "replay: " + command(seed, envelope, Reduction.NONE) + "\n" +
            "options: " + Simulation.options(seed, envelope, Reduction.NONE) + "\n" +
            "reduced: " + reduced.complaint() + "\n" +
            "replay: " + command(seed, envelope, reduction) + "\n" +
            "options: " + Simulation.options(seed, envelope, reduction) + "\n" +
            "it ended like this:\n  " + String.join("\n  ", lines);
    }

    /**
     * The command that runs a history again.
     *
     * @param seed      of the history.
     * @param envelope  how far the faults go.
     * @param reduction what is left out.
     * @return one line.
     */
    public static String command(final long seed, final Envelope envelope, final Reduction reduction)
    {
        return "./redlock simulate" + envelope.option() + " --replay " + seed + reduction.options();
    }
}
