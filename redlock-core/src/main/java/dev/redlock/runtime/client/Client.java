// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import org.agrona.concurrent.NanoClock;

import dev.redlock.admission.marker.Marker;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.news.ClientEvents;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Quorum;
import dev.redlock.runtime.declaration.DeclarationDesk;
import dev.redlock.runtime.declaration.NodeQuestions;
import dev.redlock.runtime.events.GuardedEvents;
import dev.redlock.runtime.metrics.ClientMeter;
import dev.redlock.runtime.nodes.NodeBoard;
import dev.redlock.runtime.operators.OperatorDesk;
import dev.redlock.runtime.settings.ClientSettings;
import dev.redlock.runtime.threads.DedicatedDriver;
import dev.redlock.runtime.threads.Driver;
import dev.redlock.runtime.threads.EngineAgent;
import dev.redlock.runtime.threads.InvokerDriver;
import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.NodeAddress;
import dev.redlock.text.DurationText;
import dev.redlock.text.Printable;

/**
 * One engine with its transport and driver, from start to close.
 */
public final class Client
{
    /*
     * Once a quorum is up, the other nodes get this long to come up, too.
     */
    private static final long SETTLE_NS = 250_000_000L;
    private static final long LOOK_NS = 1_000_000L;

    private static final String[] BESIDE_LOCKS =
        {NodeCommand.FENCE, NodeCommand.LINE, NodeCommand.TICKETS};
    private static final int SHOWN_OF_A_LONG_KEY = 32;
    private static final int QUESTIONS_IN_FLIGHT = 16;
    private static final long DECLARE_WITHIN_NS = 3_000_000_000L;

    final GuardedEvents events;
    final EngineAgent agent;
    final Driver driver;
    final NanoClock clock;

    private final AtomicInteger openHandles = new AtomicInteger();
    private final ClientSettings settings;
    private final TransportProvider provider;
    private final ClientMeter meter;
    private final NodeBoard board;
    private final Keys keys;
    private String undeclared;

    /**
     * Opens the transport and starts to connect. In invoker mode the calling thread becomes the owner.
     *
     * @param settings  of its engine.
     * @param isFirst   of the engines.
     * @param receivers are told the news.
     */
    public Client(final ClientSettings settings, final boolean isFirst, final List<ClientEvents> receivers)
    {
        this.settings = settings;
        clock = settings.clock();
        provider = settings.transport().get();
        final List<String> nodes = settings.nodes().stream().map(NodeAddress::display).toList();
        board = new NodeBoard(settings.engine().slots(), nodes);
        meter = new ClientMeter(settings.engine().slots().capacity());
        events = new GuardedEvents(receivers, meter, settings.name(), nodes, clock);
        agent = new EngineAgent(settings, provider, board, meter, events);
        keys = new Keys(agent.transport()::prepare);
        driver = start(isFirst);
    }

    private Driver start(final boolean isFirst)
    {
        boolean isStarted = false;
        events.open();
        try
        {
            final EngineConfig engine = settings.engine();
            if (isFirst && engine.areNodesFresh() && engine.quarantine() == QuarantineLevel.STRICT)
            {
                declareFresh();
            }
            final Driver started = settings.isInvoker() ?
                new InvokerDriver(agent, settings) : new DedicatedDriver(agent, settings, provider);
            isStarted = true;

            return started;
        }
        finally
        {
            if (!isStarted)
            {
                agent.transport().close();
                events.close();
            }
        }
    }

    /**
     * Waits until a quorum of nodes is up and the others have had a moment, or until so many turn out to be
     * misconfigured that no quorum is possible, or until the time is over.
     *
     * @param startNs since when.
     */
    void awaitNodes(final long startNs)
    {
        final Quorum quorum = settings.engine().quorum();
        long quorumNs = 0;
        boolean hasQuorum = false;
        boolean wasInterrupted = false;

        try
        {
            while (!isClosed() &&
                (board.count(NodeStatus.State.UNKNOWN) > 0 || !quorum.isMetBy(board.up())))
            {
                final long nowNs = clock.nanoTime();
                if (nowNs - startNs >= settings.startTimeoutNs() ||
                    quorum.isOutOfReachWithout(board.misconfigured()))
                {
                    break;
                }
                if (quorum.isMetBy(board.up()))
                {
                    if (hasQuorum && nowNs - quorumNs >= SETTLE_NS)
                    {
                        break;
                    }
                    quorumNs = hasQuorum ? quorumNs : nowNs;
                    hasQuorum = true;
                }
                wasInterrupted |= pause();
            }
        }
        finally
        {
            if (wasInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Lets a moment pass: about a millisecond, or a duty cycle in invoker mode. An interrupt would end every
     * later pause at once, so it is taken away until the wait is over.
     *
     * @return whether the thread was interrupted: who waits on interrupts it again in the end.
     */
    public boolean pause()
    {
        if (settings.isInvoker())
        {
            driver.poll();
        }
        else
        {
            LockSupport.parkNanos(LOOK_NS);
        }

        return Thread.interrupted();
    }

    /**
     * A handle is opened; {@link #leave(Keys.Line)} must follow in the end.
     *
     * @param name of its key, without the prefix.
     * @return the line of the claims on that key.
     */
    Keys.Line enter(final String name)
    {
        final Keys.Line line = keys.take(keyBytes(name));
        if (openHandles.incrementAndGet() > settings.maxHandles())
        {
            leave(line);
            throw new HandleLimitException(settings.maxHandles());
        }

        return line;
    }

    /**
     * A handle was closed.
     */
    void leave(final Keys.Line line)
    {
        keys.giveBack(line);
        openHandles.decrementAndGet();
    }

    /**
     * The bytes of a key as the nodes see it.
     *
     * @param name of the key, without the prefix.
     * @return with the prefix.
     */
    public byte[] keyBytes(final String name)
    {
        final byte[] key = KeyText.bytes(name);
        final byte[] prefix = settings.keyPrefix();
        final int length = prefix.length + key.length;
        if (key.length == 0)
        {
            throw new IllegalArgumentException("the key is empty: a lock needs a key of at least one byte");
        }
        if (name.equals(Marker.NAME) || name.equals(DurabilityRule.BARRIER))
        {
            throw new IllegalArgumentException("the key '" + name + "' is one that this library keeps on " +
                "the nodes for itself: choose another name for the lock");
        }
        for (final String ending : BESIDE_LOCKS)
        {
            if (name.endsWith(ending))
            {
                throw new IllegalArgumentException("the key '" + Printable.of(name, SHOWN_OF_A_LONG_KEY) +
                    "' ends in '" + ending + "', as do names that this library gives to what it keeps " +
                    "beside a lock: choose another name");
            }
        }
        if (length > settings.maxKeyBytes())
        {
            throw new IllegalArgumentException("key '" + Printable.of(name, SHOWN_OF_A_LONG_KEY) + "' is " +
                length + " bytes long with its prefix, more than the limit of " + settings.maxKeyBytes() +
                ": use a shorter key, such as a digest of the long one");
        }

        final byte[] whole = new byte[length];
        System.arraycopy(prefix, 0, whole, 0, prefix.length);
        System.arraycopy(key, 0, whole, prefix.length, key.length);

        return whole;
    }

    /**
     * A key for people: as callers name it, and as the nodes have it, which operators need.
     *
     * @param name of the key, without the prefix.
     * @return quoted; one name if there is no prefix.
     */
    public String shown(final String name)
    {
        return KeyText.shown(settings.keyPrefix(), name);
    }

    /**
     * One duty cycle on the calling thread, in invoker mode.
     *
     * @return amount of work done.
     */
    public int poll()
    {
        return driver.poll();
    }

    /**
     * What is known of the nodes.
     *
     * @return one status per node, by index.
     */
    public List<NodeStatus> nodes()
    {
        driver.seeToTheDead();
        final String why = whyEnded();

        return why == null ? board.all() : board.all().stream().map((last) ->
            new NodeStatus(last.node(), NodeStatus.State.DOWN, false, why + "; build another client"))
            .toList();
    }

    /**
     * Why the engine has ended, if that was no close.
     *
     * @return a clause; null as long as it lives, and if it was closed.
     */
    public String whyEnded()
    {
        final Throwable fault = agent.fault();

        return fault == null ? null : "the engine of client '" + settings.name() +
            "' has stopped after an unexpected error (" + Printable.of(fault) + ")";
    }

    /**
     * What has ended the engine, if that was no close.
     *
     * @return null as long as it lives, and if it was closed.
     */
    public Throwable fault()
    {
        return agent.fault();
    }

    /**
     * Counters and histograms.
     *
     * @return live; see its own rules.
     */
    public ClientMeter meter()
    {
        return meter;
    }

    /**
     * Limits and times of the engine.
     *
     * @return never changes.
     */
    public EngineConfig engine()
    {
        return settings.engine();
    }

    /**
     * How long the end waits for releases to be confirmed.
     *
     * @return nanoseconds.
     */
    public long closeTimeoutNs()
    {
        return settings.closeTimeoutNs();
    }

    ClientSettings settings()
    {
        return settings;
    }

    /**
     * Reads the client's clock.
     *
     * @return an instant in nanoseconds.
     */
    public long nowNs()
    {
        return clock.nanoTime();
    }

    /**
     * Whether the closing has begun, or the engine has ended at a fault.
     *
     * @return true from then on.
     */
    public boolean isClosed()
    {
        return agent.isClosed();
    }

    /**
     * From now on denies whoever waits for a lock or asks for one; what is held stays so.
     */
    public void denyNew()
    {
        driver.checkMayCall();
        driver.submit(agent.denyNew());
    }

    /**
     * As {@link #closeAfterWork(long, Collection)}, and releases what is held.
     *
     * @return owner tokens that may be left on some node, for their time to live at the most.
     */
    public int close()
    {
        return closeAfterWork(-1, new ArrayList<>());
    }

    /**
     * Denies what waits, releases what is held or lets it be, waits a bounded time for the nodes to confirm
     * releases, and ends. Does nothing if that is done, or another thread is doing it.
     *
     * @param workNs   how long those that hold a lock may go on, in nanoseconds; negative if their locks are
     *                 to be released at once. Where callers drive the engine nobody else could go on.
     * @param keptKeys takes the keys of the locks that were not released.
     * @return owner tokens that may be left on some node besides, for their time to live at the most.
     */
    public int closeAfterWork(final long workNs, final Collection<String> keptKeys)
    {
        if (isClosed())
        {
            driver.closeTheDead();

            return 0;
        }

        driver.checkMayClose();
        final long patienceNs = settings.isInvoker() ? Math.min(workNs, 0) : workNs;
        final EngineAgent.CloseCommand command = agent.beginClose(patienceNs, settings.closeTimeoutNs());
        if (command == null)
        {
            return 0;
        }

        final long waitNs = Math.max(0, patienceNs) + settings.closeTimeoutNs() + ClientSettings.GRACE_NS;
        driver.submit(command);
        final boolean isEnded = driver.awaitEnd(command, waitNs);
        final List<String> kept = command.keptKeys();
        keptKeys.addAll(kept);
        if (isEnded)
        {
            return (int)command.take() - kept.size();
        }
        if (!command.isTaken())
        {
            events.onError(new IllegalStateException("the engine thread '" + settings.name() +
                "' has not come to the close within " +
                DurationText.spaced(waitNs) +
                ": a callback of the application blocks it, or it gets no core; callbacks must be short " +
                "and must not wait"));
        }

        return Math.max(0, meter.tokensOut() - kept.size());
    }

    /**
     * Declares the nodes, on connections of their own, or takes their declaration back.
     *
     * @param moved as in {@link ClientSettings#placesOf}.
     * @param work  what to do.
     * @return what was done.
     */
    List<String> declare(
        final Map<NodeAddress, NodeAddress> moved, final Function<DeclarationDesk, List<String>> work)
    {
        final List<NodeAddress> places = settings.placesOf(moved);
        final OperatorDesk desk = newOperatorDesk(places);
        try
        {
            return work.apply(new DeclarationDesk(NodeQuestions.at(desk, DECLARE_WITHIN_NS),
                settings.nodes(), places, settings.declarationRule()));
        }
        finally
        {
            desk.close(clock.nanoTime() + settings.closeTimeoutNs());
        }
    }

    /*
     * Before the nodes are asked for their markers for the first time. If it fails, they say what they lack.
     */
    private void declareFresh()
    {
        try
        {
            declare(Map.of(), desk -> desk.declare(true));
        }
        catch (final IllegalStateException ex)
        {
            undeclared = ex.getMessage();
        }
    }

    /**
     * Why the nodes, which are said to be fresh, could not be declared.
     *
     * @return null if they were, or need not be.
     */
    public String undeclared()
    {
        return undeclared;
    }

    /**
     * A desk that asks the nodes.
     *
     * @param former where nodes have been: asked by the indexes behind those of the nodes.
     */
    OperatorDesk newOperatorDesk(final List<NodeAddress> former)
    {
        return new OperatorDesk(provider, settings.transportContext(former, QUESTIONS_IN_FLIGHT),
            settings.label(), clock, settings.engine().connectTimeoutNs(), events::onError);
    }
}
