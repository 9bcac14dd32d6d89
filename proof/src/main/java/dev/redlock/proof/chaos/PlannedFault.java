// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.time.Duration;
import java.util.BitSet;

/**
 * One fault of a schedule.
 *
 * @param position   in the schedule, from 0.
 * @param faultClass what is done.
 * @param client     whose links are hit; unused for other targets.
 * @param nodes      to which nodes.
 * @param atNs       when, since the start of the run.
 * @param lengthNs   how long.
 * @param detail     for what else has to be drawn.
 */
record PlannedFault(
    int position, FaultClass faultClass, int client, BitSet nodes, long atNs, long lengthNs, long detail)
{
    private static final double NS_PER_S = 1e9;

    boolean hasSameTarget(final PlannedFault other)
    {
        final boolean isOnNodes = faultClass.isOnNodes();
        if (isOnNodes || other.faultClass.isOnNodes())
        {
            return isOnNodes && other.faultClass.isOnNodes() && nodes.intersects(other.nodes);
        }

        return faultClass.target() == other.faultClass.target() && client == other.client;
    }

    @Override
    public String toString()
    {
        final String where = faultClass.target() == FaultClass.Target.PROCESS ? "the second process" :
            faultClass.target() == FaultClass.Target.LINKS ? "client " + client + ", nodes " + nodes :
            "nodes " + nodes;

        return String.format("#%d at %.3f s: %s, %s, for %d ms", position, atNs / NS_PER_S, faultClass, where,
            Duration.ofNanos(lengthNs).toMillis());
    }
}
