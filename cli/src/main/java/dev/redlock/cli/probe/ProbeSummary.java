// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.util.List;

import dev.redlock.cli.output.Prose;
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
        final List<Verdict> verdicts = reports.stream().map(Verdict::new).toList();
        final int fit = (int)verdicts.stream().filter(Verdict::isFit).count();
        final long atRisk = verdicts.stream().filter((verdict) -> !verdict.risks().isEmpty()).count();
        final int nodes = quorum.nodeCount();
        final String fitness =
            fit + " of " + Prose.plural(nodes, "node") + (fit == 1 || nodes == 1 ? " is" : " are") + " fit";
        if (fit == nodes && atRisk > 0)
        {
            return fitness + ", but " + atRisk + " may drop locks that are held";
        }
        if (fit == nodes)
        {
            return fitness + "; a quorum is " + quorum.required() + ": " + quorum.tolerated() +
                " may be down, " + quorum.safetyMargin() + " may forget locks unseen";
        }

        return fitness + ", and a quorum is " + quorum.required() + ": " +
            (fit < quorum.required() ? shortage(reports, fit, quorum) : spare(fit - quorum.required()));
    }

    private static String spare(final int spare)
    {
        return spare == 0 ? "no other may go down now" :
            spare + (spare == 1 ? " other" : " others") + " may go down now";
    }

    /*
     * A node that waits votes later without anybody's help, and a client that runs may know it.
     */
    private static String shortage(final List<NodeReport> reports, final int fit, final Quorum quorum)
    {
        final long waiting = reports.stream().filter(NodeReport::isQuarantined).count();

        return fit + waiting >= quorum.required() ? "new clients get no lock yet" : "nobody can get a lock";
    }
}
