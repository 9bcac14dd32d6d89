// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import dev.redlock.admission.Scripts;
import dev.redlock.engine.KeyLine;
import dev.redlock.engine.Meter;
import dev.redlock.outcome.LostReason;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryScript;

/**
 * One history: some clients, some nodes, a storm, and the calm after it. All of it follows from the seed.
 */
final class History
{
    static final String[] KEYS = {"orders", "stock"};

    /**
     * A history with fewer completed acquisitions would show little: the storm goes on until it has them.
     */
    static final int LEAST_ACQUISITIONS = 20;

    private static final String[] RELEASES = {null, null, "DELIFEQ", "DELEX", "CAD"};
    private static final int PARTS = 8;
    private static final int MOST_PARTS = 100 * PARTS;
    private static final int DEEPEST = 2;

    private final List<SimulatedClient> clients = new ArrayList<>();
    private final List<SimulatedWorker> workers = new ArrayList<>();
    private final ExclusionChecker checker = new ExclusionChecker();
    private final Operations operations = new Operations();
    private final byte[][] keys;
    private final Swarm swarm;
    private final MemoryNetwork network;
    private final Meter meter;
    private final Referee referee;
    private final TokenBook book;
    private final Storm storm;
    private final SplittableRandom random;
    private final int[] acquired = new int[KEYS.length];
    private LostReason lostInCalm;
    private int born;
    private int depth;
    private boolean isCalm;

    History(final Swarm swarm, final MemoryNetwork.Watcher watcher, final Meter meter)
    {
        this.swarm = swarm;
        this.meter = meter;
        network = MemoryNetwork.ofNodes(swarm.quorum.nodeCount(), swarm.seed);
        network.watch(watcher);
        network.teach(Scripts.release(), MemoryScript.RELEASE);
        network.teach(Scripts.extend(), MemoryScript.EXTEND);
        network.usualDelay(swarm.delayNs, swarm.spreadNs);
        random = network.fork("history");
        keys = new byte[swarm.keys][];
        for (int i = 0; i < keys.length; i++)
        {
            keys[i] = KEYS[i].getBytes(StandardCharsets.UTF_8);
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
        }
        referee = new Referee(network, swarm.envelope == Envelope.INSIDE);
        book = new TokenBook(network, referee, swarm);
        for (int i = 0; i < swarm.clients; i++)
        {
            bear();
        }
        storm = new Storm(this);
    }

    Swarm swarm()
    {
        return swarm;
    }

    MemoryNetwork network()
    {
        return network;
    }

    TokenBook book()
    {
        return book;
    }

    Referee referee()
    {
        return referee;
    }

    ExclusionChecker checker()
    {
        return checker;
    }

    Operations operations()
    {
        return operations;
    }

    Storm storm()
    {
        return storm;
    }

    byte[][] keys()
    {
        return keys;
    }

    List<SimulatedClient> clients()
    {
        return clients;
    }

    List<SimulatedWorker> workers()
    {
        return workers;
    }

    SimulatedClient client(final SplittableRandom chance)
    {
        return clients.get(chance.nextInt(clients.size()));
    }

    /**
     * The safety phase, and then the liveness phase if nothing has gone wrong.
     */
    void run()
    {
        network.runUntil(swarm.stormNs);
        for (int i = 0; i < MOST_PARTS && isToBeContinued(); i++)
        {
            network.runUntil(network.nowNs() + swarm.stormNs / PARTS);
        }
        isCalm = true;
        storm.end();
        if (swarm.envelope == Envelope.INSIDE && referee.isContent())
        {
            new Calm(this, random).run();
        }
    }

    /*
     * In the calm every worker acquires once more.
     */
    private boolean isToBeContinued()
    {
        return referee.isContent() && swarm.reduction == Reduction.NONE &&
            operations.acquisitions() + workers.size() < LEAST_ACQUISITIONS;
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
        final SimulatedClient client = new SimulatedClient(this, "client" + born, meter, drawRate());
        born++;
        clients.add(client);
        for (int key = 0; key < keys.length; key++)
        {
            final KeyLine line = new KeyLine();
            for (int i = 0; i < swarm.workersPerClient; i++)
            {
                workers.add(new SimulatedWorker(this, client, client + "." + KEYS[key] + i, key, line));
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
     * Notes an acquisition.
     *
     * @return how many there were of that key, this one included.
     */
    int acquiredOf(final int key)
    {
        return ++acquired[key];
    }

    boolean hasBeenAcquiredSince(final int key, final int count)
    {
        return acquired[key] != count;
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
