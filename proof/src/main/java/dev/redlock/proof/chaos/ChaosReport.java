// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.util.List;
import java.util.Map;

/**
 * What came of a run.
 *
 * @param acquisitions by client.
 * @param faults       that have happened, by class.
 * @param overlaps     of claims, described.
 * @param orphans      keys on nodes that were not gone within their time to live, described.
 * @param complaints   why the run proves nothing, if anything.
 */
public record ChaosReport(Map<String, Long> acquisitions, Map<FaultClass, Long> faults, List<String> overlaps,
    List<String> orphans, List<String> complaints)
{
    /**
     * Whether exclusion held, nothing was left behind, and enough was done for that to mean something.
     *
     * @return false in all other cases.
     */
    public boolean isPassed()
    {
        return overlaps.isEmpty() && orphans.isEmpty() && complaints.isEmpty();
    }

    /**
     * The figures that scripts read.
     *
     * @return one line.
     */
    public String lastLine()
    {
        return "chaos: " + sum(acquisitions) + " acquisitions, " + sum(faults) + " faults, " +
            overlaps.size() + " overlaps, " + orphans.size() + " orphans";
    }

    private static long sum(final Map<?, Long> counts)
    {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
