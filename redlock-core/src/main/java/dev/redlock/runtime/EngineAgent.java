// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import java.util.ArrayList;
import java.util.List;

import org.agrona.concurrent.NanoClock;

import dev.redlock.admission.Admission;
import dev.redlock.admission.NodeFacts;
import dev.redlock.admission.RefusalKind;
import dev.redlock.engine.Engine;
import dev.redlock.engine.NodeEvents;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Printable;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportHandler;

/**
 * The duty cycle: commands in, operations out, replies in, time. It reads the clock for the engine, and ends
 * with it.
 * <p>
 * <b>Thread:</b> the engine's, unless said otherwise. Nothing that happens in here is thrown at the driver.
 */
final class EngineAgent implements TransportHandler, NodeEvents
{
    /*
     * The order within a cycle matters twice. Commands come before the flush, so that all that arrived
     * together leaves together. And time comes last, with a reading from before the replies were taken: if
     * this thread was stalled, what had arrived meanwhile is seen before anybody is declared late.
     *
     * Whatever the application throws is caught where it is called. So what is thrown at this cycle is a
     * fault of ours or of a transport, or the machine is out of memory, and the books of the engine may not
     * balance any more. Then it stops: every call that waits is answered, every lease is given up, and the
     * nodes get rid of the keys when their time to live is over.
     */
    private static final int COMMANDS_PER_CYCLE = 256;
    private static final long LONGEST_SLEEP_NS = 1_000_000_000L;

    /*
     * To look a few times more costs less than to fall asleep and to be woken: while answers are due, once
     * per node, and when the last one has come, by a caller who goes on at once. No caller waits for what the
     * engine does by itself. About as long as a round trip to nodes nearby. To yield in between lets others
     * use the core.
     */
    private static final int LOOKS_BEFORE_SLEEP = 40;

    private static final String RESTARTED = "has restarted, or been given other data, since it last voted: " +
        "what it had granted to this client is dropped, and it may have forgotten locks that others hold";

    private final Inbox inbox;
    private final Client client;
    private final NanoClock clock;
    private final Admission admission;
    private final NodeBoard board;
    private final boolean isBlocking;
    private Engine engine;
    private Transport transport;
    private boolean isRunning = true;

    /*
     * Whether the engine is in the middle of an input of the transport, or has thrown: it is told nothing
     * then. A transport may go on to deliver what it has read together, and what it loses at its end; an
     * engine whose books do not balance would make grants of that.
     */
    private boolean isDeaf;
    private int idleCycles;
    private boolean isCallerNear;

    private Call closingCall;
    private long closeDeadlineNs;

    EngineAgent(
        final Client client,
        final NanoClock clock,
        final Admission admission,
        final NodeBoard board,
        final int ringCapacity,
        final boolean isBlocking)
    {
        this.client = client;
        this.clock = clock;
        this.admission = admission;
        this.board = board;
        this.isBlocking = isBlocking;
        inbox = new Inbox(ringCapacity);
    }

    void init(final Engine newEngine, final Transport newTransport)
    {
        engine = newEngine;
        transport = newTransport;
    }

    /**
     * Any thread but the engine's: hands a command over.
     *
     * @return false if there is no room.
     */
    boolean offer(final Command command, final boolean isUrgent)
    {
        final boolean isTaken = inbox.offer(command, isUrgent);
        if (inbox.isAsleep())
        {
            transport.wakeup();
        }
        inbox.refuseLeftovers();

        return isTaken;
    }

    /**
     * From a callback: there is always room.
     */
    void submitFromWithin(final Command command, final boolean isUrgent)
    {
        inbox.addFromWithin(command, isUrgent);
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
     * @return amount of work done.
     */
    int doWork()
    {
        return doWork(isBlocking ? LONGEST_SLEEP_NS : 0);
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
        work += transport.poll(maxWaitNs);
        inbox.wakeUp();
        work += engine.doWork(nowNs);
        if (work > 0)
        {
            flush();
        }
        idleCycles = work > 0 ? 0 : Math.min(idleCycles + 1, LOOKS_BEFORE_SLEEP);
        client.meter().timersArmed(engine.timersArmed());
        if (closingCall != null && (engine.tokensOut() == 0 || nowNs - closeDeadlineNs >= 0))
        {
            end(LostReason.CLOSED);
        }

        return work;
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
            // Somebody is about to fill the place that was taken, and may need this core for it.
            Thread.yield();

            return 0;
        }

        final long nowNs = clock.nanoTime();
        final long sleepNs = engine.nextDeadlineNs(nowNs + longestSleepNs) - nowNs;

        return Math.max(0, closingCall == null ? sleepNs : Math.min(sleepNs, closeDeadlineNs - nowNs));
    }

    /**
     * Stop as soon as nothing is out any more, or at the deadline.
     */
    void beginClose(final Call call, final long deadlineNs)
    {
        closingCall = call;
        closeDeadlineNs = deadlineNs;
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
            client.onError(new IllegalStateException("the engine of client '" + client.settings().name() +
                "' has stopped at an unexpected error: its leases are given up and its calls end with " +
                "CLOSED; build another client, and report this", cause));
        }
        finally
        {
            end(LostReason.ENGINE_FAILED);
        }
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

    private void end(final LostReason reason)
    {
        final int left = engine.tokensOut();
        engine.abandon();
        isRunning = false;
        client.onEnd();
        try
        {
            transport.close();
        }
        catch (final Throwable ex)
        {
            client.onError(ex);
        }
        inbox.end();
        client.abandonHandles(reason);
        if (closingCall != null)
        {
            closingCall.complete(left);
        }
    }

    /**
     * Any thread.
     */
    boolean hasEnded()
    {
        return inbox.hasEnded();
    }

    @Override
    public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
    {
        if (!isDeaf)
        {
            isDeaf = true;
            engine.onReply(nodeIndex, correlationId, reply, clock.nanoTime());
            isDeaf = false;
        }
    }

    @Override
    public Dialogue onConnected(final int nodeIndex, final boolean sessionOpened)
    {
        return admission.begin(nodeIndex, sessionOpened);
    }

    @Override
    public void onUp(final int nodeIndex)
    {
        if (!isDeaf)
        {
            isDeaf = true;
            comeUp(nodeIndex);
            isDeaf = false;
        }
    }

    private void comeUp(final int nodeIndex)
    {
        admission.onUp(nodeIndex);
        final NodeFacts facts = admission.facts(nodeIndex);
        engine.stir(nodeIndex, facts.clientId());
        engine.onMoved(admission.formerSeatsOf(nodeIndex), clock.nanoTime());
        engine.onUp(
            nodeIndex, facts.releaseMethod(), admission.isNewIncarnation(nodeIndex), clock.nanoTime());
    }

    @Override
    public void onDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        if (!isDeaf)
        {
            isDeaf = true;
            admission.onDown(nodeIndex);
            engine.onDown(
                nodeIndex, reason, detail, isConfigurationError(nodeIndex, reason), clock.nanoTime());
            isDeaf = false;
        }
    }

    private boolean isConfigurationError(final int nodeIndex, final DownReason reason)
    {
        return reason == DownReason.TLS ||
            reason == DownReason.REFUSED && admission.refusalKind(nodeIndex) == RefusalKind.CONFIGURATION;
    }

    @Override
    public String objectionTo(final int nodeIndex, final Reply reply)
    {
        return admission.objectionTo(nodeIndex, reply);
    }

    @Override
    public void onNodeUp(final int nodeIndex, final boolean restarted)
    {
        tellUp(nodeIndex, restarted ? RESTARTED : "");
    }

    @Override
    public void onNodeTrouble(final int nodeIndex, final String detail)
    {
        tellUp(nodeIndex, detail);
    }

    private void tellUp(final int nodeIndex, final String trouble)
    {
        final List<String> details = new ArrayList<>(admission.facts(nodeIndex).warnings());
        if (!trouble.isEmpty())
        {
            details.add(trouble);
        }
        final String detail = Printable.of(String.join("; ", details));
        if (board.set(nodeIndex, NodeStatus.State.UP, false, detail))
        {
            client.onNodeStatus(nodeIndex);
        }
    }

    @Override
    public void onNodeDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        final boolean isRefused = reason == DownReason.REFUSED;
        final NodeStatus.State state = isRefused ? NodeStatus.State.REFUSED : NodeStatus.State.DOWN;
        final String what = Printable.of(isRefused || reason == DownReason.LOCAL && !detail.isEmpty() ?
            detail : reason + (detail.isEmpty() ? "" : ": " + detail));
        if (board.set(nodeIndex, state, isConfigurationError(nodeIndex, reason), what) && !client.isClosed())
        {
            client.onNodeStatus(nodeIndex);
        }
    }
}
