// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.HdrHistogram.Histogram;

import dev.redlock.Redlock;
import dev.redlock.cli.output.Prose;
import dev.redlock.outcome.NodeStatus;

/**
 * The nodes that were not there: readers of the figures must know that they are not of all nodes.
 *
 * @param before the run, when all is warm; with the reason.
 * @param after  the run; with the reason.
 */
record MissingNodes(List<String> before, List<String> after)
{
    /**
     * Nodes that a client does not let vote.
     */
    static List<String> now(final List<Redlock> redlocks)
    {
        final List<String> missing = new ArrayList<>();
        for (int i = 0; i < redlocks.get(0).nodes().size(); i++)
        {
            status(redlocks, i).map((status) -> status.state() != NodeStatus.State.UNKNOWN ?
                status.toString() : status.node() + " has not answered yet").ifPresent(missing::add);
        }

        return missing;
    }

    /**
     * The same after the run; and nodes that seem to be there but were stopped, as they gave less than half
     * as many answers as another one.
     *
     * @param rtts of each node in the window.
     */
    static List<String> now(final List<Redlock> redlocks, final List<Histogram> rtts)
    {
        final List<String> missing = now(redlocks);
        final long most = rtts.stream().mapToLong(Histogram::getTotalCount).max().orElse(0);
        for (int i = 0; i < rtts.size(); i++)
        {
            final long answers = rtts.get(i).getTotalCount();
            if (answers < most / 2 && status(redlocks, i).isEmpty())
            {
                missing.add(redlocks.get(0).nodes().get(i).node() + " gave " + Prose.count(answers) +
                    " answers where another gave " + Prose.count(most) +
                    ": it was stopped, cut off or too slow");
            }
        }

        return missing;
    }

    private static Optional<NodeStatus> status(final List<Redlock> redlocks, final int index)
    {
        return redlocks.stream().map((redlock) -> redlock.nodes().get(index))
            .filter((status) -> !status.isConnected()).findFirst();
    }
}
