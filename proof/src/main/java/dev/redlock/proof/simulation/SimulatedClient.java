// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.agrona.concurrent.NanoClock;

import dev.redlock.admission.Admission;
import dev.redlock.admission.login.ClientLabel;
import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.engine.Engine;
import dev.redlock.engine.EngineContext;
import dev.redlock.engine.node.Admitted;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.engine.wire.Commands;
import dev.redlock.outcome.Suspicion;
import dev.redlock.proof.simulation.judge.HasteWitness;
import dev.redlock.proof.simulation.judge.Invariant;
import dev.redlock.runtime.clocks.LeaseClock;
import dev.redlock.runtime.nodes.NodeWatch;
import dev.redlock.scripts.Scripts;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;
import dev.redlock.spi.address.TlsOptions;
import dev.redlock.test.memory.MemoryNetwork;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryTransport;
import dev.redlock.test.memory.time.MemoryClock;

/**
 * A process with one engine: the duty cycle of the runtime, driven by the events of a network. It can stand
 * still anywhere, as for a garbage collector, and it can die.
 */
final class SimulatedClient implements TransportHandler, NodeEvents
{
    static final int TOKEN_LENGTH = 20;
    private static final long LONGEST_SLEEP_NS = 60_000_000_000L;
    private static final long LONGEST_REACTION_NS = 20_000;
    private static final long NOT_PLANNED = Long.MAX_VALUE;

    /*
     * And once for every millisecond, at which a release is tried again that does not fit into a socket.
     */
    private static final int MOST_WORK = 1_000_000;
    private static final int TIME_NUMBERS = 2;
    private static final int NOWHERE = -1;
    private static final Set<Suspicion> OF_CLOCKS =
        EnumSet.range(Suspicion.CLOCK_STEPPED, Suspicion.CLOCK_STANDS_STILL);
    private static final long NS_PER_US = 1_000;

    final MemoryClock wall;
    final MemoryClock clock;
    final NanoClock leaseClock;
    final Engine engine;
    final MemoryTransport transport;
    final EngineBoundary boundary;
    final HasteWitness haste;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final Suspicion[] suspicions;
    private final SimulatedWorld world;
    private final MemoryNetwork network;
    private final SplittableRandom random;
    private final Admission admission;
    private final LeaseClock wallLook;
    private final MemoryNode neighbour;
    private long alarmNs = NOT_PLANNED;
    private long queuedNs = NOT_PLANNED;
    private long pausedUntilNs;
    private long engineNs;
    private long pauseNs;
    private int boundariesLeft;
    private int newsLeft;
    private long blockNs;
    private int worked;
    private int clocksKnown;
    private int quarantined;
    private int marked;
    private boolean isReplyRepeated;
    private boolean isToInsist;
    private boolean isArrivalPlanned;
    private boolean isPaused;
    private boolean isDead;
    private boolean isToSleep;
    private boolean isAsleep;
    private long lagNs;

    /**
     * @param neighbour the node on the same machine; null for none.
     */
    SimulatedClient(final SimulatedWorld world, final String name, final Meter meter, final long ratePpm,
        final MemoryNode neighbour)
    {
        this.world = world;
        this.neighbour = neighbour;
        haste = new HasteWitness(name);
        network = world.network;
        suspicions = new Suspicion[network.nodeCount()];
        random = network.fork(name);
        final long anyNs = random.nextLong();
        final MemoryNode rightOne = network.node(network.nodeCount() - 1);
        wall = network.newClock(world.swarm.looksAtWall() ? rightOne.clock().nowNs() : anyNs);
        clock = network.newClock(random.nextLong());
        clock.rate(ratePpm);
        if (world.swarm.looksAtWall())
        {
            // Both are clocks of one machine, so whoever slews one slews the other.
            wall.rate(ratePpm);
        }
        wallLook = new LeaseClock(clock::nowNs, () -> wall.nowNs() / Swarm.MS);
        leaseClock = world.swarm.isSuspended ? wallLook : clock::nowNs;
        boundary = new EngineBoundary(neighbour == null ? NOWHERE : neighbour.index(), this::boundary,
            this::isDead, world.court.book, world.keys.length);
        final MarkerRule markers = !world.swarm.isMarked() ? null :
            world.markers.rule(() -> wall.nowNs() / NS_PER_US, random::nextLong);
        final Commands commands = new Commands(
            Scripts.all(), world.swarm.config(), markers == null ? null : markers.keyText());
        admission = new Admission(network.addresses(), markers == null ? Scripts.plain() : Scripts.strict(),
            new ClientLabel(name, "simulated"), null, markers, false);
        final List<Connection> connections =
            EngineContext.connections(world.swarm.config(), network.addresses());
        if (world.swarm.durability.isGiven())
        {
            admission.requireDurableVotes(world.swarm.durability.barrierCommand(),
                world.swarm.durability.barrierAnew(), 0, false);
        }
        transport = network.open(name, new TransportContext(connections, commands.all(),
            TransportLimits.DEFAULT, TlsOptions.PLATFORM, Map.of()), this);
        boundary.init(transport, world.keys);
        final byte[] mailbox = new byte[WaitRule.MAILBOX_BYTES];
        network.fork("mailbox of " + name).nextBytes(mailbox);
        if (world.swarm.envelope.isWaiting())
        {
            admission.listenOn(world.swarm.config().waiting().mailboxes(), mailbox);
        }
        engine = new Engine(new EngineContext(world.swarm.config(), connections, boundary, commands,
            (block) -> world.court.book.deal(this, block), mailbox, random.nextLong(), haste.over(meter),
            this), clock.nowNs());
        transport.onArrival(() -> planArrivals(random.nextLong(LONGEST_REACTION_NS)));
        engine.start(nowNs());
        planNext();
    }

    SplittableRandom random()
    {
        return random;
    }

    /**
     * How often its engine's thread has woken up.
     */
    int turns()
    {
        return worked;
    }

    boolean isDead()
    {
        return isDead;
    }

    /**
     * Looks at the clock for the engine.
     */
    long nowNs()
    {
        engineNs = clock.nowNs();
        boundary();

        return engineNs;
    }

    /**
     * The time that the engine was told last.
     */
    long engineNs()
    {
        return engineNs;
    }

    /**
     * Does something on the process' own thread: at once, or when its pause is over.
     */
    void run(final Runnable action)
    {
        if (isPaused)
        {
            waiting.add(action);
        }
        else if (!isDead)
        {
            if (world.swarm.looksAtWall())
            {
                lookAtWall(clock.nowNs());
            }
            action.run();
            insistIfDue();
            flush();
            planNext();
        }
    }

    /**
     * The process will stand still at one of the next boundaries of its engine.
     */
    void pause(final int afterBoundaries, final long durationNs)
    {
        boundariesLeft = afterBoundaries;
        pauseNs = durationNs;
        isToSleep = false;
    }

    /**
     * The code that is told one of the next news will stand still.
     */
    void block(final int afterNews, final long durationNs)
    {
        newsLeft = afterNews;
        blockNs = durationNs;
    }

    /**
     * The machine will be suspended in the same way, with its monotonic clock. When it goes on, the engine's
     * thread comes later than those that ask what is held.
     */
    void suspend(final int afterBoundaries, final long durationNs, final long newLagNs)
    {
        pause(afterBoundaries, durationNs + newLagNs);
        isToSleep = true;
        lagNs = newLagNs;
    }

    /**
     * Its machine stands still at once, and the node on it, with all their clocks. What is asked there
     * afterwards counts only when the nodes elsewhere have had the time to tell.
     */
    void standStill(final long durationNs)
    {
        world.onStandstill(neighbour.index());
        isPaused = true;
        pausedUntilNs = network.nowNs() + durationNs;
        lagNs = 0;
        neighbour.pause();
        neighbour.clock().freeze();
        fallAsleep();
        network.at(pausedUntilNs, this::resume);
    }

    MemoryNode neighbour()
    {
        return neighbour;
    }

    /**
     * Whether its machine is suspended, so that nobody there can ask what is held, or does not know yet that
     * it stood still, so that the answer does not count.
     */
    boolean isAsleep()
    {
        return isAsleep;
    }

    /**
     * Whether a node has told it the time.
     */
    boolean knowsClock(final int nodeIndex)
    {
        return (clocksKnown & 1 << nodeIndex) != 0;
    }

    /**
     * Whether all nodes have.
     */
    boolean knowsAllClocks()
    {
        return Integer.bitCount(clocksKnown) == network.nodeCount();
    }

    /**
     * The next reply is delivered twice.
     */
    void repeatNextReply()
    {
        isReplyRepeated = true;
    }

    /*
     * The world goes on in the middle of what the engine does. Where that has happened to another process
     * already, this one is stopped between two of its actions instead: so no pause has to wait for another.
     */
    void boundary()
    {
        if (boundariesLeft > 0 && --boundariesLeft == 0 && !isPaused && !isDead)
        {
            if (isToSleep)
            {
                network.at(network.nowNs(), this::fallAsleep);
            }
            standStillHere(pauseNs);
        }
    }

    /**
     * Somebody here was told something, by the engine.
     */
    void told()
    {
        if (newsLeft > 0 && --newsLeft == 0 && !isPaused && !isDead)
        {
            standStillHere(blockNs);
        }
    }

    private void standStillHere(final long durationNs)
    {
        network.note(() -> this + " stands still for " + durationNs + " ns");
        isPaused = true;
        pausedUntilNs = network.nowNs() + durationNs;
        if (!world.runNested(pausedUntilNs))
        {
            network.at(pausedUntilNs, this::resume);
        }
        else
        {
            isPaused = false;
            network.at(network.nowNs(), this::resume);
        }
    }

    private void fallAsleep()
    {
        network.note(() -> this + " is suspended, with its clock");
        isToSleep = false;
        isAsleep = true;
        clock.freeze();
        network.at(pausedUntilNs - lagNs, this::wakeUp);
        myWorkers().forEach(SimulatedWorker::fallAsleep);
    }

    private void wakeUp()
    {
        clock.thaw();
        network.note(() -> this + " is not suspended any more");
        if (neighbour == null)
        {
            answer();
        }
        else
        {
            neighbour.clock().thaw();
            neighbour.resume();
            network.at(network.nowNs() + world.swarm.learningNs(), this::answer);
        }
    }

    private void answer()
    {
        isAsleep = false;
        myWorkers().forEach((worker) -> worker.wakeUp(isToInsist));
    }

    private Stream<SimulatedWorker> myWorkers()
    {
        return world.workers.stream().filter((worker) -> worker.client() == this);
    }

    private void lookAtWall(final long beforeNs)
    {
        wallLook.know(engine.onWallTime(wall.nowNs() / Swarm.MS, beforeNs, clock.nowNs()));
    }

    /**
     * The process is gone, with all it knew. What it has sent is still on its way.
     */
    void die()
    {
        isDead = true;
        waiting.clear();
        transport.close();
    }

    private void resume()
    {
        if (network.nowNs() < pausedUntilNs)
        {
            return;
        }
        isPaused = false;
        while (!waiting.isEmpty() && !isPaused)
        {
            run(waiting.poll());
        }
        work();
    }

    /*
     * As in the runtime: the time is read before the replies are taken, and acted upon after.
     */
    private void work()
    {
        if (isPaused || isDead)
        {
            return;
        }

        worked++;
        if (worked > MOST_WORK + network.nowNs() / Swarm.MS)
        {
            throw new IllegalStateException(this + " has worked " + worked + " times: it never sleeps");
        }
        final long beforeNs = nowNs();
        if (!isPaused && !isDead)
        {
            if (world.swarm.looksAtWall())
            {
                // As the runtime does: a reading that took long would hide a suspension as long as that.
                lookAtWall(world.swarm.isSuspended ? clock.nowNs() : beforeNs);
            }
            transport.poll(0);
            engineNs = beforeNs;
            engine.doWork(beforeNs);
            insistIfDue();
            flush();
            planNext();
        }
    }

    private void flush()
    {
        final long nowNs = clock.nowNs();
        boundary.flush();
        engine.onFlushed(nowNs);
    }

    private void planNext()
    {
        if (!isDead)
        {
            if (transport.hasArrivals())
            {
                planArrivals(0);
            }
            final long limitNs = clock.nowNs() + LONGEST_SLEEP_NS;
            alarmNs = Math.max(network.nowNs() + 1, clock.trueNs(engine.nextDeadlineNs(limitNs)));
            if (alarmNs < queuedNs)
            {
                queueAlarm();
            }
        }
    }

    private void planArrivals(final long laterNs)
    {
        if (!isArrivalPlanned)
        {
            isArrivalPlanned = true;
            network.at(network.nowNs() + laterNs, this::takeArrivals);
        }
    }

    private void takeArrivals()
    {
        isArrivalPlanned = false;
        if (transport.hasArrivals())
        {
            work();
        }
    }

    /*
     * Only the earliest event in the queue counts. If the deadline has moved away meanwhile, the alarm is set
     * again when it rings: deadlines move much more often than they come.
     */
    private void queueAlarm()
    {
        final long timeNs = alarmNs;
        queuedNs = timeNs;
        network.at(timeNs, () -> ring(timeNs));
    }

    private void ring(final long timeNs)
    {
        if (timeNs != queuedNs)
        {
            return;
        }

        queuedNs = NOT_PLANNED;
        if (timeNs < alarmNs && !isDead)
        {
            queueAlarm();
        }
        else
        {
            work();
        }
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        if (isDead)
        {
            return;
        }

        final boolean isTwice = isReplyRepeated && reply.kind() != Reply.Kind.LOST &&
            reply.kind() != Reply.Kind.TEXT;
        final Reply copy = isTwice ? copyOf(reply) : null;
        if (isVoting(connection) && reply.kind() == Reply.Kind.NUMBERS && reply.size() == TIME_NUMBERS)
        {
            clocksKnown |= 1 << connection.node();
        }
        engine.onReply(connection, correlationId, reply, nowNs());
        insistIfDue();
        if (isTwice)
        {
            isReplyRepeated = false;
            engine.onReply(connection, correlationId, copy, nowNs());
        }
    }

    @Override
    public void onUnasked(final Connection connection, final long bytes)
    {
        if (!isDead)
        {
            engine.onUnasked(connection, bytes, nowNs());
        }
    }

    @Override
    public void onMessage(final Connection connection, final byte[] message, final int length)
    {
        if (!isDead)
        {
            engine.onMessage(connection, message, length, nowNs());
        }
    }

    private static Reply copyOf(final Reply reply)
    {
        return switch (reply.kind())
        {
            case NUMBERS -> new Reply().set(Reply.Kind.NUMBERS).add(reply.number(0));
            case ERROR -> new Reply().setError(reply.errorCode(), reply.errorText());
            default -> new Reply().set(reply.kind());
        };
    }

    @Override
    public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
    {
        return isVoting(connection) ? admission.begin(connection.node(), sessionOpened) :
            admission.beginSide(connection.node(), sessionOpened);
    }

    private static boolean isVoting(final Connection connection)
    {
        return connection.role() == Connection.Role.VOTING;
    }

    @Override
    public String objectionTo(final int nodeIndex, final Reply reply)
    {
        final String objection = admission.objectionTo(nodeIndex, reply);
        if (objection != null)
        {
            world.court.book.forget(this, nodeIndex);
            isToInsist = true;
        }

        return objection;
    }

    @Override
    public void onNodeQuarantined(final int nodeIndex, final Suspicion suspicion, final long untilNs)
    {
        network.note(() -> this + " has n" + nodeIndex + " in quarantine for " + (untilNs - engineNs) +
            " ns: " + suspicion);
        final boolean isToldAgain = (quarantined & 1 << nodeIndex) != 0 &&
            suspicions[nodeIndex] == suspicion && OF_CLOCKS.contains(suspicion);
        quarantined |= 1 << nodeIndex;
        suspicions[nodeIndex] = suspicion;
        if (OF_CLOCKS.contains(suspicion))
        {
            haste.onAccused(nodeIndex);
        }
        if (world.swarm.isShared && OF_CLOCKS.contains(suspicion) && !world.hasStoodStill(nodeIndex))
        {
            world.court.referee.complain(Invariant.I6, this + " accuses n" + nodeIndex +
                ", which did nothing: " + suspicion);
        }
        // A clock that goes on being wrong is told again, for the end that was told last has come: what the
        // node has promised meanwhile counts as soon as its quarantine is over.
        if (!isToldAgain)
        {
            world.court.book.forget(this, nodeIndex);
            isToInsist = true;
        }
    }

    @Override
    public void onNodeQuarantineOver(final int nodeIndex)
    {
        quarantined &= ~(1 << nodeIndex);
    }

    /**
     * Whether some node is in quarantine.
     */
    boolean hasQuarantines()
    {
        return quarantined != 0;
    }

    /**
     * Whether it has seen a node with its marker, and so writes it again.
     */
    boolean knowsMarkerOf(final int nodeIndex)
    {
        return (marked & 1 << nodeIndex) != 0;
    }

    @Override
    public void onMarkerKept(final int nodeIndex, final long sentNs)
    {
        admission.onMarkerKept(nodeIndex, sentNs);
    }

    @Override
    public void onNodeUp(final int nodeIndex, final boolean restarted)
    {
        // The engine's caller knows.
    }

    @Override
    public void onNodeDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        // Nobody asks.
    }

    @Override
    public void onUp(final Connection connection)
    {
        final int nodeIndex = connection.node();
        if (!isVoting(connection))
        {
            if (!isDead)
            {
                engine.onSideUp(nodeIndex, nowNs());
            }

            return;
        }

        final Admitted admitted = NodeWatch.admitted(admission, nodeIndex);
        if (!isDead)
        {
            if (admitted.marker() != null)
            {
                marked |= 1 << nodeIndex;
                // The process can stand still after it has read the marker, too.
                nowNs();
            }
            engine.onUp(nodeIndex, admitted, nowNs());
            if (admitted.isRestarted())
            {
                world.court.book.forget(this, nodeIndex);
                isToInsist = true;
            }
            insistIfDue();
        }
    }

    /*
     * A node's promises to this process have become worth nothing: what do its workers claim now?
     */
    private void insistIfDue()
    {
        if (isToInsist)
        {
            isToInsist = false;
            myWorkers().forEach(SimulatedWorker::insist);
        }
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        final int nodeIndex = connection.node();
        if (!isDead && !isVoting(connection))
        {
            engine.onSideDown(nodeIndex, nowNs());
        }
        else if (!isDead)
        {
            final long nowNs = nowNs();
            admission.onDown(nodeIndex, nowNs);
            engine.onDown(nodeIndex, reason, detail, false, nowNs);
        }
    }

    @Override
    public String toString()
    {
        return transport.name();
    }
}
