// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.redlock.proof.simulation.fault.Fault;
import dev.redlock.quorum.Quorum;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;

/**
 * What is done to the clocks of nodes in a storm: as far as the swarm's level guards against it, or its
 * allowance for drift covers it, and no further.
 */
final class ClockFaults
{
    private static final long FAR_BEYOND_PPM = 500_000;
    private static final int STEP_TTLS = 12;
    private static final int MOST_TIMES_TOO_FAST = 20;
    private static final long LEAST_LITTLE_NS = 15 * Swarm.MS;

    /*
     * What a quarantine allows for in the order of tokens.
     */
    private static final long MOST_BACK_NS = 5_000 * Swarm.MS;
    private static final long LEAST_STEP_NS = 2_500 * Swarm.MS;
    private static final long LEAST_STANDSTILL_NS = 200 * Swarm.MS;
    private static final long MOST_STANDSTILL_NS = 3_000 * Swarm.MS;

    /*
     * The clocks of the nodes differ by up to a second as it is.
     */
    private static final long MOST_FENCED_STANDSTILL_NS = MOST_BACK_NS - 1_000 * Swarm.MS;

    private final SimulatedWorld world;
    private final MemoryNetwork network;
    private final Swarm swarm;
    private final long[] setBackNs;
    private long movedNs = Long.MIN_VALUE / 2;

    ClockFaults(final SimulatedWorld world)
    {
        this.world = world;
        network = world.network;
        swarm = world.swarm;
        setBackNs = new long[network.nodeCount()];
    }

    /**
     * How far a clock was set back in all, at the most.
     */
    long furthestBackNs()
    {
        long furthestNs = 0;
        for (final long backNs : setBackNs)
        {
            furthestNs = Math.max(furthestNs, backNs);
        }

        return furthestNs;
    }

    /**
     * Strikes a clock, if it may be struck now.
     *
     * @param node       of the clock.
     * @param durationNs of what ends by itself; how far a clock is set forward.
     * @return whether it did.
     */
    boolean strike(
        final Fault fault, final MemoryNode node, final long durationNs, final SplittableRandom random)
    {
        switch (fault)
        {
            case CLOCK_RATE:
                if (swarm.isHasty)
                {
                    return swarm.isHastyAlike ? hurryMost(random) : hurry(node, random);
                }
                final long mostPpm = swarm.sin == fault ? FAR_BEYOND_PPM : swarm.clockPpm;
                node.clock().rate(mostPpm - random.nextLong(2 * mostPpm + 1));
                break;

            case CLOCK_STEP_FORWARD:
                return swarm.isStepped ? stepFurther(node, random) : setForward(node, durationNs);

            case CLOCK_STEP_BACK:
                if (swarm.isOrderTried)
                {
                    return setAllBack(random);
                }
                final long backNs = random.nextLong(swarm.ttlNs / 2);
                final long mostNs = swarm.isGuarded() ? Math.min(swarm.ttlNs, MOST_BACK_NS) : swarm.ttlNs;
                if (setBackNs[node.index()] + backNs > mostNs)
                {
                    return false;
                }
                setBackNs[node.index()] += backNs;
                node.clock().step(-backNs);
                break;

            default:
                node.clock().freeze();
                network.at(network.nowNs() + durationNs, node.clock()::thaw);
                break;
        }

        return true;
    }

    /**
     * A machine stands still, if it may now: for so long that every node elsewhere can tell. One machine at a
     * time, as the nodes elsewhere must not stand still themselves.
     *
     * @return whether it does.
     */
    boolean standStill(final SimulatedClient client, final SplittableRandom random)
    {
        final long longestNs = Math.min(3 * swarm.ttlNs / 2, MOST_STANDSTILL_NS);
        final long forNs = swarm.ttlNs / 2 + LEAST_STANDSTILL_NS + random.nextLong(longestNs);
        final MemoryNode node = client.neighbour();
        final boolean areTokensPlausible =
            !swarm.isFenced || setBackNs[node.index()] + forNs < MOST_FENCED_STANDSTILL_NS;
        final boolean isFree = areTokensPlausible && mayMoveAClock(node) && client.knowsAllClocks() &&
            world.mayStandStill(node.index());
        if (isFree)
        {
            movedNs = network.nowNs() + forNs;
            setBackNs[node.index()] += forNs;
            network.note(() -> "the machine of " + client + " and " + node + " stands still");
            client.standStill(forNs);
        }

        return isFree;
    }

    /*
     * So far that all keys of the node are gone, and no answer that is in time can be too slow to prove it.
     * One node at a time: several that move alike between two readings look like a pause of the client.
     */
    private boolean stepFurther(final MemoryNode node, final SplittableRandom random)
    {
        final long stepNs = swarm.longestTtlNs + random.nextLong(swarm.longestTtlNs);
        final boolean isFree = mayMoveAClock(node);
        if (isFree)
        {
            movedNs = network.nowNs();
            node.clock().step(stepNs);
        }

        return isFree;
    }

    /*
     * So fast that what it gains within a time to live proves it. One node at a time, as above; a quarter of
     * them much too slow. Tokens must stay plausible on the others.
     */
    private boolean hurry(final MemoryNode node, final SplittableRandom random)
    {
        final long forNs = 1 + random.nextLong(3 * swarm.ttlNs);
        final long fastPpm = FAR_BEYOND_PPM * (1 + random.nextInt(MOST_TIMES_TOO_FAST));
        final long ratePpm = random.nextInt(4) == 0 ? -FAR_BEYOND_PPM : fastPpm;
        final boolean isFree = mayMoveAClock(node) && (!swarm.isFenced || node.index() == 0);
        if (isFree)
        {
            movedNs = network.nowNs() + forNs;
            node.clock().rate(ratePpm);
            network.at(movedNs, () -> node.clock().rate(0));
        }

        return isFree;
    }

    /*
     * A majority at one rate, or set forward alike, and never the last, which tells that it was no pause of
     * the client, if it was read before. In between the last may be set back a little, which harms nobody.
     */
    private boolean hurryMost(final SplittableRandom random)
    {
        final int nodes = network.nodeCount();
        final int majority = Quorum.majority(nodes);
        final int fast = majority + random.nextInt(nodes - majority);
        final long heartbeatNs = swarm.config().heartbeatNs();
        final long sinceNs = network.nowNs() + 2 * heartbeatNs;
        final long untilNs = sinceNs + 3 * swarm.ttlNs + random.nextLong(3 * swarm.ttlNs);
        final long ratePpm =
            random.nextBoolean() ? 0 : FAR_BEYOND_PPM * (1 + random.nextInt(MOST_TIMES_TOO_FAST));
        final long stepNs = ratePpm > 0 ? 0 : swarm.longestTtlNs + random.nextLong(swarm.longestTtlNs);
        final long littleNs = random.nextBoolean() ? 0 : LEAST_LITTLE_NS + random.nextLong(LEAST_LITTLE_NS);
        final long littleAtNs = sinceNs - heartbeatNs + random.nextLong(2 * heartbeatNs);
        final boolean isFree = IntStream.range(0, nodes).allMatch((i) -> mayMoveAClock(network.node(i)));
        if (isFree)
        {
            movedNs = untilNs;
            network.at(littleAtNs, () -> network.node(nodes - 1).clock().step(-littleNs));
            inStorm(sinceNs, (client) -> client.haste.begin(), () -> move(fast, ratePpm, stepNs));
            inStorm(untilNs, (client) -> client.haste.end(fast, world.court.referee), () -> move(fast, 0, 0));
        }

        return isFree;
    }

    private void inStorm(final long timeNs, final Consumer<SimulatedClient> look, final Runnable action)
    {
        network.at(timeNs, () ->
        {
            if (!world.isCalm())
            {
                world.clients.forEach(look);
                action.run();
            }
        });
    }

    private void move(final int nodes, final long ratePpm, final long stepNs)
    {
        for (int i = 0; i < nodes; i++)
        {
            network.node(i).clock().rate(ratePpm);
            network.node(i).clock().step(stepNs);
        }
    }

    private boolean mayMoveAClock(final MemoryNode node)
    {
        return network.nowNs() - movedNs > STEP_TTLS * swarm.ttlNs && world.isKnownToAll(node);
    }

    /*
     * Once, by what a quarantine allows for.
     */
    private boolean setAllBack(final SplittableRandom random)
    {
        final boolean isFree = setBackNs[0] == 0;
        if (isFree)
        {
            setBackNs[0] = 1 + MOST_BACK_NS / 2 + random.nextLong(MOST_BACK_NS / 2 - 1);
            for (int i = 0; i < network.nodeCount(); i++)
            {
                network.node(i).clock().step(-setBackNs[0]);
            }
        }

        return isFree;
    }

    /*
     * Where newcomers compare the clocks it must be further than what they do not notice, and a majority must
     * be right.
     */
    private boolean setForward(final MemoryNode node, final long durationNs)
    {
        final boolean isMinority = 2 * (node.index() + 1) < network.nodeCount();
        if (swarm.isClockSet && !isMinority)
        {
            return false;
        }
        node.clock().step(swarm.isClockSet ? LEAST_STEP_NS + durationNs : durationNs);

        return true;
    }
}
