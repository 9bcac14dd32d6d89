// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

import dev.redlock.admission.marker.Deployment;
import dev.redlock.admission.marker.Marker;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;

/**
 * The operator of simulated nodes of level STRICT: declares them before they are used.
 */
final class SimulatedMarkers
{
    private static final byte[] KEY = MarkerRule.key(new byte[0]);

    private final MemoryNetwork network;
    private final SplittableRandom random;
    private final Deployment deployment;

    SimulatedMarkers(final MemoryNetwork network, final Swarm swarm)
    {
        this.network = network;
        random = network.fork("markers");
        deployment = Deployment.ofUnknownNodes(
            swarm.quorum.nodeCount(), swarm.quorum.required(), swarm.longestTtlNs / Swarm.MS);
    }

    MarkerRule rule(final LongSupplier wallUs, final LongSupplier chance)
    {
        return new MarkerRule(KEY, deployment, wallUs, chance);
    }

    /**
     * Whether a node has a marker that votes.
     */
    boolean isMarked(final int nodeIndex)
    {
        final byte[] value = network.node(nodeIndex).value(KEY);

        return value != null && Marker.parse(value).isVoting();
    }

    void declare()
    {
        for (int i = 0; i < network.nodeCount(); i++)
        {
            final MemoryNode node = network.node(i);
            final MarkerRule rule = rule(() -> 1, random::nextLong);
            final MarkerRule.Identity identity = new MarkerRule.Identity(
                0, node.runId(), node.replicationId());
            node.put(KEY, rule.draw(deployment, rule.draw(), identity, Marker.Birth.BEFORE_USE).bytes());
        }
    }
}
