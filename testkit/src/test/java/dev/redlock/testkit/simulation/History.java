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
package dev.redlock.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.redlock.admission.Scripts;
import dev.redlock.engine.ClaimOptions;
import dev.redlock.engine.EngineConfig;
import dev.redlock.engine.KeyLine;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;
import dev.redlock.testkit.memory.FaultInjector;
import dev.redlock.testkit.memory.MemoryFault;
import dev.redlock.testkit.memory.MemoryFaults;
import dev.redlock.testkit.memory.MemoryNetwork;
import dev.redlock.testkit.memory.MemoryScript;

/**
 * One history: several clients over five nodes, a storm, and the calm after it. All of it follows from the
 * seed.
 */
final class History
{
    static final long MS = 1_000_000;
    static final long SECOND = 1000 * MS;
    static final long TTL_MS = 1000;

    private static final int NODES = 5;
    private static final int CLIENTS = 3;
    private static final String[] KEYS = {"orders", "stock"};
    private static final long CLIENT_RATE_PPM = 4000;

    private final List<SimulatedClient> clients = new ArrayList<>();
    private final List<SimulatedWorker> workers = new ArrayList<>();
    private final ExclusionChecker checker = new ExclusionChecker();
    private final MemoryNetwork network;
    private final MemoryFaults faults;
    private final SplittableRandom random;
    private final Map<Counter, Long> counts;
    private int born;
    private int acquisitions;
    private boolean isCalm;

    History(final long seed, final MemoryFaults faults, final Map<Counter, Long> counts)
    {
        this.faults = faults;
        this.counts = counts;
        network = MemoryNetwork.ofNodes(NODES, seed);
        network.teach(Scripts.release(), MemoryScript.RELEASE);
        network.teach(Scripts.extend(), MemoryScript.EXTEND);
        random = network.fork("history");
        for (int i = 0; i < NODES; i++)
        {
            final String[] releases = {null, null, "DELIFEQ", "DELEX", "CAD"};
            final String learnt = releases[random.nextInt(releases.length)];
            if (learnt != null)
            {
                network.node(i).learn(learnt);
            }
        }
    }

    /**
     * Faults that Redlock withstands: everything that networks do, processes that die with their memory, or
     * without it if they stay away for longer than any lock can live, and clocks within the drift.
     */
    static MemoryFaults weather(final long seed)
    {
        final SplittableRandom random = new SplittableRandom(seed);
        final MemoryFaults faults = new MemoryFaults()
            .delay(random.nextLong(MS), random.nextLong(5 * MS))
            .service(random.nextLong(100_000))
            .clockRates(4000)
            .every(MemoryFault.SCRIPT_FLUSH, 2 * SECOND);
        maybe(random, faults, MemoryFault.CUT, SECOND, 0);
        maybe(random, faults, MemoryFault.PARTITION, 2 * SECOND, SECOND);
        maybe(random, faults, MemoryFault.ONE_WAY_PARTITION, 2 * SECOND, SECOND);
        maybe(random, faults, MemoryFault.LATE_BYTES, 2 * SECOND, SECOND);
        maybe(random, faults, MemoryFault.LOST_REPLY, SECOND / 2, 0);
        maybe(random, faults, MemoryFault.CLOG, 2 * SECOND, SECOND);
        maybe(random, faults, MemoryFault.CRASH, 4 * SECOND, SECOND / 2);
        maybe(random, faults, MemoryFault.AMNESIA, 4 * SECOND, (TTL_MS + TTL_MS / 10) * MS);
        maybe(random, faults, MemoryFault.REFUSAL, 4 * SECOND, SECOND / 2);
        maybe(random, faults, MemoryFault.FROZEN_CLOCK, 8 * SECOND, SECOND / 2);

        return faults;
    }

    private static void maybe(
        final SplittableRandom random,
        final MemoryFaults faults,
        final MemoryFault fault,
        final long everyNs,
        final long forNs)
    {
        if (random.nextBoolean())
        {
            faults.every(fault, everyNs / 2 + random.nextLong(everyNs), forNs);
        }
    }

    MemoryNetwork network()
    {
        return network;
    }

    ExclusionChecker checker()
    {
        return checker;
    }

    int acquisitions()
    {
        return acquisitions + workers.stream().mapToInt(SimulatedWorker::acquisitions).sum();
    }

    /**
     * Safety: whatever strikes, nobody may hold what another holds.
     */
    void storm(final long durationNs)
    {
        final FaultInjector injector = FaultInjector.start(network, faults);
        for (int i = 0; i < CLIENTS; i++)
        {
            bear(i);
        }
        network.runUntil(durationNs);
        injector.heal();
        isCalm = true;
    }

    /**
     * Liveness: when all is well again, whatever was left behind goes away, and the lock can be had.
     *
     * @return what is not well; empty if all is.
     */
    List<String> calm()
    {
        final List<String> complaints = new ArrayList<>(checker.violations());
        workers.forEach(SimulatedWorker::retire);
        network.runUntil(network.nowNs() + 8 * SECOND);
        for (final SimulatedClient client : clients)
        {
            if (client.engine.tokensOut() != 0 || client.engine.upCount() != NODES)
            {
                complaints.add(client.transport.name() + " has " + client.engine.tokensOut() +
                    " tokens out and " + client.engine.upCount() + " nodes up");
            }
        }
        for (int i = 0; i < NODES; i++)
        {
            if (network.node(i).keyCount() != 0)
            {
                complaints.add(network.node(i) + " still has " + network.node(i).keyCount() + " keys");
            }
        }

        final int before = acquisitions();
        final SimulatedWorker last = workers.get(workers.size() - 1);
        last.acquireOnce(SECOND);
        network.runUntil(network.nowNs() + 5 * SECOND);
        if (acquisitions() != before + 1)
        {
            complaints.add("nobody holds anything, and the lock cannot be had");
        }

        return complaints;
    }

    /*
     * A client lives for some seconds and is followed by another, which knows nothing of it.
     */
    private void bear(final int place)
    {
        final SimulatedClient client = new SimulatedClient(network, config(), "client" + born, counts);
        client.clock.rate(CLIENT_RATE_PPM - random.nextLong(2 * CLIENT_RATE_PPM + 1));
        born++;
        final List<SimulatedWorker> own = new ArrayList<>();
        for (final String key : KEYS)
        {
            final KeyLine line = new KeyLine();
            for (int i = 0; i < 2; i++)
            {
                final String name = client.transport.name() + "." + key + i;
                own.add(new SimulatedWorker(
                    network, checker, client, name, key, line, options(i == 0 && place == 0)));
            }
        }
        clients.add(client);
        workers.addAll(own);

        network.at(network.nowNs() + 3 * SECOND + random.nextLong(10 * SECOND), () ->
        {
            if (!isCalm)
            {
                network.note(() -> client.transport.name() + " dies");
                clients.remove(client);
                workers.removeAll(own);
                client.die();
                for (final SimulatedWorker worker : own)
                {
                    acquisitions += worker.acquisitions();
                    worker.die();
                }
                bear(place);
            }
        });
    }

    private static EngineConfig config()
    {
        return new EngineConfig(Quorum.majorityOf(NODES), Drift.SPECIFICATION, 64, 64,
            5 * MS, 250 * MS, 500 * MS, 1400 * MS, 2 * SECOND, 20 * MS, 2 * SECOND);
    }

    private static ClaimOptions options(final boolean isExtendedAutomatically)
    {
        return new ClaimOptions(TTL_MS, 0, 100, 10 * MS, 400 * MS, isExtendedAutomatically, 4 * SECOND, 20);
    }
}
