// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.proof.simulation.judge.Invariant;
import dev.redlock.proof.simulation.judge.LineJudge;
import dev.redlock.quorum.Drift;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryPath;

/**
 * The liveness phase: no more faults, and now something good must happen, within bounds. In every other world
 * only a quorum is well at first.
 */
final class Calm
{
    private static final long MESSAGES_TO_EXTEND = 24;
    private static final int BEATS_ASLEEP = 4;
    private static final long LEAST_RACE_NS = 200 * Swarm.MS;
    private static final int TURNS_PER_BEAT = 8;
    private static final int DROPS = 4_000;
    private static final int LEAST_TRIPS_IN_LINE = 20;
    private static final int HOLDS_IN_LINE = 20;
    private static final long LATEST_OF_GIFT_NS = 2_000 * Swarm.MS;
    private static final byte[] STRANGER = "somebody else".getBytes(StandardCharsets.UTF_8);
    private static final long SECOND_NS = 1_000 * Swarm.MS;
    private static final long LONGEST_ANSWER_NS = 500 * Swarm.MS;
    private static final long LONG_ENOUGH_TO_CONNECT_NS = 5000 * Swarm.MS;

    private final SimulatedWorld world;
    private final Storm storm;
    private final MemoryNetwork network;
    private final Swarm swarm;
    private final SplittableRandom random;
    private final List<MemoryNode> minority = new ArrayList<>();
    private long healedNs;

    Calm(final SimulatedWorld world, final Storm storm)
    {
        this.world = world;
        this.storm = storm;
        random = world.random;
        network = world.network;
        swarm = world.swarm;
    }

    void run()
    {
        heal();
        awaitQuorum();
        if (swarm.isGuarded())
        {
            awaitVoters();
            if (!mayAllVote())
            {
                bringMinorityBack();
                awaitVoters();
            }
            if (!mayAllVote())
            {
                network.note(() -> "some node does not vote before an operator has come");

                return;
            }
        }
        final long boundNs = boundNs();
        world.workers.forEach((worker) -> worker.owe(boundNs));
        await(boundNs, () -> world.workers.stream().noneMatch(SimulatedWorker::isOwed));
        world.workers.stream().filter(SimulatedWorker::isOwed).forEach((worker) ->
            complain(worker.name() + " waits since " + boundNs + " ns, and a quorum is well"));
        bringMinorityBack();
        if (world.court.referee.isContent())
        {
            network.runUntil(Math.max(network.nowNs(), healedNs + swarm.latestNs()));
            awaitQuiet();
        }
        if (world.court.referee.isContent() && !swarm.isGuarded())
        {
            sleep();
            goOn();
        }
    }

    private void goOn()
    {
        if (swarm.envelope.isWaiting())
        {
            standInLine();
            takeBack();
        }
        race();
        if (world.court.referee.isContent() && random.nextBoolean() && !swarm.durability.isGiven())
        {
            restartUnderALease();
        }
        if (world.court.referee.isContent())
        {
            askTheSilent();
            stallThroughTheEnd();
        }
        if (world.court.referee.isContent() && swarm.isAutoExtended)
        {
            interruptExtension();
        }
        if (world.court.referee.isContent() && swarm.isAutoExtended)
        {
            cutOff();
        }
        if (world.court.referee.isContent())
        {
            drip();
        }
    }

    /*
     * Nobody wants anything: an engine wakes up for its heartbeats, for each of their answers, and, as its
     * wheel of timers turns within a second, once in a second for each node whose heartbeat is further away.
     */
    private void sleep()
    {
        final EngineConfig config = swarm.config();
        final long asleepNs = BEATS_ASLEEP * config.heartbeatNs();
        final long most = network.nodeCount() * ((BEATS_ASLEEP + 1) * TURNS_PER_BEAT + asleepNs / SECOND_NS);
        final int[] before = world.clients.stream().mapToInt(SimulatedClient::turns).toArray();
        network.runUntil(network.nowNs() + asleepNs);
        for (int i = 0; i < before.length; i++)
        {
            final int turns = world.clients.get(i).turns() - before[i];
            if (turns > most)
            {
                complain(world.clients.get(i) + " has woken up " + turns + " times within " + asleepNs +
                    " ns, although nobody wants anything: " + most + " would do");
            }
        }
    }

    /*
     * A node sends one byte after the other, which takes a core if nobody ends it.
     */
    private void drip()
    {
        network.note(() -> "a node sends one byte after the other");
        final SimulatedClient client = world.clients.get(0);
        final MemoryPath path = client.transport.path(network.nodeCount() - 1);
        network.runUntil(network.nowNs() + swarm.ttlNs);
        if (!client.engine.isUp(network.nodeCount() - 1))
        {
            return;
        }

        final int before = client.turns();
        storm.drip(path, Storm.DRIP_EVERY_NS, DROPS);
        network.runUntil(network.nowNs() + DROPS * Storm.DRIP_EVERY_NS);
        if (client.turns() - before > DROPS * 3 / 4)
        {
            complain(client + " has woken up " + (client.turns() - before) + " times for " + DROPS +
                " bytes that nobody asked for, and has not hung up");
        }
    }

    private void heal()
    {
        network.note(() -> "the storm is over");
        healedNs = network.nowNs();
        network.transports().forEach((transport) -> transport.paths().forEach(MemoryPath::clear));
        for (int i = 0; i < network.nodeCount(); i++)
        {
            final MemoryNode node = network.node(i);
            node.serve();
            node.unpauseClients();
            node.slow(swarm.serviceNs);
            if (!swarm.isShared)
            {
                // A machine goes on with all that is on it.
                node.resume();
                node.clock().thaw();
            }
            if (swarm.isHasty)
            {
                node.clock().rate(0);
            }
        }
        if (swarm.isConfirmedEarly)
        {
            network.node(0).confirmEarly(false);
        }
        for (int i = swarm.quorum.tolerated(); i > 0 && swarm.isMinorityLost; i--)
        {
            final MemoryNode node = network.node(random.nextInt(network.nodeCount()));
            if (node.isUp())
            {
                node.crash();
                minority.add(node);
            }
        }
        world.clients.forEach((client) ->
        {
            client.pause(0, 0);
            client.block(0, 0);
        });
        world.workers.forEach(SimulatedWorker::retire);
    }

    /*
     * Processes that are dead come back in their time.
     */
    private void awaitQuorum()
    {
        await(swarm.longestPromiseNs() + 3 * swarm.ttlNs, () ->
        {
            int up = minority.size();
            for (int i = 0; i < network.nodeCount(); i++)
            {
                up += network.node(i).isUp() ? 1 : 0;
            }

            return up == network.nodeCount();
        });
    }

    /*
     * Nothing happens any more that a quarantine could follow, but that lost markers are written again; and
     * those that there are must end.
     */
    private void awaitVoters()
    {
        final long boundNs = 3 * swarm.recoveryNs() + 2 * swarm.config().quarantineNs();
        await(boundNs, () ->
            world.clients.stream().noneMatch(SimulatedClient::hasQuarantines) && !isMarkerDue());
        world.clients.stream().filter(SimulatedClient::hasQuarantines).forEach((client) ->
            complain(client + " has a node in quarantine, " + boundNs + " ns after the storm"));
        if (isMarkerDue())
        {
            complain("a node has waited for its marker for " + boundNs + " ns, and a client knows it");
        }
    }

    private void bringMinorityBack()
    {
        minority.forEach((node) -> node.restart(MemoryNode.Memory.KEPT));
        minority.clear();
    }

    /*
     * Whether a client knows a node that has lost its marker, and a quorum of others has theirs, or each of
     * them has it or has lost it as that client knows.
     */
    private boolean isMarkerDue()
    {
        return swarm.isMarked() && indexes().anyMatch((node) ->
            network.node(node).isUp() && !world.markers.isMarked(node) && world.clients.stream()
            .anyMatch((client) -> client.knowsMarkerOf(node) && mayWrite(client, node)));
    }

    private boolean mayWrite(final SimulatedClient client, final int node)
    {
        return indexes().filter(this::isUpAndMarked).count() >= swarm.quorum.required() ||
            indexes().filter((other) -> other != node).allMatch((other) -> isUpAndMarked(other) ||
                network.node(other).isUp() && client.knowsMarkerOf(other));
    }

    private IntStream indexes()
    {
        return IntStream.range(0, network.nodeCount());
    }

    private boolean isUpAndMarked(final int nodeIndex)
    {
        return network.node(nodeIndex).isUp() && world.markers.isMarked(nodeIndex);
    }

    /*
     * A node without a marker needs an operator, if nobody is left who knew it, or too few others are up to
     * ask; one whose clock is far from the others' refuses the tokens of all.
     */
    private boolean mayAllVote()
    {
        long firstNs = Long.MAX_VALUE;
        long lastNs = Long.MIN_VALUE;
        boolean areMarked = true;
        for (int i = 0; i < network.nodeCount(); i++)
        {
            firstNs = Math.min(firstNs, network.node(i).clock().nowNs());
            lastNs = Math.max(lastNs, network.node(i).clock().nowNs());
            areMarked &= !swarm.isMarked() || world.markers.isMarked(i);
        }

        return areMarked && (!swarm.isFenced || lastNs - firstNs < swarm.fenceRule().windowNs());
    }

    /*
     * What may be in the way at the worst: connections that are dead and have not been found out, a holder
     * that works or stands still, keys of the dead on clocks that were set back, and those who came first.
     */
    private long boundNs()
    {
        final long eachNs = swarm.ttlNs / 2 + 1000 * Swarm.MS;

        return swarm.recoveryNs() + swarm.longestPromiseNs() + storm.furthestBackNs() +
            6 * swarm.ttlNs + swarm.maxHoldNs + world.workers.size() * eachNs;
    }

    private void awaitQuiet()
    {
        final long boundNs = boundNs();
        await(boundNs, () -> whatIsNotQuiet() == null);
        final String litter = whatIsNotQuiet();
        if (litter != null)
        {
            complain(litter + ", " + boundNs + " ns after the last operation");
        }
    }

    private String whatIsNotQuiet()
    {
        final int nodeCount = network.nodeCount();
        for (final SimulatedClient client : world.clients)
        {
            if (client.engine.tokensOut() != 0 || client.engine.upCount() != nodeCount ||
                client.engine.timersArmed() > nodeCount)
            {
                return client + " has " + client.engine.tokensOut() + " tokens out, " +
                    client.engine.upCount() + " nodes up and " + client.engine.timersArmed() +
                    " timers armed";
            }
        }

        return whatIsLeft();
    }

    private String whatIsLeft()
    {
        for (int i = 0; i < network.nodeCount(); i++)
        {
            final MemoryNode node = network.node(i);
            // What else is there is a fence, which stays.
            final List<byte[]> tokens = node.values().stream()
                .filter((value) -> value.length == SimulatedClient.TOKEN_LENGTH).toList();
            if (!tokens.isEmpty())
            {
                final int id = TokenBook.idOf(tokens.get(0));

                return node + " still has a key with token " + id + " of " + world.court.book.ownerOf(id);
            }
        }

        return null;
    }

    /*
     * All want it again and again, and each waits until it has it. The clocks of the nodes are as each client
     * has seen them with its last heartbeat: if they drift far since, places differ from node to node. With
     * leases of a few round trips the lock would be lost now and then.
     */
    private void standInLine()
    {
        final long tripNs = swarm.tripNs();
        if (swarm.ttlNs < LEAST_TRIPS_IN_LINE * tripNs || swarm.drift.equals(Drift.PARANOID))
        {
            return;
        }

        network.note(() -> "all wait in line");
        final long seenNs = swarm.config().heartbeatNs() * 3 / 2;
        final LineJudge lines = world.court.lines;
        lines.begin(tripNs, 2 * tripNs + seenNs / 1_000_000 * 4 * swarm.clockPpm);
        final long longestHoldNs = Math.min(swarm.ttlNs / 3, lines.orderNs());
        final long untilNs = network.nowNs() + Math.min(HOLDS_IN_LINE * longestHoldNs, 2 * SECOND_NS);
        world.workers.forEach((worker) -> worker.contend(untilNs, longestHoldNs));
        network.runUntil(untilNs);
        await(world.workers.size() * SECOND_NS, () -> world.workers.stream()
            .noneMatch((worker) -> worker.isWaiting() || worker.isHolding()));
        world.workers.stream().filter(SimulatedWorker::isWaiting).forEach((worker) ->
            complain(worker.name() + " waits in line without end"));
        lines.end();
    }

    /*
     * A bare quorum of nodes gives a lock, and a stranger, who has the others, takes it at one of them. The
     * first in line hears of that gift, and then of the refusal, before the other nodes tell it anything.
     */
    private void takeBack()
    {
        final byte[] key = world.keys[0];
        final long tripNs = swarm.tripNs();
        final MemoryNode node = network.node(0);
        if (swarm.ttlNs < LEAST_TRIPS_IN_LINE * tripNs || world.clients.size() < 2 ||
            swarm.quorum.tolerated() == 0)
        {
            return;
        }

        network.note(() -> "a node takes back what it has given");
        final SimulatedWorker holder = workerOf(world.clients.get(0));
        final SimulatedWorker next = workerOf(world.clients.get(1));
        holder.holdFor(10 * tripNs);
        holder.acquireOnce(0);
        network.runUntil(network.nowNs() + 2 * tripNs);
        next.holdFor(0);
        next.acquireOnce(swarm.ttlNs);
        network.runUntil(network.nowNs() + 6 * tripNs);
        final List<MemoryPath> others = next.client().transport.paths().stream()
            .filter((path) -> path.node() != node).toList();
        others.forEach((path) -> path.replies().hold());
        final List<MemoryNode> taken = new ArrayList<>(indexes().skip(swarm.quorum.required())
            .mapToObj(network::node).toList());
        taken.forEach((other) -> other.put(key, STRANGER));
        if (network.runUntil(network.nowNs() + swarm.ttlNs / 2, () -> isOf(node.value(key), next.client())))
        {
            taken.add(node);
            node.put(key, STRANGER);
            world.court.book.forget(next.client(), node.index());
            final String line = new String(key, StandardCharsets.UTF_8) + ":line";
            network.runUntil(
                network.nowNs() + swarm.ttlNs / 2, () -> node.ask("ZCARD", line).number() == 1);
            network.runUntil(network.nowNs() + tripNs);
        }
        others.forEach((path) -> path.replies().release());
        network.runUntil(network.nowNs() + 2 * tripNs);
        taken.forEach((other) -> other.delete(key));
        holder.holdFor(0);
        network.runUntil(network.nowNs() + LATEST_OF_GIFT_NS + swarm.ttlNs);
    }

    private SimulatedWorker workerOf(final SimulatedClient client)
    {
        return world.workers.stream()
            .filter((worker) -> worker.client() == client && worker.key() == 0).findFirst().orElseThrow();
    }

    private boolean isOf(final byte[] value, final SimulatedClient client)
    {
        return value != null && value.length == SimulatedClient.TOKEN_LENGTH &&
            world.court.book.ownerOf(TokenBook.idOf(value)) == client;
    }

    /*
     * All want it at once, and nobody waits long, while all scripts are forgotten, one node is late, and
     * perhaps the connections to another are cut. What loses, what is granted after the decision, and what
     * could not be released at first, must be gone long before it would die of itself.
     */
    private void race()
    {
        network.note(() -> "all race");
        forgetScripts();
        final int late = random.nextInt(network.nodeCount());
        for (final SimulatedClient client : world.clients)
        {
            client.transport.path(late).requests().delay(swarm.delayNs + swarm.ttlNs / 20, swarm.spreadNs);
        }
        for (final SimulatedWorker worker : world.workers)
        {
            final long waitNs = random.nextBoolean() ? 0 : swarm.ttlNs / 5;
            network.at(network.nowNs() + random.nextLong(swarm.ttlNs / 50), () -> worker.acquireOnce(waitNs));
            if (random.nextInt(3) == 0)
            {
                network.at(network.nowNs() + random.nextLong(swarm.ttlNs / 20), worker::cancel);
            }
        }
        if (swarm.ttlNs >= LONG_ENOUGH_TO_CONNECT_NS && random.nextBoolean())
        {
            final int cut = (late + 1) % network.nodeCount();
            network.at(network.nowNs() + random.nextLong(swarm.ttlNs / 20), () ->
                world.clients.forEach((client) -> client.transport.path(cut).cut()));
        }
        network.runUntil(network.nowNs() + Math.max(swarm.ttlNs / 2, LEAST_RACE_NS));
        final String litter = whatIsLeft();
        if (litter != null)
        {
            complain(litter + " although all has been released");
        }
        world.clients.forEach((client) -> client.transport.paths().forEach(MemoryPath::clear));
    }

    /*
     * An outage that is shorter than the lease must not lose it. Extensions must still end: each one checks
     * how long the lease may last.
     */
    private void interruptExtension()
    {
        final SimulatedWorker worker = world.workers.stream().filter(SimulatedWorker::isAutomatic)
            .findFirst().orElse(null);
        if (worker == null || swarm.ttlNs < 2000 * Swarm.MS)
        {
            return;
        }

        network.note(() -> "an outage interrupts the extension");
        final boolean isForEver = random.nextInt(4) == 0;
        worker.holdFor(isForEver ? 2 * swarm.maxHoldNs : 3 * swarm.ttlNs);
        worker.acquireOnce(0);
        network.runUntil(network.nowNs() + swarm.ttlNs / 4);
        if (!worker.isHolding())
        {
            return;
        }
        forgetScripts();
        final List<MemoryPath> paths = worker.client().transport.paths();
        paths.forEach((path) -> path.requests().hold());
        network.runUntil(network.nowNs() + swarm.ttlNs / 5);
        paths.forEach((path) -> path.requests().release());
        network.runUntil(network.nowNs() + 2 * swarm.ttlNs);
        if (!worker.isHolding())
        {
            complain(worker.name() + " has lost an extended lease (" + world.lostInCalm() +
                ") to an outage of a fifth of its time to live");
        }
        if (isForEver)
        {
            network.runUntil(network.nowNs() + swarm.maxHoldNs);
        }
    }

    /*
     * All connections are reset, and none can be made for a while. What a quorum could extend for the last
     * fifth of its time to live, and as long as a connection takes to come up, is not lost.
     */
    private void cutOff()
    {
        final SimulatedWorker worker = world.workers.stream().filter(SimulatedWorker::isAutomatic)
            .findFirst().orElse(null);
        final long handshakeNs = MESSAGES_TO_EXTEND * (swarm.delayNs + swarm.spreadNs + swarm.serviceNs);
        final long awayNs = swarm.ttlNs * 11 / 20 - swarm.drift.of(swarm.ttlNs) - handshakeNs;
        network.runUntil(network.nowNs() + swarm.ttlNs);
        if (worker == null || worker.isHolding() || swarm.ttlNs < 2000 * Swarm.MS || awayNs < swarm.ttlNs / 4)
        {
            return;
        }

        network.note(() -> "all connections are reset, and none can be made");
        worker.holdFor(3 * swarm.ttlNs);
        worker.acquireOnce(0);
        network.runUntil(network.nowNs() + swarm.ttlNs / 4);
        if (!worker.isHolding())
        {
            return;
        }
        final List<MemoryPath> paths = worker.client().transport.paths();
        paths.forEach((path) ->
        {
            path.refuse();
            path.cut();
        });
        network.runUntil(network.nowNs() + awayNs);
        paths.forEach(MemoryPath::accept);
        network.runUntil(network.nowNs() + swarm.ttlNs);
        if (!worker.isHolding())
        {
            complain(worker.name() + " has lost an extended lease (" + world.lostInCalm() +
                ") that all nodes could have extended for the last fifth of its time to live");
        }
    }

    /*
     * A caller that does not wait gets an answer, even if nodes are silent.
     */
    private void askTheSilent()
    {
        network.note(() -> "all nodes are silent");
        final SimulatedWorker worker = world.workers.get(random.nextInt(world.workers.size()));
        final List<MemoryPath> paths = worker.client().transport.paths();
        paths.forEach((path) -> path.replies().hold());
        worker.holdFor(0);
        worker.acquireOnce(0);
        network.runUntil(network.nowNs() + LONGEST_ANSWER_NS + swarm.durability.atMostNs() * 6 / 5);
        if (worker.isWaiting())
        {
            complain(worker.name() + " does not want to wait, and has had no answer for " +
                LONGEST_ANSWER_NS + " ns");
        }
        paths.forEach((path) -> path.replies().release());
        network.runUntil(network.nowNs() + swarm.ttlNs / 2);
    }

    /*
     * A process stands still while the validity of its lease ends: the answers to its extension come too
     * late, or its release does, although the keys are still there.
     */
    private void stallThroughTheEnd()
    {
        network.note(() -> "a holder stands still");
        final SimulatedWorker worker = world.workers.get(random.nextInt(world.workers.size()));
        final boolean isExtended = random.nextBoolean();
        final long driftNs = swarm.drift.of(swarm.ttlNs);
        worker.holdFor(isExtended ? 2 * swarm.ttlNs : swarm.ttlNs - driftNs);
        worker.acquireOnce(0);
        network.runUntil(network.nowNs() + swarm.ttlNs * 4 / 5);
        if (isExtended)
        {
            worker.extendOnce();
        }
        worker.client().pause(1, isExtended ? swarm.ttlNs / 3 : driftNs * 2 / 3);
        network.runUntil(network.nowNs() + 2 * swarm.ttlNs);
        worker.client().pause(0, 0);
    }

    private void forgetScripts()
    {
        IntStream.range(0, network.nodeCount()).forEach((i) -> network.node(i).flushScripts());
    }

    /*
     * All nodes restart, and a lease is lost, unless a quorum of them says in time that it still has the key.
     * What they and the others still have of a lost one must be gone long before it would die of itself.
     */
    private void restartUnderALease()
    {
        final SimulatedWorker worker = world.workers.stream().filter((any) -> !any.isAutomatic())
            .findFirst().orElse(null);
        if (worker == null || swarm.ttlNs < 2 * LONG_ENOUGH_TO_CONNECT_NS)
        {
            return;
        }

        network.note(() -> "nodes restart under a lease");
        final long awayNs = 1 + random.nextLong(swarm.ttlNs / 4);
        worker.holdFor(swarm.ttlNs);
        worker.acquireOnce(0);
        network.runUntil(network.nowNs() + swarm.ttlNs / 20);
        for (int i = 0; i < network.nodeCount() && worker.isHolding(); i++)
        {
            final MemoryNode node = network.node(i);
            node.crash();
            network.at(network.nowNs() + awayNs, () -> node.restart(MemoryNode.Memory.KEPT));
        }
        network.runUntil(network.nowNs() + swarm.ttlNs / 2);
        final boolean isLost = !worker.isHolding();
        network.runUntil(network.nowNs() + swarm.ttlNs / 4);
        final String litter = isLost ? whatIsLeft() : null;
        if (litter != null)
        {
            complain(litter + " although all nodes have restarted under its lease");
        }
    }

    private void await(final long boundNs, final BooleanSupplier condition)
    {
        final long endNs = network.nowNs() + boundNs;
        while (network.nowNs() < endNs && !condition.getAsBoolean())
        {
            network.runUntil(network.nowNs() + swarm.ttlNs / 8);
        }
    }

    private void complain(final String words)
    {
        world.court.referee.complain(Invariant.I6, words);
    }
}
