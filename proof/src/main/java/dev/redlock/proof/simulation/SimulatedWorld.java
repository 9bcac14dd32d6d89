// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.port.Meter;
import dev.redlock.outcome.LostReason;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;

/**
 * Some clients and their workers, some nodes, and what is watched of them. All of it follows from the seed.
 */
final class SimulatedWorld
{
    /**
     * By how much nodes of level STRICT make themselves too old.
     */
    static final long AGE_NS = 1_000L * 3_600_000 * Swarm.MS;

    private static final String[] RELEASES = {null, null, "DELIFEQ", "DELEX", "CAD"};
    private static final int DEEPEST = 2;

    final List<SimulatedClient> clients = new ArrayList<>();
    final List<SimulatedWorker> workers = new ArrayList<>();
    final byte[][] keys;
    final Swarm swarm;
    final MemoryNetwork network;
    final Court court;
    final SimulatedMarkers markers;
    final SplittableRandom random;
    int acquisitions;

    /**
     * Operations that were asked for and answered.
     */
    int operations;
    private final Meter meter;
    private int stoodStill;
    private LostReason lostInCalm;
    private int born;
    private int depth;
    private boolean isCalm;

    SimulatedWorld(final Swarm swarm, final MemoryNetwork.Watcher watcher, final Meter meter)
    {
        this.swarm = swarm;
        this.meter = meter;
        network = MemoryNetwork.ofNodes(swarm.quorum.nodeCount(), swarm.seed);
        network.watch(watcher);
        network.teachLocks();
        network.usualDelay(swarm.delayNs, swarm.spreadNs);
        random = network.fork("history");
        keys = new byte[swarm.keys][];
        for (int i = 0; i < keys.length; i++)
        {
            keys[i] = Swarm.KEYS[i].getBytes(StandardCharsets.UTF_8);
        }
        for (int i = 0; i < network.nodeCount(); i++)
        {
            final String learnt = RELEASES[random.nextInt(RELEASES.length)];
            if (learnt != null)
            {
                network.node(i).learn(learnt);
            }
            network.node(i).slow(swarm.serviceNs);
            network.node(i).clock().rate(drawRate());
            if (swarm.isMarked())
            {
                network.node(i).startsBeforeItsClockIsSet(AGE_NS);
            }
        }
        court = new Court(network, swarm);
        if (swarm.durability.isGiven())
        {
            new NodeFiles(network, swarm, court, this::isCalm).open();
        }
        markers = new SimulatedMarkers(network, swarm);
        if (swarm.isMarked())
        {
            markers.declare();
        }
        if (swarm.isGuarded())
        {
            // Or all nodes would be young.
            network.runUntil(network.nowNs() + 2 * swarm.config().quarantineNs());
        }
        IntStream.range(0, swarm.clients).forEach((i) -> bear());
    }

    SimulatedClient client(final SplittableRandom chance)
    {
        return clients.get(chance.nextInt(clients.size()));
    }

    /**
     * Somebody new comes for one of the others.
     *
     * @param staying who stays.
     * @param chance  says whom.
     * @return the newcomer; null if there is nobody else.
     */
    SimulatedClient replaceAnother(final SimulatedClient staying, final SplittableRandom chance)
    {
        final List<SimulatedClient> others = clients.stream().filter((client) -> client != staying).toList();
        if (others.isEmpty())
        {
            return null;
        }

        replace(others.get(chance.nextInt(others.size())));

        return clients.get(clients.size() - 1);
    }

    /**
     * Whether all clients have been told the time by a node, and so have met it.
     */
    boolean isKnownToAll(final MemoryNode node)
    {
        return clients.stream().allMatch((client) -> client.knowsClock(node.index()));
    }

    /**
     * A machine stands still, and a node with it.
     */
    void onStandstill(final int nodeIndex)
    {
        stoodStill |= 1 << nodeIndex;
    }

    /**
     * Whether all other clocks would still be right if it did: newcomers compare them, and cannot tell two
     * that are less than a second apart.
     */
    boolean mayStandStill(final int nodeIndex)
    {
        return Integer.bitCount(stoodStill | 1 << nodeIndex) == 1;
    }

    /**
     * Whether a machine with this node has ever stood still.
     */
    boolean hasStoodStill(final int nodeIndex)
    {
        return (stoodStill & 1 << nodeIndex) != 0;
    }

    /**
     * Lets the world go on while one of its processes stands still in the middle of something.
     *
     * @return false if too many do already; then nothing has happened.
     */
    boolean runNested(final long untilNs)
    {
        if (depth == DEEPEST)
        {
            return false;
        }
        depth++;
        network.runUntil(untilNs);
        depth--;

        return true;
    }

    /**
     * A client dies, and another is born that knows nothing of it.
     */
    void replace(final SimulatedClient client)
    {
        network.note(() -> client + " dies");
        clients.remove(client);
        client.die();
        for (final SimulatedWorker worker : List.copyOf(workers))
        {
            if (worker.client() == client)
            {
                worker.die();
                workers.remove(worker);
            }
        }
        bear();
    }

    private void bear()
    {
        final SimulatedClient client = new SimulatedClient(this, "client" + born, meter, drawRate(),
            swarm.isShared ? network.node(born % network.nodeCount()) : null);
        born++;
        clients.add(client);
        for (int key = 0; key < keys.length; key++)
        {
            final KeyLine line = new KeyLine();
            for (int i = 0; i < swarm.workersPerClient; i++)
            {
                workers.add(new SimulatedWorker(this, client, client + "." + Swarm.KEYS[key] + i, key, line));
            }
        }
    }

    /*
     * Often at one of the two ends: that is where an allowance proves to be too small.
     */
    private long drawRate()
    {
        final long mostPpm = swarm.clockPpm;
        final int draw = random.nextInt(4);

        return draw == 0 ? mostPpm : draw == 1 ? -mostPpm : mostPpm - random.nextLong(2 * mostPpm + 1);
    }

    /**
     * No fault strikes any more.
     */
    void calm()
    {
        isCalm = true;
    }

    boolean isCalm()
    {
        return isCalm;
    }

    void onLost(final LostReason reason)
    {
        if (isCalm)
        {
            lostInCalm = reason;
        }
    }

    LostReason lostInCalm()
    {
        return lostInCalm;
    }
}
