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
package dev.redlock.runtime;

import java.util.ArrayDeque;
import java.util.Arrays;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.NanoClock;

import dev.redlock.admission.Admission;
import dev.redlock.admission.CompareAndDelete;
import dev.redlock.admission.RefusalKind;
import dev.redlock.engine.ClaimOptions;
import dev.redlock.engine.Engine;
import dev.redlock.engine.NodeEvents;
import dev.redlock.engine.ReleaseMethod;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportHandler;

/**
 * The duty cycle: commands in, operations out, replies in, time. It reads the clock for the engine.
 */
final class EngineAgent implements Agent, TransportHandler, NodeEvents
{
    /*
     * The order within a cycle matters twice. Commands come before the flush, so that all that arrived
     * together leaves together. And time comes last, with a reading from before the replies were taken: if
     * this thread was stalled, what had arrived meanwhile is seen before anybody is declared late.
     */
    private static final int COMMANDS_PER_CYCLE = 256;
    private static final long LONGEST_SLEEP_NS = 1_000_000_000L;
    private static final long LONGEST_TTL_NS = ClaimOptions.MAX_TTL_MS * 1_000_000L;

    private final CommandRing ring;
    private final ArrayDeque<Command> fromWithin = new ArrayDeque<>(1024);
    private final Client client;
    private final NanoClock clock;
    private final Admission admission;
    private final NodeBoard board;
    private final boolean isBlocking;
    private final String name;
    private final long[] downSinceNs;
    private Engine engine;
    private Transport transport;
    private volatile boolean isAsleep;
    private volatile boolean hasEnded;

    private Call closingCall;
    private long closeDeadlineNs;

    EngineAgent(
        final Client client,
        final NanoClock clock,
        final Admission admission,
        final NodeBoard board,
        final int ringCapacity,
        final boolean isBlocking,
        final String name)
    {
        this.client = client;
        this.clock = clock;
        this.admission = admission;
        this.board = board;
        this.isBlocking = isBlocking;
        this.name = name;
        ring = new CommandRing(ringCapacity);
        downSinceNs = new long[board.all().size()];
        Arrays.fill(downSinceNs, clock.nanoTime());
    }

    void init(final Engine newEngine, final Transport newTransport)
    {
        engine = newEngine;
        transport = newTransport;
    }

    boolean offer(final Command command, final boolean isUrgent)
    {
        return ring.offer(command, isUrgent);
    }

    /**
     * From a callback on the engine thread: there is always room, as every handle has a fixed number of
     * commands.
     */
    boolean submitFromWithin(final Command command)
    {
        fromWithin.add(command);

        return true;
    }

    void afterOffer()
    {
        if (isAsleep)
        {
            transport.wakeup();
        }
        refuseLeftovers();
    }

    /**
     * Runs a command at once, on the engine thread.
     */
    void execute(final Command command)
    {
        command.run(engine, clock.nanoTime());
        transport.flush();
    }

    @Override
    public void onStart()
    {
        engine.start(clock.nanoTime());
    }

    @Override
    public int doWork()
    {
        int work = drainCommands();
        final long maxWaitNs = isBlocking && work == 0 ? fallAsleep() : 0;
        final long nowNs = clock.nanoTime();
        work += transport.poll(maxWaitNs);
        isAsleep = false;
        work += engine.doWork(nowNs);
        if (work > 0)
        {
            transport.flush();
        }
        if (closingCall != null)
        {
            endIfQuiet(nowNs);
        }

        return work;
    }

    private int drainCommands()
    {
        int drained = 0;
        Command command = nextCommand();

        if (command != null)
        {
            final long nowNs = clock.nanoTime();
            while (command != null)
            {
                command.run(engine, nowNs);
                command = ++drained < COMMANDS_PER_CYCLE ? nextCommand() : null;
            }
        }

        return drained;
    }

    private Command nextCommand()
    {
        final Command command = fromWithin.poll();

        return command != null ? command : ring.poll();
    }

    /*
     * Producers look at the flag after they have put their command in, we look at the ring after we have set
     * the flag: one of us sees the other.
     */
    private long fallAsleep()
    {
        isAsleep = true;
        if (!ring.isEmpty() || !fromWithin.isEmpty() || closingCall != null)
        {
            return 0;
        }

        final long nowNs = clock.nanoTime();

        return Math.max(0, engine.nextDeadlineNs(nowNs + LONGEST_SLEEP_NS) - nowNs);
    }

    /**
     * Engine thread: stop as soon as nothing is out any more, or at the deadline.
     */
    void beginClose(final Call call, final long deadlineNs)
    {
        closingCall = call;
        closeDeadlineNs = deadlineNs;
    }

    private void endIfQuiet(final long nowNs)
    {
        final int left = engine.tokensOut();
        if (left == 0 || nowNs - closeDeadlineNs >= 0)
        {
            final Call call = closingCall;
            closingCall = null;
            call.complete(left);
            throw new AgentTerminationException();
        }
    }

    @Override
    public void onClose()
    {
        transport.close();
        hasEnded = true;
        refuseLeftovers();
    }

    boolean hasEnded()
    {
        return hasEnded;
    }

    /**
     * Answers commands that came too late. Whoever put one in looks whether the engine has ended after that,
     * the engine looks for commands after it has said so: one of the two finds it.
     */
    void refuseLeftovers()
    {
        if (hasEnded)
        {
            synchronized (ring)
            {
                for (Command command = ring.poll(); command != null; command = ring.poll())
                {
                    command.refuse();
                }
            }
        }
    }

    @Override
    public String roleName()
    {
        return name;
    }

    void onError(final Throwable error)
    {
        if (!(error instanceof AgentTerminationException))
        {
            client.onError(error);
        }
    }

    @Override
    public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
    {
        engine.onReply(nodeIndex, correlationId, reply, clock.nanoTime());
    }

    @Override
    public Dialogue onConnected(final int nodeIndex, final boolean sessionOpened)
    {
        forgetTheLongGone();

        return admission.begin(nodeIndex, sessionOpened);
    }

    /*
     * What a process granted at one index may count for the longest time to live; after that it may turn up
     * at another.
     */
    private void forgetTheLongGone()
    {
        final long nowNs = clock.nanoTime();
        for (int i = 0; i < downSinceNs.length; i++)
        {
            if (!engine.isUp(i) && nowNs - downSinceNs[i] > LONGEST_TTL_NS)
            {
                admission.forget(i);
            }
        }
    }

    @Override
    public void onUp(final int nodeIndex)
    {
        admission.onUp(nodeIndex);
        final ReleaseMethod method = methodFor(admission.facts(nodeIndex).compareAndDelete());
        engine.onUp(nodeIndex, method, admission.isNewIncarnation(nodeIndex), clock.nanoTime());
    }

    private static ReleaseMethod methodFor(final CompareAndDelete command)
    {
        switch (command)
        {
            case DELIFEQ:
                return ReleaseMethod.DELIFEQ;

            case DELEX:
                return ReleaseMethod.DELEX;

            case CAD:
                return ReleaseMethod.CAD;

            default:
                return ReleaseMethod.SCRIPT;
        }
    }

    @Override
    public void onDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        engine.onDown(nodeIndex, reason, detail, isConfigurationError(nodeIndex, reason), clock.nanoTime());
    }

    private boolean isConfigurationError(final int nodeIndex, final DownReason reason)
    {
        return reason == DownReason.TLS ||
            reason == DownReason.REFUSED && admission.refusalKind(nodeIndex) == RefusalKind.CONFIGURATION;
    }

    @Override
    public void onNodeUp(final int nodeIndex, final boolean restarted)
    {
        board.set(
            nodeIndex, NodeStatus.State.UP, false, String.join("; ", admission.facts(nodeIndex).warnings()));
        client.onNodeStatus(nodeIndex);
    }

    @Override
    public void onNodeDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        if (board.at(nodeIndex).state() == NodeStatus.State.UP)
        {
            downSinceNs[nodeIndex] = clock.nanoTime();
        }
        final NodeStatus.State state =
            reason == DownReason.REFUSED ? NodeStatus.State.REFUSED : NodeStatus.State.DOWN;
        final String what = reason + (detail.isEmpty() ? "" : ": " + detail);
        board.set(nodeIndex, state, isConfigurationError(nodeIndex, reason), what);
        if (!client.isClosed())
        {
            client.onNodeStatus(nodeIndex);
        }
    }
}
