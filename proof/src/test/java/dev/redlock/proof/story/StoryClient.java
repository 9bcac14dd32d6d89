// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.redlock.admission.Admission;
import dev.redlock.admission.login.ClientLabel;
import dev.redlock.engine.Engine;
import dev.redlock.engine.EngineContext;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.wire.Commands;
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
import dev.redlock.test.memory.MemoryTransport;
import dev.redlock.test.memory.time.MemoryClock;

/**
 * A process with the real engine in it, which does the duty cycle of the runtime as the network's events and
 * the engine's deadlines ask for it. It can be paused, as by a garbage collector.
 */
final class StoryClient implements TransportHandler
{
    private static final byte[] MAILBOX = {1, 2, 3, 4};
    private static final long LONGEST_SLEEP_NS = 1_000_000_000;
    private static final long NEVER = Long.MAX_VALUE;
    private static final int NOBODY = -1;

    final MemoryClock clock;
    final MemoryTransport transport;
    final StoryWire wire;
    final Engine engine;
    final ClientVoice voice;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final MemoryNetwork network;
    private final Admission admission;
    private long plannedNs = NEVER;
    private long stallNs;
    private int repeated = NOBODY;
    private boolean isPaused;

    StoryClient(final MemoryNetwork network, final String name, final StorySettings settings,
        final Transcript transcript)
    {
        this.network = network;
        final SplittableRandom random = network.fork(name);
        clock = network.newClock(0);
        final DurabilityRule durability = settings.engine().durability();
        final Commands commands = new Commands(Scripts.all(), settings.engine(), null);
        final List<Connection> connections =
            EngineContext.connections(settings.engine(), network.addresses());
        admission = new Admission(network.addresses(), Scripts.plain(), new ClientLabel(name, "story"));
        if (durability.isGiven())
        {
            admission.requireDurableVotes(
                durability.barrierCommand(), durability.barrierAnew(), 0, false);
        }
        voice = new ClientVoice(name, settings.quorum(), network, transcript, admission);
        transport = network.open(name, new TransportContext(connections, commands.all(),
            TransportLimits.DEFAULT, TlsOptions.PLATFORM, Map.of()), this);
        wire = new StoryWire(transport, voice);
        engine = new Engine(new EngineContext(settings.engine(), connections, wire, commands,
            random::nextBytes, MAILBOX, random.nextLong(), voice, voice),
            clock.nowNs());
        transport.onArrival(() -> plan(network.nowNs()));
        engine.start(clock.nowNs());
        plan(network.nowNs());
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
        else
        {
            action.run();
            if (stallNs > 0)
            {
                isPaused = true;
                network.at(network.nowNs() + stallNs, this::goOn);
                stallNs = 0;
            }
            else
            {
                leave();
            }
        }
    }

    /*
     * What was done sets off, and time goes on for the process.
     */
    private void leave()
    {
        flush();
        voice.endTurn();
        planNext();
    }

    private void goOn()
    {
        leave();
        resume();
    }

    /**
     * The process will stand still in the middle of what it does next: before anything of it has left.
     */
    void stall(final long durationNs)
    {
        stallNs = durationNs;
    }

    private static boolean isSide(final Connection connection)
    {
        return connection.role() == Connection.Role.CONFIRMING;
    }

    boolean isPaused()
    {
        return isPaused;
    }

    void pause()
    {
        isPaused = true;
    }

    void resume()
    {
        isPaused = false;
        while (!waiting.isEmpty())
        {
            run(waiting.poll());
        }
        plan(network.nowNs());
    }

    /**
     * The next reply of a node to something about a lock comes twice, as only a broken transport has it.
     */
    void repeatReply(final int nodeIndex)
    {
        repeated = nodeIndex;
    }

    /*
     * As in the runtime: the time is read before the replies are taken, and acted upon after.
     */
    private void work()
    {
        if (!isPaused)
        {
            final long nowNs = clock.nowNs();
            transport.poll(0);
            engine.doWork(nowNs);
            leave();
        }
    }

    private void flush()
    {
        final long nowNs = clock.nowNs();
        transport.flush();
        engine.onFlushed(nowNs);
    }

    private void planNext()
    {
        final long nextNs = clock.trueNs(engine.nextDeadlineNs(clock.nowNs() + LONGEST_SLEEP_NS));
        plan(transport.hasArrivals() ? network.nowNs() : Math.max(network.nowNs() + 1, nextNs));
    }

    private void plan(final long timeNs)
    {
        if (timeNs < plannedNs)
        {
            plannedNs = timeNs;
            network.at(timeNs, () -> wake(timeNs));
        }
    }

    private void wake(final long timeNs)
    {
        if (timeNs == plannedNs)
        {
            plannedNs = NEVER;
            work();
        }
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        if (isSide(connection))
        {
            voice.onSideReply(connection.node(), reply);
            engine.onReply(connection, correlationId, reply, clock.nowNs());

            return;
        }

        final boolean isOfLock =
            voice.beginReply(connection.node(), correlationId, reply.kind() == Reply.Kind.LOST);
        engine.onReply(connection, correlationId, reply, clock.nowNs());
        if (isOfLock && connection.node() == repeated)
        {
            repeated = NOBODY;
            engine.onReply(connection, correlationId, reply, clock.nowNs());
        }
        voice.endReply();
    }

    @Override
    public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
    {
        return isSide(connection) ? admission.beginSide(connection.node(), sessionOpened) :
            admission.begin(connection.node(), sessionOpened);
    }

    @Override
    public void onUp(final Connection connection)
    {
        if (isSide(connection))
        {
            engine.onSideUp(connection.node(), clock.nowNs());

            return;
        }

        final int nodeIndex = connection.node();
        engine.onUp(nodeIndex, NodeWatch.admitted(admission, nodeIndex), clock.nowNs());
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        if (isSide(connection))
        {
            engine.onSideDown(connection.node(), clock.nowNs());
        }
        else
        {
            engine.onDown(connection.node(), reason, detail, false, clock.nowNs());
        }
    }
}
