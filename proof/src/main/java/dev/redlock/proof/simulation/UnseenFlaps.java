// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;

import dev.redlock.proof.simulation.fault.Fault;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryPath;

/**
 * Nodes that change their roles while nobody is connected. That matters only to a lock that was got shortly
 * before, and to a client that does not know the nodes; at a random moment there is neither. So it waits for
 * the lock, and lets such a client come.
 */
final class UnseenFlaps
{
    private static final int LOOKS_PER_TTL = 20;
    private static final int MOST_LOOKS = 4 * LOOKS_PER_TTL;

    private final SimulatedWorld world;
    private final MemoryNetwork network;
    private final Swarm swarm;
    private final Predicate<MemoryNode> mayFlap;
    private final Runnable onStrike;

    /**
     * @param mayFlap  asked of each node at the moment itself.
     * @param onStrike told when it has happened.
     */
    UnseenFlaps(final SimulatedWorld world, final Predicate<MemoryNode> mayFlap, final Runnable onStrike)
    {
        this.world = world;
        network = world.network;
        swarm = world.swarm;
        this.mayFlap = mayFlap;
        this.onStrike = onStrike;
    }

    /**
     * Waits for somebody to get a lock. Where the level guards against it most of the other nodes are struck,
     * too: the lock is granted twice only if a quorum forgets.
     */
    void lieInWait(final MemoryNode node, final SplittableRandom random)
    {
        final List<MemoryNode> nodes = new ArrayList<>(List.of(node));
        for (int i = 0; i < network.nodeCount() && swarm.guardsAgainst(Fault.UNSEEN_FLAP); i++)
        {
            if (random.nextInt(4) != 0 && network.node(i) != node)
            {
                nodes.add(network.node(i));
            }
        }
        save(nodes);
        look(nodes, network.nowNs(), MOST_LOOKS, random);
    }

    private void look(
        final List<MemoryNode> nodes, final long savedNs, final int looksLeft, final SplittableRandom random)
    {
        final Optional<SimulatedWorker> holder = world.workers.stream().filter((worker) ->
            worker.leftNs() > swarm.ttlNs / 2 && world.court.acquiredNs[worker.key()] > savedNs).findFirst();
        if (holder.isPresent())
        {
            flap(nodes, holder.get(), random);
        }
        else if (looksLeft > 0)
        {
            save(nodes);
            final long nowNs = network.nowNs();
            network.at(nowNs + swarm.ttlNs / LOOKS_PER_TTL, () -> look(nodes, nowNs, looksLeft - 1, random));
        }
    }

    /*
     * What a former replica has: nearly all, the marker included, but not the latest locks.
     */
    private void save(final List<MemoryNode> nodes)
    {
        for (final MemoryNode node : nodes)
        {
            node.save();
            world.court.book.save(node.index());
        }
    }

    private void flap(
        final List<MemoryNode> nodes, final SimulatedWorker holder, final SplittableRandom random)
    {
        final MemoryNode.Memory memory =
            random.nextInt(4) == 0 ? MemoryNode.Memory.LOST : MemoryNode.Memory.STALE;
        final List<MemoryNode> flapped =
            nodes.stream().filter((node) -> node.isUp() && mayFlap.test(node)).toList();
        if (flapped.isEmpty())
        {
            return;
        }

        network.note(() -> Fault.UNSEEN_FLAP.label() + " of " + flapped + " under " + holder.name());
        for (final SimulatedClient client : world.clients)
        {
            final boolean isForLong = client == holder.client() || random.nextBoolean();
            cutOff(client, flapped, isForLong ? swarm.ttlNs + random.nextLong(swarm.ttlNs) : 0);
        }
        for (final MemoryNode node : flapped)
        {
            node.becomeAReplicaForAMoment(memory);
            if (memory == MemoryNode.Memory.STALE)
            {
                world.court.book.recall(node.index());
            }
        }
        onStrike.run();
        letANewcomerIn(holder, random);
    }

    /*
     * Whoever connects again learns of it, so the holder does not.
     */
    private void cutOff(final SimulatedClient client, final List<MemoryNode> nodes, final long awayNs)
    {
        final List<MemoryPath> paths = client.transport.paths().stream()
            .filter((path) -> nodes.contains(path.node())).toList();
        paths.forEach(MemoryPath::cut);
        if (awayNs > 0)
        {
            paths.forEach(MemoryPath::refuse);
            network.at(network.nowNs() + awayNs, () -> paths.forEach(MemoryPath::accept));
        }
    }

    private void letANewcomerIn(final SimulatedWorker holder, final SplittableRandom random)
    {
        final SimulatedClient newcomer = world.replaceAnother(holder.client(), random);
        if (newcomer == null)
        {
            return;
        }

        world.workers.stream()
            .filter((worker) -> worker.client() == newcomer && worker.key() == holder.key())
            .forEach((worker) -> worker.acquireOnce(swarm.ttlNs));
    }
}
