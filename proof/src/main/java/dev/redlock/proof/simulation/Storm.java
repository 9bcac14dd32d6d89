// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.redlock.proof.simulation.fault.Fault;
import dev.redlock.proof.simulation.fault.ForgetfulNodes;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryPath;

/**
 * Lets the faults of a swarm strike at random moments, until it is over. Every fault has a source of chance
 * of its own, so that one more leaves the others as they were.
 */
final class Storm
{
    private static final String[] ERRORS =
    {
        "LOADING Redis is loading the dataset in memory",
        "OOM command not allowed when used memory > 'maxmemory'.",
        "READONLY You can't write against a read only replica.",
        "MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.",
        "NOREPLICAS Not enough good replicas to write.",
        "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
        "+QUEUED",
        "ERR something that nobody has foreseen"
    };
    private static final String[] WRITES = {"SET", "EVALSHA", "EVAL", "DELIFEQ", "DELEX", "CAD"};
    private static final int MOST_BOUNDARIES = 30;
    private static final int MOST_NEWS = 4;

    /*
     * More than a client takes in a second, or less.
     */
    static final long DRIP_EVERY_NS = Swarm.MS / 2;
    private static final int MOST_DROPS = 1500;
    private static final int QUARANTINES_APART = 3;
    private static final long MOST_UNASKED_BYTES = 200_000;

    /*
     * With a thousandth of a time to live: our two clocks may part as far unseen, and by the slack.
     */
    private static final long LEAST_SUSPENSION_NS = 20 * Swarm.MS;

    private final Map<Fault, SplittableRandom> randoms = new EnumMap<>(Fault.class);
    private final int[] strikes = new int[Fault.values().length];
    private final SimulatedWorld world;
    private final MemoryNetwork network;
    private final Swarm swarm;
    private final ForgetfulNodes forgetful;
    private final ClockFaults clocks;
    private final UnseenFlaps unseen;
    private final DeniedWrites denied;
    private final Newcomers newcomers;
    private boolean isOver;
    private boolean hasAbated;

    Storm(final SimulatedWorld world)
    {
        this.world = world;
        network = world.network;
        swarm = world.swarm;
        forgetful = new ForgetfulNodes(network.nodeCount(), swarm.quorum.safetyMargin(),
            swarm.longestPromiseNs());
        clocks = new ClockFaults(world);
        denied = new DeniedWrites(world, () -> isOver);
        newcomers =
            new Newcomers(world, () -> isOver, () -> strikes[Fault.NEWCOMER.ordinal()]++);
        unseen = new UnseenFlaps(world, (node) -> !isOver && mayForget(Fault.UNSEEN_FLAP, node),
            () -> strikes[Fault.UNSEEN_FLAP.ordinal()]++);
        swarm.everyNs.forEach((fault, everyNs) ->
        {
            randoms.put(fault, network.fork(fault.name()));
            plan(fault, everyNs);
        });
    }

    int strikes(final Fault fault)
    {
        return strikes[fault.ordinal()];
    }

    int[] strikes()
    {
        return strikes;
    }

    /**
     * How far a clock of a node was set back in all, at the most.
     */
    long furthestBackNs()
    {
        return clocks.furthestBackNs();
    }

    /**
     * Ends all faults but those that have the form of a dead process: that comes back in its time.
     */
    void end()
    {
        isOver = true;
    }

    /**
     * From now on nodes that forget are left alone for so long that they vote again before they forget once
     * more; where there is a quarantine and a calm.
     */
    void abate()
    {
        hasAbated = swarm.envelope.isGuarded();
    }

    private void plan(final Fault fault, final long everyNs)
    {
        final double portion = -StrictMath.log(1.0 - randoms.get(fault).nextDouble());
        final long pausedNs = hasAbated && swarm.guardsAgainst(fault) ?
            Math.max(everyNs, QUARANTINES_APART * swarm.config().quarantineNs()) : everyNs;
        network.at(network.nowNs() + 1 + (long)(portion * pausedNs), () ->
        {
            if (!isOver)
            {
                strike(fault, randoms.get(fault));
                plan(fault, everyNs);
            }
        });
    }

    private void strike(final Fault fault, final SplittableRandom random)
    {
        switch (fault.place())
        {
            case PATH:
                final List<MemoryPath> paths = world.client(random).transport.paths();
                final MemoryPath path = paths.get(random.nextInt(paths.size()));
                network.note(() -> fault.label() + " between " + path);
                strikePath(fault, path, random);
                strikes[fault.ordinal()]++;
                break;

            case NODE:
                final MemoryNode node = network.node(random.nextInt(network.nodeCount()));
                if (node.isUp() && strikeNode(fault, node, random))
                {
                    network.note(() -> fault.label() + " of " + node);
                    strikes[fault.ordinal()]++;
                }
                break;

            default:
                strikes[fault.ordinal()] += strikeClient(fault, world.client(random), random) ? 1 : 0;
                break;
        }
    }

    private void strikePath(final Fault fault, final MemoryPath path, final SplittableRandom random)
    {
        final boolean isOnTheWayThere = random.nextBoolean();
        final long shortNs = 1 + random.nextLong(swarm.ttlNs / 4);
        final long longNs = 1 + random.nextLong(3 * swarm.ttlNs);
        switch (fault)
        {
            case LOSS -> (isOnTheWayThere ? path.requests() : path.replies()).dropExisting();
            case DUPLICATION ->
                repeat(path, isOnTheWayThere, random.nextInt(4) == 0 ? longNs : shortNs, random);
            case DELAY ->
            {
                (isOnTheWayThere ? path.requests() : path.replies()).delay(
                    random.nextInt(4) == 0 ? longNs : shortNs / 4, shortNs);
                network.at(network.nowNs() + longNs, () -> settle(path));
            }
            case REORDERING ->
            {
                path.requests().holdExisting();
                path.cutClients();
                network.at(network.nowNs() + shortNs, path.requests()::release);
            }
            case LOST_REPLY -> path.loseNextReply();
            case LATE_BYTES ->
            {
                path.requests().holdExisting();
                network.at(network.nowNs() + shortNs, path::cutClients);
                network.at(network.nowNs() + shortNs + longNs, path.requests()::release);
            }
            case PARTITION ->
            {
                path.requests().hold();
                path.replies().hold();
                network.at(network.nowNs() + longNs, () ->
                {
                    path.requests().release();
                    path.replies().release();
                });
            }
            case ONE_WAY_PARTITION ->
            {
                (isOnTheWayThere ? path.requests() : path.replies()).hold();
                network.at(network.nowNs() + longNs,
                    (isOnTheWayThere ? path.requests() : path.replies())::release);
            }
            case OUTPUT_KILL ->
            {
                path.replies().hold();
                network.at(network.nowNs() + shortNs / 2, () ->
                {
                    path.cut();
                    path.replies().release();
                });
            }
            case FLOOD -> flood(path, random);
            case MESSAGES -> disturbMessages(path, longNs, random);
            case DRIP -> drip(path, DRIP_EVERY_NS + random.nextLong(DRIP_EVERY_NS),
                1 + random.nextInt(MOST_DROPS));
            default -> path.cut();
        }
    }

    private void disturbMessages(
        final MemoryPath path, final long durationNs, final SplittableRandom random)
    {
        path.tellMessages(random.nextInt(3) == 0 ? 2 : 0);
        network.at(network.nowNs() + durationNs, () -> path.tellMessages(1));
    }

    /**
     * One byte after the other, as long as anybody is connected.
     */
    void drip(final MemoryPath path, final long everyNs, final int drops)
    {
        path.push(1);
        if (drops > 1 && path.isConnected())
        {
            network.at(network.nowNs() + everyNs, () -> drip(path, everyNs, drops - 1));
        }
    }

    private static void flood(final MemoryPath path, final SplittableRandom random)
    {
        if (random.nextInt(3) == 0)
        {
            path.replyUnasked();
        }
        else
        {
            path.push(1 + random.nextLong(MOST_UNASKED_BYTES));
        }
    }

    private void repeat(
        final MemoryPath path, final boolean isRequest, final long laterNs, final SplittableRandom random)
    {
        if (isRequest)
        {
            path.repeatNextRequest(laterNs);
        }
        else
        {
            world.client(random).repeatNextReply();
        }
    }

    private void settle(final MemoryPath path)
    {
        path.requests().delay(swarm.delayNs, swarm.spreadNs);
        path.replies().delay(swarm.delayNs, swarm.spreadNs);
    }

    private boolean strikeNode(final Fault fault, final MemoryNode node, final SplittableRandom random)
    {
        final long longestNs = random.nextInt(3) == 0 ? 2 * swarm.ttlNs : swarm.ttlNs / 4;
        final long durationNs = 1 + random.nextLong(longestNs);
        switch (fault)
        {
            case SLOW_NODE:
                node.slow(Swarm.MS / 4 + random.nextLong(swarm.ttlNs / 100));
                network.at(network.nowNs() + durationNs, () -> node.slow(swarm.serviceNs));
                break;

            case CLOGGED_NODE:
                standStill(node, durationNs);
                break;

            case CRASH:
                crash(node, durationNs, random);
                break;

            case SCRIPT_FLUSH:
                node.flushScripts();
                break;

            case ERROR_REPLIES:
                refuse(node, random);
                network.at(network.nowNs() + durationNs, node::serve);
                break;

            case DENIED_WRITES:
                denied.strike(node, durationNs, random);
                break;

            case PAUSED_CLIENTS:
                node.pauseClients(random.nextInt(4) == 0);
                network.at(network.nowNs() + durationNs, node::unpauseClients);
                break;

            case DEBUG_RELOAD:
                reload(node, durationNs, random);
                break;

            case ROLE_FLAP:
                return flap(node, random);

            case NEWCOMER:
                newcomers.lieInWait(random);

                return false;

            case UNSEEN_FLAP:
                // Told and counted when it happens, if it does.
                unseen.lieInWait(node, random);

                return false;

            case AMNESIA:
            case STALE_SNAPSHOT:
            case FLUSHALL:
                return forget(fault, node, durationNs);

            default:
                return clocks.strike(fault, node, durationNs, random);
        }

        return true;
    }

    /*
     * Of a node with a file a crash loses what is not on the disk: more if the disk has stalled before.
     */
    private void crash(final MemoryNode node, final long durationNs, final SplittableRandom random)
    {
        if (!swarm.durability.isGiven())
        {
            die(node, durationNs, MemoryNode.Memory.KEPT);
        }
        else if (random.nextBoolean())
        {
            node.stallDisk(durationNs);
        }
        else
        {
            die(node, durationNs, MemoryNode.Memory.STALE);
        }
    }

    private void refuse(final MemoryNode node, final SplittableRandom random)
    {
        final String error = ERRORS[random.nextInt(ERRORS.length)];
        if (random.nextBoolean())
        {
            node.refuse(error);
        }
        else
        {
            node.refuse(error, WRITES);
        }
    }

    /*
     * Only within the budget may a node forget while others count on it.
     */
    private boolean flap(final MemoryNode node, final SplittableRandom random)
    {
        if (random.nextInt(4) == 0)
        {
            node.attachReplica();

            return true;
        }

        final boolean isFree = mayForget(Fault.ROLE_FLAP, node);
        if (isFree)
        {
            node.becomeAReplicaForAMoment();
        }

        return isFree;
    }

    private boolean mayForget(final Fault fault, final MemoryNode node)
    {
        return swarm.sin == fault || swarm.guardsAgainst(fault) ||
            forgetful.take(node.index(), network.nowNs());
    }

    /*
     * Within the budget a node may forget and be back at once. Without it, it must be away for as long as any
     * promise of it can bind; a flush is then out of the question.
     */
    private boolean forget(final Fault fault, final MemoryNode node, final long durationNs)
    {
        final boolean isFree = mayForget(fault, node);
        if (fault == Fault.FLUSHALL)
        {
            if (isFree)
            {
                node.flushAll();
            }

            return isFree;
        }

        final long awayNs = isFree ? Math.min(durationNs, swarm.ttlNs / 4) :
            swarm.longestPromiseNs() + durationNs;
        if (fault == Fault.AMNESIA)
        {
            die(node, awayNs, MemoryNode.Memory.LOST);
        }
        else
        {
            node.save();
            world.court.book.save(node.index());
            network.at(network.nowNs() + durationNs / 2, () -> dieOfStaleness(node, awayNs));
        }

        return true;
    }

    /*
     * The process stands still for it. It saves first and has all that it had, unless it is told not to and
     * may forget.
     */
    private void reload(final MemoryNode node, final long durationNs, final SplittableRandom random)
    {
        if (random.nextBoolean())
        {
            standStill(node, durationNs);

            return;
        }

        node.save();
        world.court.book.save(node.index());
        network.at(network.nowNs() + durationNs / 2, () ->
        {
            if (node.isUp() && !isOver && mayForget(Fault.DEBUG_RELOAD, node))
            {
                node.reloadLastSave();
                world.court.book.recall(node.index());
                standStill(node, durationNs / 2);
            }
        });
    }

    private void standStill(final MemoryNode node, final long durationNs)
    {
        node.pause();
        network.at(network.nowNs() + durationNs, node::resume);
    }

    /*
     * Between the snapshot and the death time has passed, and with it, perhaps, the budget.
     */
    private void dieOfStaleness(final MemoryNode node, final long awayNs)
    {
        final boolean isFree =
            awayNs > swarm.longestPromiseNs() || mayForget(Fault.STALE_SNAPSHOT, node);
        if (node.isUp() && !isOver && isFree)
        {
            die(node, awayNs, MemoryNode.Memory.STALE);
        }
    }

    private void die(final MemoryNode node, final long awayNs, final MemoryNode.Memory memory)
    {
        node.crash();
        world.court.book.loseUnwritten(node.index());
        network.at(network.nowNs() + awayNs, () ->
        {
            if (!node.isUp())
            {
                node.startsBeforeItsClockIsSet(maySeemOld(node, memory) ? SimulatedWorld.AGE_NS : 0);
                node.restart(memory);
                if (memory == MemoryNode.Memory.STALE)
                {
                    world.court.book.recall(node.index());
                }
            }
        });
    }

    /*
     * Its clock was wrong when it started. If it has its old marker, too, and older data, that deceives
     * clients which meet it for the first time. A flap may have brought it such data before.
     */
    private boolean maySeemOld(final MemoryNode node, final MemoryNode.Memory memory)
    {
        final boolean mayHaveFlapped = swarm.everyNs.containsKey(Fault.UNSEEN_FLAP);

        return swarm.isMarked() && switch (memory)
        {
            case LOST -> true;
            case KEPT -> !mayHaveFlapped;
            case STALE -> !mayHaveFlapped && !swarm.everyNs.containsKey(Fault.CLIENT_CRASH) &&
                world.isKnownToAll(node);
        };
    }

    private boolean strikeClient(
        final Fault fault, final SimulatedClient client, final SplittableRandom random)
    {
        if (fault == Fault.MACHINE_PAUSE)
        {
            return clocks.standStill(client, random);
        }
        if (fault == Fault.CLIENT_CRASH)
        {
            world.replace(client);
        }
        else if (fault == Fault.CLIENT_CLOCK_STEP)
        {
            client.wall.step(random.nextLong(4 * swarm.ttlNs + 1) - 2 * swarm.ttlNs);
        }
        else if (fault == Fault.BLOCKING_LISTENER)
        {
            client.block(1 + random.nextInt(MOST_NEWS), 1 + random.nextLong(
                random.nextInt(3) == 0 ? 2 * swarm.ttlNs : swarm.ttlNs / 4));
        }
        else if (fault == Fault.CLIENT_SUSPEND)
        {
            final boolean isShort = random.nextInt(3) == 0;
            final long leastNs = isShort ?
                LEAST_SUSPENSION_NS + swarm.longestTtlNs / 1000 : swarm.longestTtlNs;
            client.suspend(1 + random.nextInt(MOST_BOUNDARIES), leastNs + random.nextLong(swarm.ttlNs),
                1 + random.nextLong(swarm.ttlNs / 10));
        }
        else
        {
            client.pause(1 + random.nextInt(MOST_BOUNDARIES), 1 + random.nextLong(
                random.nextInt(3) == 0 ? 2 * swarm.ttlNs : swarm.ttlNs / 4));
        }

        return true;
    }
}
