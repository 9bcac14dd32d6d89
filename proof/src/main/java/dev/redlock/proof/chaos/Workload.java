// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How much must have been done for a run to mean something: 200 acquisitions in two minutes, some of them by
 * each client, and each class of fault at least once.
 */
record Workload(Duration length, boolean hasSecondProcess)
{
    private static final Duration FULL = Duration.ofMinutes(2);
    private static final long ACQUISITIONS = 200;
    private static final long ACQUISITIONS_OF_EACH = 20;
    private static final Duration LONG_ENOUGH_FOR_ALL_FAULTS = Duration.ofSeconds(30);

    List<String> complaints(
        final Map<String, Long> acquisitions, final Map<FaultClass, Long> faults, final long checked)
    {
        final List<String> complaints = new ArrayList<>();
        final long sum = acquisitions.values().stream().mapToLong(Long::longValue).sum();
        atLeast(scaled(ACQUISITIONS), sum, "acquisitions", complaints);
        for (final ChaosClient.Mode mode : ChaosClient.Mode.values())
        {
            final String name = mode.label();
            atLeast(scaled(ACQUISITIONS_OF_EACH), acquisitions.getOrDefault(name, 0L),
                "acquisitions of client " + name, complaints);
        }
        if (hasSecondProcess)
        {
            atLeast(scaled(ACQUISITIONS_OF_EACH), acquisitions.getOrDefault(SecondProcess.NAME, 0L),
                "acquisitions of the second process", complaints);
        }
        if (checked != sum)
        {
            complaints.add(sum + " acquisitions were counted, but " + checked + " were checked");
        }
        if (length.compareTo(LONG_ENOUGH_FOR_ALL_FAULTS) >= 0)
        {
            for (final FaultClass faultClass : FaultClass.values())
            {
                if (hasSecondProcess || faultClass.target() != FaultClass.Target.PROCESS)
                {
                    atLeast(1, faults.getOrDefault(faultClass, 0L), faultClass.name(), complaints);
                }
            }
        }

        return complaints;
    }

    private long scaled(final long inFullLength)
    {
        return Math.max(1, inFullLength * length.toMillis() / FULL.toMillis());
    }

    private static void atLeast(
        final long least, final long count, final String what, final List<String> complaints)
    {
        if (count < least)
        {
            complaints.add("the run is void: " + count + " " + what + ", at least " + least + " are needed");
        }
    }
}
