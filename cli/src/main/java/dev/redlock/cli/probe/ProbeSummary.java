// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.util.List;

import dev.redlock.cli.common.Prose;
import dev.redlock.outcome.NodeStatus.State;
import dev.redlock.quorum.Quorum;

/**
 * What all verdicts together mean for whoever wants a lock.
 */
final class ProbeSummary
{
    private ProbeSummary()
    {
    }

    static String of(final List<NodeReport> reports, final Quorum quorum)
    {
        final int fit = (int)reports.stream().filter((report) -> new Verdict(report).isFit()).count();
        final int nodes = quorum.nodeCount();
        final String fitness =
            fit + " of " + Prose.plural(nodes, "node") + (fit == 1 || nodes == 1 ? " is" : " are") + " fit";
        if (fit == nodes)
        {
            return fitness + "; a quorum is " + quorum.required() + ", so " + quorum.tolerated() +
                " may be down, and " + quorum.safetyMargin() + " may forget locks unnoticed";
        }

        return fitness + ", and a quorum is " + quorum.required() + ": " +
            (fit < quorum.required() ? shortage(reports, quorum) : spare(fit - quorum.required()));
    }

    private static String spare(final int spare)
    {
        return spare == 0 ? "no other may go down now" :
            spare + (spare == 1 ? " other" : " others") + " may go down now";
    }

    /*
     * Not every unfit node keeps back its vote, and a client that runs may know one that waits.
     */
    private static String shortage(final List<NodeReport> reports, final Quorum quorum)
    {
        final long voting = reports.stream().filter((report) -> report.status.state() == State.UP).count();
        final long connected = reports.stream().filter(NodeReport::isUp).count();

        return voting >= quorum.required() ? "locks there are at risk" :
            connected >= quorum.required() ? "new clients get no lock yet" :
            "nobody can get a lock";
    }
}
