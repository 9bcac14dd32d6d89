// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryPath;

/**
 * Nodes that refuse single commands for a while, in scripts, too: they are short of memory, or may not write
 * at all. What an answer says of such a time shows only if something that was sent before arrives after it;
 * at a random moment nothing is under way. So it waits for a request, and keeps it back.
 */
final class DeniedWrites
{
    private static final String[] DENIALS =
    {
        "READONLY You can't write against a read only replica.",
        "MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.",
        "NOREPLICAS Not enough good replicas to write."
    };
    private static final int LOOKS_PER_TTL = 500;
    private static final int MOST_LOOKS = 2 * LOOKS_PER_TTL;

    private final SimulatedWorld world;
    private final MemoryNetwork network;
    private final Swarm swarm;
    private final BooleanSupplier isOver;

    DeniedWrites(final SimulatedWorld world, final BooleanSupplier isOver)
    {
        this.isOver = isOver;
        this.world = world;
        network = world.network;
        swarm = world.swarm;
    }

    void strike(final MemoryNode node, final long durationNs, final SplittableRandom random)
    {
        if (random.nextBoolean())
        {
            deny(node, durationNs, random);
        }
        else
        {
            final List<MemoryPath> paths = world.client(random).transport.paths(node.index());
            look(paths.get(0), node, durationNs, MOST_LOOKS, random);
        }
    }

    /*
     * Whatever is under way: most of it is about locks.
     */
    private void look(final MemoryPath path, final MemoryNode node, final long durationNs,
        final int looksLeft, final SplittableRandom random)
    {
        if (isOver.getAsBoolean())
        {
            return;
        }
        if (path.requests().heldMessages() > 0)
        {
            network.note(() -> "what is under way from " + path + " comes later");
            path.requests().holdExisting();
            path.cutClients();
            deny(node, durationNs, random);
            network.at(network.nowNs() + durationNs + 1, path.requests()::release);
        }
        else if (looksLeft > 0)
        {
            network.at(network.nowNs() + swarm.ttlNs / LOOKS_PER_TTL,
                () -> look(path, node, durationNs, looksLeft - 1, random));
        }
    }

    private void deny(final MemoryNode node, final long durationNs, final SplittableRandom random)
    {
        if (random.nextBoolean())
        {
            network.note(() -> node + " is short of memory");
            node.runShortOfMemory();
        }
        else
        {
            final String error = DENIALS[random.nextInt(DENIALS.length)];
            network.note(() -> node + " may not write: " + error);
            node.refuseWrites(error);
        }
        network.at(network.nowNs() + durationNs, node::serve);
    }
}
