// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;

/**
 * The files of nodes whose votes are durable, and what deceives those who ask about them: a node that
 * confirms what is not on its disk, and could not be tried when clients met it, as it was full; and a key of
 * the barrier that somebody deletes.
 */
final class NodeFiles
{
    private static final String FULL = "OOM command not allowed when used memory > 'maxmemory'.";

    private final MemoryNetwork network;
    private final Swarm swarm;
    private final Court court;
    private final BooleanSupplier isCalm;
    private final SplittableRandom random;
    private final byte[] barrier;

    NodeFiles(final MemoryNetwork network, final Swarm swarm, final Court court, final BooleanSupplier isCalm)
    {
        this.network = network;
        this.swarm = swarm;
        this.court = court;
        this.isCalm = isCalm;
        random = network.fork("files");
        barrier = swarm.durability.barrier().getBytes(StandardCharsets.UTF_8);
    }

    void open()
    {
        for (int i = 0; i < network.nodeCount(); i++)
        {
            final int node = i;
            network.node(i).appendOnly(
                1 + random.nextLong(swarm.ttlNs / 10), () -> court.book.written(node));
            planDeletion(network.node(i));
        }
        if (swarm.isConfirmedEarly)
        {
            final MemoryNode early = network.node(0);
            early.confirmEarly(true);
            early.refuse(FULL, "SET");
            network.at(network.nowNs() + 1 + random.nextLong(swarm.stormNs), early::serve);
        }
    }

    private void planDeletion(final MemoryNode node)
    {
        network.at(network.nowNs() + 1 + random.nextLong(2 * swarm.ttlNs), () ->
        {
            if (!isCalm.getAsBoolean())
            {
                network.note(() -> "somebody deletes the key of the barrier on " + node);
                node.delete(barrier);
                planDeletion(node);
            }
        });
    }
}
