// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.threads;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.agrona.concurrent.NanoClock;

import dev.redlock.admission.marker.MarkerRule;
import dev.redlock.engine.Engine;
import dev.redlock.engine.EngineContext;
import dev.redlock.engine.port.TokenSource;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.engine.wire.Commands;
import dev.redlock.outcome.Counter;
import dev.redlock.runtime.calls.Call;
import dev.redlock.runtime.calls.Command;
import dev.redlock.runtime.calls.Inbox;
import dev.redlock.runtime.calls.LateAnswers;
import dev.redlock.runtime.calls.StackRoom;
import dev.redlock.runtime.clocks.GuardedWallClock;
import dev.redlock.runtime.clocks.LeaseClock;
import dev.redlock.runtime.events.GuardedEvents;
import dev.redlock.runtime.login.AskingTransport;
import dev.redlock.runtime.metrics.ClientMeter;
import dev.redlock.runtime.nodes.NodeBoard;
import dev.redlock.runtime.nodes.NodeWatch;
import dev.redlock.runtime.settings.ClientSettings;
import dev.redlock.scripts.Scripts;
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

    final Inbox inbox;

    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final AtomicBoolean isBeingEnded = new AtomicBoolean();
    private final BusyHandles busyHandles = new BusyHandles();
    private final LateAnswers lateAnswers;
    private final LeaseClock leaseClock;
    private final Transport transport;
    private final NodeWatch nodeWatch;
    private final String name;
    private final NanoClock clock;
    private final GuardedWallClock wallClock;
    private final ClientMeter meter;
    private final GuardedEvents events;
    private final Engine engine;
    private final EngineEnd end;
    private final CloseCommand closeCommand = new CloseCommand();
    private boolean isRunning = true;
    private boolean isCounted;

    /*
     * What has ended the engine. Where it is caught this is set before anything else, and that it does not
     * run, by statements that take nothing: there may be no room on the stack to call anything. From then on
     * the engine is closed for all, whatever becomes of its end.
     */
    private volatile Throwable fault;

    /*
     * Whether an input of the transport has thrown, or the engine has ended for another reason: then it is
     * told nothing. A transport may go on to deliver what it has read, and what it loses at its end; an
     * engine with a wrong state could turn that into grants. And what was thrown, which a transport may keep
     * to itself. Each input writes both itself, as a call may find no room on the stack.
     */
    private boolean isDeaf;
    private Throwable thrown;
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
        lateAnswers = new LateAnswers(clock.nanoTime());
        inbox = new Inbox();
        nodeWatch = new NodeWatch(settings, wallClock, board, events);

        // What may throw comes first: nobody would close the transport.
        final TokenSource tokens = settings.tokens().get();
        final byte[] mailbox = new byte[WaitRule.MAILBOX_BYTES];
        tokens.fill(mailbox);
        final long seed = settings.seed().getAsLong();
        final MarkerRule markers = settings.markerRule();
        final Commands commands = new Commands(
            Scripts.all(), settings.engine(), markers == null ? null : markers.keyText());
        final TransportContext context = settings.transportContext(commands.all());
        transport = AskingTransport.over(context, provider.open(context, this), this,
            settings.engine().connectTimeoutNs());
        if (settings.engine().waiting().isGiven() && transport.tellsMessages())
        {
            nodeWatch.listenTo(mailbox);
        }
        engine = newEngine(new EngineContext(settings.engine(), context.connections(), transport, commands,
            tokens, mailbox, seed, meter, nodeWatch));
        end =
            new EngineEnd(name, isClosed, engine, transport, inbox, busyHandles, lateAnswers, events);
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
            closeTransport(ex);
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
        return isClosed.get() || fault != null;
    }

    /**
     * What has ended the engine, if that was no close. Any thread.
     *
     * @return null as long as it lives, and if it was closed.
     */
    public Throwable fault()
    {
        return fault;
    }

    /**
     * Whether the engine has ended, and all that it owed was answered. Any thread.
     */
    boolean isOver()
    {
        return end.isOver();
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
     * Answers for which there was no memory.
     *
     * @return any thread may add one.
     */
    public LateAnswers lateAnswers()
    {
        return lateAnswers;
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
            answer();
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
            fault = ex;
            isRunning = false;
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
            fault = ex;
            isRunning = false;
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
     * One duty cycle; after the end, what is left of that.
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
                fault = ex;
                isRunning = false;
                fail(ex);
            }
        }
        else
        {
            finish();
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
        checkHearing();
        readWallClockIfDue();
        inbox.wakeUp();
        work += engine.doWork(nowNs);
        if (work > 0)
        {
            flush();
        }
        nodeWatch.tellLate(nowNs);
        lateAnswers.giveIfDue(nowNs);
        idleCycles = work > 0 ? 0 : Math.min(idleCycles + 1, LOOKS_BEFORE_SLEEP);
        meter.timersArmed(engine.timersArmed());
        if (closing != null && closing.isOver(nowNs))
        {
            isRunning = false;
            finish();
        }

        return work;
    }

    /*
     * An engine that is told nothing would go on for ever.
     */
    private void checkHearing()
    {
        if (thrown != null)
        {
            throw new IllegalStateException("the transport kept what its handler threw to itself", thrown);
        }
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
            return 0;
        }

        final long nowNs = clock.nanoTime();
        final long sleepNs = lateAnswers.atMost(engine.nextDeadlineNs(nowNs + longestSleepNs) - nowNs);

        return Math.max(0, closing == null ? sleepNs : Math.min(sleepNs, closing.deadlineNs() - nowNs));
    }

    /**
     * Any thread: begins the closing; the command that ends the engine must be submitted next.
     *
     * @param workNs  how long those that hold a lock may go on, in nanoseconds; negative if their locks are
     *                to be released at once, and else they are not released.
     * @param closeNs how long to wait then for releases to be confirmed, in nanoseconds.
     * @return null if that was done before.
     */
    public CloseCommand beginClose(final long workNs, final long closeNs)
    {
        if (!isClosed.compareAndSet(false, true))
        {
            return null;
        }

        closeCommand.begin(workNs, closeNs);

        return closeCommand;
    }

    /**
     * Any thread: a command that denies whoever waits for a lock, or asks for one later.
     */
    public Command denyNew()
    {
        return new Command()
        {
            @Override
            public void run(final Engine ignored, final long nowNs)
            {
                denyNew(nowNs);
            }

            @Override
            public void refuse()
            {
                // The engine has ended, and gives no lock.
            }
        };
    }

    private void denyNew(final long nowNs)
    {
        engine.denyNew();
        busyHandles.shedAll(engine, true, nowNs);
    }

    /**
     * Stop at once, because of something that must not happen, and answer those who wait; {@link #finish()}
     * must follow. Throws nothing.
     *
     * @param cause to tell.
     */
    public void fail(final Throwable cause)
    {
        if (isRunning)
        {
            fault = cause;
            isRunning = false;
        }
        answer();
    }

    /**
     * After the end: does what is left of it, which may be more than once if memory is short. Throws nothing.
     */
    void finish()
    {
        finish(true);
    }

    /**
     * As {@link #finish()}, but only what callers wait for: a transport may take seconds to close.
     */
    void answer()
    {
        finish(false);
    }

    /**
     * As {@link #finish()}, for a thread behind which none may come: connections are closed even if answers
     * are still owed.
     */
    void finishForGood()
    {
        end.leaveNothing();
        finish();
    }

    private void finish(final boolean isAll)
    {
        try
        {
            if (!isRunning && !end.isOver())
            {
                StackRoom.check();
                noteFault();
                end.proceed(fault, closing, isAll);
            }
        }
        catch (final Throwable ignored)
        {
            // There is no room on the stack. The next call of this thread goes on.
        }
    }

    private void noteFault()
    {
        if (fault != null && !isCounted)
        {
            isDeaf = true;
            isCounted = true;
            meter.countOutside(Counter.ENGINES_FAILED);
        }
    }

    /**
     * An object of the application threw; the engine is not harmed.
     *
     * @param what to say; left out where there is no memory for it.
     */
    void onCallbackError(final String what, final Throwable cause)
    {
        Throwable told = cause;
        try
        {
            told = new IllegalStateException(what, cause);
        }
        catch (final OutOfMemoryError ignored)
        {
            // The cause itself is there.
        }
        events.onCallbackError(told);
    }

    /**
     * The thread that drove the engine has died: another one closes what is left. Nothing is sent any more,
     * as connections belong to their thread; what is on the nodes ends with its time to live.
     */
    void endForHeir()
    {
        if (isRunning)
        {
            isRunning = false;
            isDeaf = true;
        }
        finish();
    }

    /**
     * As {@link #endForHeir()}, for a thread that has ended without a word, such as that of a factory which
     * has not run what it was given; nothing if it had ended the engine before. Of several threads one does
     * it, and the others go on: objects of the application are told of it, and one of them may stand still.
     */
    void endUndriven()
    {
        if (isBeingEnded.compareAndSet(false, true))
        {
            try
            {
                endAsHeir();
            }
            finally
            {
                isBeingEnded.set(false);
            }
        }
    }

    /**
     * Any thread: gives answers for which there was no memory, if a fault has ended the engine.
     */
    void answerLateAtTheEnd()
    {
        if (fault != null)
        {
            lateAnswers.giveIfDue(clock.nanoTime());
        }
    }

    private void endAsHeir()
    {
        if (isRunning)
        {
            final IllegalStateException undriven = new IllegalStateException("the thread of client '" +
                name + "' has ended without driving its engine: a thread of threadFactory() must run what " +
                "the factory was given");
            end.tellInItsOwnWords(undriven);
            fail(undriven);
        }
        finishForGood();
    }

    private void closeTransport(final Throwable because)
    {
        try
        {
            transport.close();
        }
        catch (final Throwable ex)
        {
            because.addSuppressed(ex);
        }
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        if (!isDeaf)
        {
            try
            {
                readWallClockIfDue();
                engine.onReply(connection, correlationId, reply, clock.nanoTime());
            }
            catch (final Throwable ex)
            {
                isDeaf = true;
                thrown = ex;
                throw ex;
            }
        }
    }

    @Override
    public void onUnasked(final Connection connection, final long bytes)
    {
        if (!isDeaf)
        {
            try
            {
                engine.onUnasked(connection, bytes, clock.nanoTime());
            }
            catch (final Throwable ex)
            {
                isDeaf = true;
                thrown = ex;
                throw ex;
            }
        }
    }

    @Override
    public void onMessage(final Connection connection, final byte[] message, final int length)
    {
        if (!isDeaf)
        {
            try
            {
                readWallClockIfDue();
                engine.onMessage(connection, message, length, clock.nanoTime());
            }
            catch (final Throwable ex)
            {
                isDeaf = true;
                thrown = ex;
                throw ex;
            }
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
            try
            {
                nodeWatch.admit(connection, engine, clock.nanoTime());
            }
            catch (final Throwable ex)
            {
                isDeaf = true;
                thrown = ex;
                throw ex;
            }
        }
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        if (!isDeaf)
        {
            try
            {
                nodeWatch.drop(connection, reason, detail, engine, clock.nanoTime());
            }
            catch (final Throwable ex)
            {
                isDeaf = true;
                thrown = ex;
                throw ex;
            }
        }
    }

    /**
     * Stops the engine as soon as nothing is out any more, or at the deadline. The closing thread gets its
     * answer whatever happens on the way.
     */
    public final class CloseCommand extends Call
    {
        private long startNs;
        private long workNs;
        private long closeNs;
        private volatile boolean isTaken;
        private volatile List<String> keptKeys = List.of();

        /*
         * First work may end, in which nobody gets a lock and leases are extended, then releases.
         */
        private boolean isWorkOver;
        private long endsNs;

        private void begin(final long newWorkNs, final long newCloseNs)
        {
            startNs = clock.nanoTime();
            workNs = newWorkNs;
            closeNs = newCloseNs;
            tryBegin(null);
        }

        /**
         * Whether the engine has come to it.
         */
        public boolean isTaken()
        {
            return isTaken;
        }

        /**
         * Once it is done: the keys of the locks that were not released.
         */
        public List<String> keptKeys()
        {
            return keptKeys;
        }

        private long deadlineNs()
        {
            return isWorkOver ? endsNs : startNs + workNs;
        }

        private boolean isOver(final long nowNs)
        {
            final int keeping = busyHandles.countKeeping();
            if (!isWorkOver && (keeping == 0 || nowNs - deadlineNs() >= 0))
            {
                endWork(nowNs);
            }
            final boolean isOver = isWorkOver && (engine.tokensOut() <= keeping || nowNs - endsNs >= 0);
            if (isOver && keeping > 0)
            {
                keptKeys = busyHandles.keptKeys();
            }

            return isOver;
        }

        private void endWork(final long nowNs)
        {
            isWorkOver = true;
            endsNs = (workNs < 0 ? startNs : nowNs) + closeNs;
            nodeWatch.fallMute();
            engine.close();
        }

        @Override
        public void run(final Engine ignored, final long nowNs)
        {
            isTaken = true;
            closing = this;
            if (workNs < 0)
            {
                endWork(nowNs);
                busyHandles.shedAll(engine, false, nowNs);
            }
            else
            {
                denyNew(nowNs);
            }
        }

        @Override
        public void refuse()
        {
            complete(meter.tokensOut());
        }
    }
}
