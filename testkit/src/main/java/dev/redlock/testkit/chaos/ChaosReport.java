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
package dev.redlock.testkit.chaos;

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
public record ChaosReport(
    Map<String, Long> acquisitions,
    Map<FaultClass, Long> faults,
    List<String> overlaps,
    List<String> orphans,
    List<String> complaints)
{
    /**
     * Copies all.
     */
    public ChaosReport
    {
        acquisitions = Map.copyOf(acquisitions);
        faults = Map.copyOf(faults);
        overlaps = List.copyOf(overlaps);
        orphans = List.copyOf(orphans);
        complaints = List.copyOf(complaints);
    }

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
