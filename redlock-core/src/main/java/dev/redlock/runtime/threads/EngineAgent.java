// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import java.util.concurrent.atomic.AtomicBoolean;

import org.agrona.concurrent.NanoClock;

import dev.redlock.admission.MarkerRule;
import dev.redlock.admission.Scripts;
import dev.redlock.engine.Engine;
import dev.redlock.engine.EngineContext;
import dev.redlock.engine.settings.TokenSource;
import dev.redlock.engine.wire.Commands;
import dev.redlock.outcome.LostReason;
import dev.redlock.runtime.calls.Call;
import dev.redlock.runtime.calls.Command;
import dev.redlock.runtime.calls.Inbox;
import dev.redlock.runtime.clocks.GuardedWallClock;
import dev.redlock.runtime.clocks.LeaseClock;
import dev.redlock.runtime.events.GuardedEvents;
import dev.redlock.runtime.login.AskingTransport;
import dev.redlock.runtime.metrics.ClientMeter;
import dev.redlock.runtime.nodes.NodeBoard;
import dev.redlock.runtime.nodes.NodeWatch;
import dev.redlock.runtime.settings.ClientSettings;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;

/**
 * The duty cycle: commands in, operations out, replies in, time. It reads the clock for the engine, and ends
 * with it.
 * <p>
 * <b>Thread:</b> the engine's, unless said otherwise. Nothing that happens in here is thrown at the driver.
 */
public final class EngineAgent implements TransportHandler
{
    /*
     * The order within a cycle matters twice. Commands come before the flush, so that all that arrived
     * together leaves together. And time comes last, with a reading from before the replies were taken: if
     * this thread was stalled, what had arrived meanwhile is seen before any node is declared late.
     *
     * Exceptions of the application are caught where it is called. So an exception in this cycle is a fault
     * of ours or of a transport, or the machine is out of memory, and the engine's state may be wrong. Then
     * it stops: every waiting call is answered, every lease is given up, and the keys end with their time to
     * live.
     */
    private static final int COMMANDS_PER_CYCLE = 256;

    /*
     * A few more looks cost less than sleeping and being woken, both while answers are due and right after
     * the last one, when the caller usually continues. No caller waits for what the engine does by itself.
     * About as long as a round trip to nodes nearby. Yielding in between lets others use the core.
     */
    private static final int LOOKS_BEFORE_SLEEP = 40;

    private static final int CYCLES_PER_WALL_READING = 64;
    private static final long LONGEST_WALL_READING_NS = 1_000_000;
    private static final int MOST_WALL_READINGS = 3;
    private static final long LONGEST_WITHOUT_WALL_NS = 1_000_000;
    private static final int STEPS_OF_THE_END = 4;

    final Inbox inbox;

    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final BusyHandles busyHandles = new BusyHandles();
    private final LeaseClock leaseClock;
    private final Transport transport;
    private final NodeWatch nodeWatch;
    private final String name;
    private final NanoClock clock;
    private final GuardedWallClock wallClock;
    private final ClientMeter meter;
    private final GuardedEvents events;
    private final Engine engine;
    private boolean isRunning = true;

    /*
     * Whether the engine handles an input of the transport, or has thrown: then it is told nothing. A
     * transport may go on to deliver what it has read, and what it loses at its end; an engine with a wrong
     * state could turn that into grants.
     */
    private boolean isDeaf;
    private int idleCycles;

    /*
     * A machine that is suspended mostly is so while this thread sleeps, so the wall clock is read before
     * anything else when it wakes. Otherwise, as the monotonic clock would not show the time that has passed,
     * it is read after some cycles, too.
     */
    private boolean isWallDue;
    private int cyclesToWall;
    private long wallReadNs;
    private boolean isCallerNear;

    private CloseCommand closing;

    /**
     * Opens the transport; any thread, which hands the agent over to the engine's.
     *
     * @param settings of the client.
     * @param provider of the transport.
     * @param board    for the status of the nodes.
     * @param meter    of this engine.
     * @param events   of the application.
     */
    public EngineAgent(final ClientSettings settings, final TransportProvider provider, final NodeBoard board,
        final ClientMeter meter, final GuardedEvents events)
    {
        this.meter = meter;
        this.events = events;
        name = settings.name();
        clock = settings.clock();
        wallClock = new GuardedWallClock(settings.wall(), meter, events);
        leaseClock = new LeaseClock(clock, wallClock);
        inbox = new Inbox(settings.ringCapacity());
        nodeWatch = new NodeWatch(settings, wallClock, board, events, isClosed);

        // What may throw comes first: nobody would close the transport.
        final TokenSource tokens = settings.tokens().get();
        final long seed = settings.seed().getAsLong();
        final MarkerRule markers = settings.markerRule();
        final Commands commands = new Commands(Scripts.all(), settings.engine().fence(),
            markers == null ? null : markers.keyText(), settings.engine().durability());
        final TransportContext context = settings.transportContext(commands.all());
        transport = AskingTransport.over(context, provider.open(context, this), this,
            settings.engine().connectTimeoutNs());
        engine = newEngine(new EngineContext(settings.engine(), context.connections(), transport, commands,
            tokens, seed, meter, nodeWatch));
    }

    /*
     * It reserves all memory that it will ever need, and there may be too little.
     */
    private Engine newEngine(final EngineContext context)
    {
        try
        {
            return new Engine(context, clock.nanoTime());
        }
        catch (final Throwable ex)
        {
            closeTransport();
            throw ex;
        }
    }

    /**
     * Whether the closing has begun, or the engine has ended at a fault. Any thread.
     *
     * @return true from then on.
     */
    public boolean isClosed()
    {
        return isClosed.get();
    }

    /**
     * The handles that the engine works for.
     *
     * @return to be touched on the engine thread only.
     */
    public BusyHandles busyHandles()
    {
        return busyHandles;
    }

    /**
     * The clock that tells what is left of a lease.
     *
     * @return may be read on any thread.
     */
    public LeaseClock leaseClock()
    {
        return leaseClock;
    }

    /**
     * The transport, which the agent has opened, and closes when it ends.
     *
     * @return to be touched on the engine thread only, but for what it allows to others.
     */
    public Transport transport()
    {
        return transport;
    }

    /**
     * Runs a command at once, after those that callbacks have left here before.
     */
    void execute(final Command command)
    {
        if (!isRunning)
        {
            command.refuse();

            return;
        }

        boolean isTaken = false;
        try
        {
            readWallClock();
            drainCommands(inbox.size());
            isTaken = true;
            command.run(engine, clock.nanoTime());
            flush();
        }
        catch (final Throwable ex)
        {
            fail(ex);
            if (!isTaken)
            {
                command.refuse();
            }
        }
    }

    void start()
    {
        try
        {
            engine.start(clock.nanoTime());
        }
        catch (final Throwable ex)
        {
            fail(ex);
        }
    }

    /**
     * Whether an answer of some node is due.
     */
    boolean isAwaitingReplies()
    {
        return engine.isAwaitingReplies();
    }

    /**
     * Whether there will be work to do; false after the end.
     */
    boolean isRunning()
    {
        return isRunning;
    }

    /**
     * One duty cycle; nothing after the end.
     *
     * @param longestSleepNs to block at the most when there was nothing to do for some cycles; 0 not to
     *                       block.
     * @return amount of work done.
     */
    int doWork(final long longestSleepNs)
    {
        int work = 0;

        if (isRunning)
        {
            try
            {
                work = cycle(longestSleepNs);
            }
            catch (final Throwable ex)
            {
                fail(ex);
            }
        }

        return work;
    }

    private int cycle(final long longestSleepNs)
    {
        int work = drainCommands(COMMANDS_PER_CYCLE);
        isCallerNear |= work > 0;
        final long maxWaitNs = longestSleepNs > 0 && work == 0 ? fallAsleep(longestSleepNs) : 0;
        if (work > 0)
        {
            flush();
        }
        final long nowNs = clock.nanoTime();
        isWallDue = maxWaitNs > 0 || --cyclesToWall <= 0 || nowNs - wallReadNs >= LONGEST_WITHOUT_WALL_NS;
        work += transport.poll(maxWaitNs);
        readWallClockIfDue();
        inbox.wakeUp();
        work += engine.doWork(nowNs);
        if (work > 0)
        {
            flush();
        }
        nodeWatch.tellLate(nowNs);
        idleCycles = work > 0 ? 0 : Math.min(idleCycles + 1, LOOKS_BEFORE_SLEEP);
        meter.timersArmed(engine.timersArmed());
        if (closing != null && (engine.tokensOut() == 0 || nowNs - closing.deadlineNs >= 0))
        {
            end(LostReason.CLOSED);
        }

        return work;
    }

    private void readWallClockIfDue()
    {
        if (isWallDue)
        {
            readWallClock();
        }
    }

    /*
     * Again if we stood still meanwhile: the reading would hide that our monotonic clock stood still for as
     * long.
     */
    private void readWallClock()
    {
        long beforeNs;
        long timeMs;
        int readings = 0;
        do
        {
            beforeNs = clock.nanoTime();
            timeMs = wallClock.time();
            wallReadNs = clock.nanoTime();
            readings++;
        }
        while (wallReadNs - beforeNs > LONGEST_WALL_READING_NS && readings < MOST_WALL_READINGS);
        if (timeMs != GuardedWallClock.NO_READING)
        {
            leaseClock.know(engine.onWallTime(timeMs, beforeNs, wallReadNs));
        }
        isWallDue = false;
        cyclesToWall = CYCLES_PER_WALL_READING;
        wallClock.tell();
    }

    /*
     * The reading is from just before: the first node may have answered while we write to the last one, and
     * its round trip began when we wrote to it.
     */
    private void flush()
    {
        final long nowNs = clock.nanoTime();
        transport.flush();
        engine.onFlushed(nowNs);
    }

    private int drainCommands(final int limit)
    {
        int drained = 0;
        Command command = limit > 0 ? inbox.poll() : null;

        if (command != null)
        {
            final long nowNs = clock.nanoTime();
            while (command != null)
            {
                command.run(engine, nowNs);
                command = ++drained < limit ? inbox.poll() : null;
            }
        }

        return drained;
    }

    private long fallAsleep(final long longestSleepNs)
    {
        if (idleCycles < LOOKS_BEFORE_SLEEP && (isCallerNear || engine.isAwaitingReplies()))
        {
            Thread.yield();

            return 0;
        }

        isCallerNear = false;
        inbox.fallAsleep();
        if (!inbox.isEmpty())
        {
            // A thread is about to fill the place that it has claimed, and may need this core for it.
            Thread.yield();

            return 0;
        }

        final long nowNs = clock.nanoTime();
        final long sleepNs = engine.nextDeadlineNs(nowNs + longestSleepNs) - nowNs;

        return Math.max(0, closing == null ? sleepNs : Math.min(sleepNs, closing.deadlineNs - nowNs));
    }

    /**
     * Any thread: begins the closing; the command that ends the engine must be submitted next.
     *
     * @return null if that was done before.
     */
    public CloseCommand beginClose(final long deadlineNs)
    {
        return isClosed.compareAndSet(false, true) ? new CloseCommand(deadlineNs) : null;
    }

    /**
     * Stop at once, because of something that must not happen.
     */
    void fail(final Throwable cause)
    {
        if (!isRunning)
        {
            return;
        }

        try
        {
            isDeaf = true;
            events.onError(new IllegalStateException("the engine of client '" + name +
                "' has stopped after an unexpected error: its leases are lost and its calls end with " +
                "CLOSED; build another client, and report this", cause));
        }
        finally
        {
            end(LostReason.ENGINE_FAILED);
        }
    }

    /**
     * An object of the application threw; the engine is not harmed.
     */
    void onCallbackError(final Throwable cause)
    {
        events.onCallbackError(cause);
    }

    /**
     * The thread that drove the engine has died: another one closes what is left. Nothing is sent any more,
     * as connections belong to their thread; what is on the nodes ends with its time to live.
     */
    void endForHeir()
    {
        if (isRunning)
        {
            isDeaf = true;
            end(LostReason.CLOSED);
        }
    }

    /**
     * As {@link #endForHeir()}, for the thread of a factory that has ended; nothing if it had driven the
     * engine, which ended before it then.
     */
    void endUndriven()
    {
        if (isRunning)
        {
            events.onError(new IllegalStateException("the thread of client '" + name + "' has ended " +
                "without driving its engine: a thread of threadFactory() must run what the " +
                "factory was given"));
            endForHeir();
        }
    }

    /*
     * Each step is made whatever became of the one before: without memory any of them may throw, and callers
     * wait for the next. So no step is a lambda.
     */
    private void end(final LostReason reason)
    {
        isRunning = false;
        isClosed.set(true);
        final int left = engine.tokensOut();
        for (int step = 0; step < STEPS_OF_THE_END; step++)
        {
            try
            {
                end(step, reason);
            }
            catch (final Throwable ex)
            {
                events.onError(ex);
            }
        }
        if (closing != null)
        {
            closing.complete(left);
        }
        events.close();
    }

    private void end(final int step, final LostReason reason)
    {
        switch (step)
        {
            case 0 -> engine.abandon();
            case 1 -> closeTransport();
            case 2 -> inbox.end();
            default -> busyHandles.abandonAll(reason);
        }
    }

    private void closeTransport()
    {
        try
        {
            transport.close();
        }
        catch (final Throwable ex)
        {
            events.onError(ex);
        }
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        if (!isDeaf)
        {
            isDeaf = true;
            readWallClockIfDue();
            engine.onReply(connection, correlationId, reply, clock.nanoTime());
            isDeaf = false;
        }
    }

    @Override
    public void onUnasked(final Connection connection, final long bytes)
    {
        if (!isDeaf)
        {
            isDeaf = true;
            engine.onUnasked(connection, bytes, clock.nanoTime());
            isDeaf = false;
        }
    }

    @Override
    public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
    {
        return nodeWatch.begin(connection, sessionOpened);
    }

    @Override
    public void onUp(final Connection connection)
    {
        if (!isDeaf)
        {
            isDeaf = true;
            nodeWatch.admit(connection, engine, clock.nanoTime());
            isDeaf = false;
        }
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        if (!isDeaf)
        {
            isDeaf = true;
            nodeWatch.drop(connection, reason, detail, engine, clock.nanoTime());
            isDeaf = false;
        }
    }

    /**
     * Stops the engine as soon as nothing is out any more, or at the deadline. The closing thread gets its
     * answer whatever happens on the way.
     */
    public final class CloseCommand extends Call
    {
        private final long deadlineNs;
        private volatile boolean isTaken;

        CloseCommand(final long deadlineNs)
        {
            this.deadlineNs = deadlineNs;
            tryBegin(null);
        }

        /**
         * Whether the engine has come to it.
         */
        public boolean isTaken()
        {
            return isTaken;
        }

        @Override
        public void run(final Engine ignored, final long nowNs)
        {
            isTaken = true;
            closing = this;
            engine.close();
            busyHandles.shedAll(engine, nowNs);
        }

        @Override
        public void refuse()
        {
            complete(meter.tokensOut());
        }
    }
}
