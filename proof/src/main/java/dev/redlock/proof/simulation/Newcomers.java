// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryPath;

/**
 * Clients that start while nodes are down and a clock is wrong. That matters only to a lock that is held by a
 * bare quorum: the clock of one of its nodes is set forward, where the holder does not see it, and a client
 * that starts then cannot reach the others. The rest of the nodes come to it one after the other. It must
 * find out whose clock is wrong before it counts that node's votes, with too few to compare it with.
 */
final class Newcomers
{
    private static final int LOOKS_PER_TTL = 50;
    private static final int MOST_LOOKS = 4 * LOOKS_PER_TTL;

    /*
     * From one to the next: more or less than a connection may take.
     */
    private static final long MOST_LAG_NS = 3_000 * Swarm.MS;

    private final SimulatedWorld world;
    private final MemoryNetwork network;
    private final Swarm swarm;
    private final BooleanSupplier isOver;
    private final Runnable onStrike;

    /**
     * @param onStrike told when it has happened.
     */
    Newcomers(final SimulatedWorld world, final BooleanSupplier isOver, final Runnable onStrike)
    {
        this.world = world;
        network = world.network;
        swarm = world.swarm;
        this.isOver = isOver;
        this.onStrike = onStrike;
    }

    /**
     * Keeps all clients from so many nodes that a bare quorum is left, and waits for somebody to get a lock.
     * It is always the same node whose clock is wrong, as most have to be right.
     */
    void lieInWait(final SplittableRandom random)
    {
        final List<MemoryNode> away = new ArrayList<>();
        for (int i = 1; i < network.nodeCount(); i++)
        {
            away.add(random.nextInt(away.size() + 1), network.node(i));
        }
        away.subList(swarm.quorum.tolerated(), away.size()).clear();
        final List<MemoryPath> paths = pathsTo(away, world.clients);
        paths.forEach(MemoryPath::cut);
        paths.forEach(MemoryPath::refuse);
        look(away, paths, network.nowNs(), MOST_LOOKS, random);
    }

    private void look(final List<MemoryNode> away, final List<MemoryPath> paths, final long sinceNs,
        final int looksLeft, final SplittableRandom random)
    {
        final Optional<SimulatedWorker> holder = world.workers.stream().filter((worker) ->
            worker.leftNs() > swarm.ttlNs / 2 && world.court.acquiredNs[worker.key()] > sinceNs).findFirst();
        final boolean isToBeDone = !isOver.getAsBoolean() && holder.isPresent();
        if (isToBeDone)
        {
            onStrike.run();
            setForward(holder.get(), random);
            letANewcomerIn(holder.get(), away, random);
        }
        if (isToBeDone || looksLeft == 0 || isOver.getAsBoolean())
        {
            paths.forEach(MemoryPath::accept);
        }
        else
        {
            network.at(network.nowNs() + swarm.ttlNs / LOOKS_PER_TTL,
                () -> look(away, paths, sinceNs, looksLeft - 1, random));
        }
    }

    /*
     * By so much that all its keys are gone. Whoever is connected sees it, so the holder is not.
     */
    private void setForward(final SimulatedWorker holder, final SplittableRandom random)
    {
        final MemoryNode wrong = network.node(0);
        final List<MemoryPath> paths = pathsTo(List.of(wrong), List.of(holder.client()));
        network.note(() -> "the clock of " + wrong + " is set forward under " + holder.name());
        paths.forEach(MemoryPath::cut);
        paths.forEach(MemoryPath::refuse);
        network.at(network.nowNs() + swarm.ttlNs + random.nextLong(swarm.ttlNs),
            () -> paths.forEach(MemoryPath::accept));
        wrong.clock().step(swarm.longestTtlNs + random.nextLong(swarm.longestTtlNs));
    }

    private void letANewcomerIn(
        final SimulatedWorker holder, final List<MemoryNode> late, final SplittableRandom random)
    {
        final SimulatedClient newcomer = world.replaceAnother(holder.client(), random);
        if (newcomer == null)
        {
            return;
        }

        long lagNs = 0;
        for (final MemoryPath path : newcomer.transport.paths())
        {
            final int index = path.node().index();
            if (late.contains(path.node()))
            {
                lagNs += random.nextLong(MOST_LAG_NS);
                path.refuse();
                network.at(network.nowNs() + lagNs, path::accept);
            }
            else if (index > 0)
            {
                path.refuse();
                network.at(network.nowNs() + swarm.ttlNs, path::accept);
            }
        }
        world.workers.stream()
            .filter((worker) -> worker.client() == newcomer && worker.key() == holder.key())
            .forEach((worker) -> worker.acquireOnce(swarm.ttlNs));
    }

    private static List<MemoryPath> pathsTo(
        final List<MemoryNode> nodes, final List<SimulatedClient> clients)
    {
        return clients.stream().flatMap((client) -> client.transport.paths().stream())
            .filter((path) -> nodes.contains(path.node())).toList();
    }
}
