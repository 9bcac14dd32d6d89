// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.node.Sender;
import dev.redlock.engine.node.SideLink;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.watch.Backoff;
import dev.redlock.engine.watch.ReplyCheck;
import dev.redlock.engine.watch.Stakes;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * Grants that count only once the node has confirmed that they are durable.
 * <p>
 * The question (WAITAOF, WAIT) blocks its connection, so it goes over a second one. It is about what the
 * connection that asks has written last. So this one writes a barrier when the grants have come: the node
 * has executed their commands before it, its file and its replicas take all writes in that order, and what
 * has the barrier has the grants. One question at a time answers for all grants that came before it.
 * <p>
 * The barrier gives a key more time to live, which is a write, and one that a node still takes when it is
 * full. Where the key is missing nothing is written, and the answer to the question is about the past. So it
 * confirms nothing; the key is set, which is a write, too, and the question asked once more.
 * <p>
 * Both connections lead to one process: the second is made while the first is up, admitted only if the node
 * names the same process, and ended with the first; what waits then has failed. If only the second ends, the
 * grants wait for the next, as any barrier of that process will do; if that does not come up, or the second
 * was silent for too long, they have failed, too.
 * <p>
 * With the node's heartbeat goes one on the second connection, unless it waits anyway: so it is found dead
 * before it is needed, and neither a middlebox nor the server ends it for being idle.
 */
public final class DurableVotes
{
    private static final String SILENT = "owed an answer and sent nothing for too long";

    private final EngineConfig config;
    private final DurabilityRule rule;
    private final Commands commands;
    private final AttemptPool attempts;
    private final Timers timers;
    private final Meter meter;
    private final Sender sender;
    private final Transport transport;
    private final Backoff backoff;
    private final Stakes stakes;
    private final ReplyCheck replyCheck;
    private final Verdict verdict;
    private final Nodes nodes;
    private final OpenQuestion asked = new OpenQuestion();

    public DurableVotes(final EngineConfig config, final Commands commands, final AttemptPool attempts,
        final Timers timers, final Meter meter, final Sender sender, final Nodes nodes,
        final Transport transport, final Backoff backoff, final Stakes stakes, final ReplyCheck replyCheck,
        final Verdict verdict)
    {
        this.config = config;
        rule = config.durability();
        this.commands = commands;
        this.attempts = attempts;
        this.timers = timers;
        this.meter = meter;
        this.sender = sender;
        this.transport = transport;
        this.backoff = backoff;
        this.stakes = stakes;
        this.replyCheck = replyCheck;
        this.verdict = verdict;
        this.nodes = nodes;
    }

    /**
     * A node has granted. The verdict follows, once, in a later input.
     *
     * @param granted what it was asked.
     * @return false if there is no room to wait: no verdict follows.
     */
    boolean await(final OpenQuestion granted, final Attempt attempt, final long nowNs)
    {
        final SideLink side = nodes.at(granted.nodeIndex).side;
        if (side == null || side.waiting.size() == side.waiting.capacity())
        {
            meter.count(Counter.VOTES_NOT_DURABLE);

            return false;
        }

        side.waiting.add(granted.asker, granted.command(), granted.attemptIndex, granted.round,
            granted.untilNs, nowNs);
        if (granted.isOf(attempt.round))
        {
            attempt.awaitConfirmation(granted.nodeIndex);
        }

        return true;
    }

    /**
     * Asks the nodes where grants wait. To be called when what has arrived was taken, so that one question
     * answers for all of it.
     *
     * @return amount of work done.
     */
    public int ask(final long nowNs)
    {
        int work = 0;
        for (int i = 0, n = isAwaited() ? nodes.count() : 0; i < n; i++)
        {
            final SideLink side = nodes.at(i).side;
            if (side.state() == SideLink.State.UP && !side.isAsked() && !side.waiting.isEmpty())
            {
                ask(side, nowNs);
                work++;
            }
        }

        return work;
    }

    private void ask(final SideLink side, final long nowNs)
    {
        side.ask(nowNs + rule.atMostNs() + config.silenceNs());
        timers.arm(side, side.dueNs());
        if (!sender.askToConfirm(side.connection, barrierOf(side), side.barrierId()))
        {
            hangUp(side, "takes no question");
        }
    }

    private static OperationKind barrierOf(final SideLink side)
    {
        return side.isBarrierAnew() ? OperationKind.BARRIER_ANEW : OperationKind.BARRIER;
    }

    /**
     * The node has been sent a heartbeat.
     */
    public void onBeat(final int nodeIndex, final long nowNs)
    {
        final SideLink side = nodes.at(nodeIndex).side;
        if (side == null || side.state() != SideLink.State.UP || side.isAsked())
        {
            return;
        }

        if (!side.isBeatOwed())
        {
            side.oweBeat(sender.beatAside(side.connection, -side.beat(nowNs)));
        }
        else if (nowNs - side.lastBeatNs() >= config.silenceNs())
        {
            hangUpOnSilence(side, nowNs);
        }
    }

    private void hangUpOnSilence(final SideLink side, final long nowNs)
    {
        meter.count(Counter.HALF_OPEN);
        hangUp(side, SILENT);
        settle(side, side.waiting.nextId(), false, nowNs);
    }

    /**
     * A node answered on its second connection, or that was lost.
     */
    public void onReply(final int nodeIndex, final long correlationId, final Reply reply, final long nowNs)
    {
        final SideLink side = nodes.at(nodeIndex).side;
        final boolean isBarrier = correlationId == side.barrierId();
        if (side.isBeatOwed() && correlationId == -side.beats())
        {
            onBeatAnswered(side, reply);

            return;
        }
        if (!side.isAsked() || !isBarrier && correlationId != side.barrierId() + 1)
        {
            meter.count(Counter.REPLIES_UNMATCHED);

            return;
        }

        final OperationKind kind = isBarrier ? barrierOf(side) : OperationKind.CONFIRM;
        if (reply.kind() == Reply.Kind.ERROR)
        {
            meter.count(Counter.NODE_ERRORS);
        }
        if (isStrange(side, kind, 0, reply))
        {
            return;
        }
        if (isBarrier)
        {
            side.barrierAnswered(ReplyFacts.isBarrierWritten(reply), ReplyFacts.isBarrierKeyMissing(reply));
        }
        else if (reply.kind() != Reply.Kind.LOST)
        {
            side.answered();
            if (side.isKeyMissing())
            {
                // The votes wait for the next question, which comes at once.
                return;
            }
            final boolean isDurable =
                side.isBarrierWritten() && ReplyFacts.isConfirmed(reply, rule.replicas());
            settle(side, side.coveredTo(), isDurable, nowNs);
        }
    }

    private void onBeatAnswered(final SideLink side, final Reply reply)
    {
        side.oweBeat(false);
        if (reply.kind() != Reply.Kind.LOST)
        {
            isStrange(side, OperationKind.PING, side.beats(), reply);
        }
    }

    private boolean isStrange(
        final SideLink side, final OperationKind kind, final long nonce, final Reply reply)
    {
        final ReplyCheck.Objection objection =
            replyCheck.objectionTo(side.node.index, commands.of(kind), nonce, null, reply);
        if (objection != null)
        {
            hangUp(side, objection.why());
        }

        return objection != null;
    }

    private void settle(final SideLink side, final long toId, final boolean isDurable, final long nowNs)
    {
        assert toId - side.waiting.nextId() <= 0 : "settles votes that have not come";
        for (long id = side.waiting.oldestId(); id - toId < 0; id++)
        {
            if (asked.take(commands, side.waiting, side.node.index, id))
            {
                if (!isDurable)
                {
                    meter.count(Counter.VOTES_NOT_DURABLE);
                }
                verdict.on(asked, attempts.at(asked.attemptIndex), isDurable, nowNs);
            }
        }
    }

    /**
     * What a node has granted and not confirmed is worth nothing.
     */
    public void drop(final int nodeIndex, final long nowNs)
    {
        if (isAwaited())
        {
            final SideLink side = nodes.at(nodeIndex).side;
            settle(side, side.waiting.nextId(), false, nowNs);
        }
    }

    /**
     * What a node has granted and not confirmed ends earlier.
     */
    public void shorten(final int nodeIndex, final long byNs)
    {
        if (isAwaited())
        {
            nodes.at(nodeIndex).side.waiting.shorten(byNs);
        }
    }

    /**
     * Whether locks may ask for durable votes at all.
     */
    public boolean isAwaited()
    {
        return rule.isGiven();
    }

    public void onNodeUp(final int nodeIndex, final long nowNs)
    {
        final SideLink side = nodes.at(nodeIndex).side;
        if (side != null && side.state() == SideLink.State.DOWN)
        {
            connect(side, nowNs);
        }
    }

    public void onNodeDown(final int nodeIndex, final long nowNs)
    {
        drop(nodeIndex, nowNs);
        final SideLink side = nodes.at(nodeIndex).side;
        if (side.state() != SideLink.State.DOWN)
        {
            hangUp(side, null);
        }
    }

    private void connect(final SideLink side, final long nowNs)
    {
        side.connecting();
        side.plan(nowNs + config.connectTimeoutNs());
        timers.arm(side, side.dueNs());
        transport.connect(side.connection);
    }

    private void hangUp(final SideLink side, final String why)
    {
        side.ending(why);
        transport.disconnect(side.connection);
    }

    public void onUp(final int nodeIndex)
    {
        final SideLink side = nodes.at(nodeIndex).side;
        if (side.state() == SideLink.State.CONNECTING)
        {
            side.up();
        }
    }

    /**
     * The second connection has ended, or could not be made.
     *
     * @return why we have ended it; null if we have not.
     */
    public String onDown(final int nodeIndex, final long nowNs)
    {
        final SideLink side = nodes.at(nodeIndex).side;
        final boolean wasUp = side.state() == SideLink.State.UP;
        final boolean wasConnecting = side.state() == SideLink.State.CONNECTING;
        final String why = side.down();
        side.plan(nowNs +
            backoff.reconnectNs(side.failures(), config.minReconnectNs(), config.maxReconnectNs()));
        timers.arm(side, side.dueNs());
        stakes.onDown(wasUp, nowNs);
        if (wasConnecting)
        {
            settle(side, side.waiting.nextId(), false, nowNs);
        }

        return why;
    }

    public void onTimer(final SideLink side, final long nowNs)
    {
        final boolean isDue = nowNs - side.dueNs() >= 0;
        switch (side.state())
        {
            case DOWN:
                if (side.node.isUp() && isDue)
                {
                    connect(side, nowNs);
                }
                else if (side.node.isUp())
                {
                    timers.arm(side, side.dueNs());
                }
                break;

            case ENDING:
                break;

            default:
                if (isDue && side.isAsked())
                {
                    hangUpOnSilence(side, nowNs);
                }
                else if (isDue && side.state() == SideLink.State.CONNECTING)
                {
                    hangUp(side, "was not ready in time");
                    settle(side, side.waiting.nextId(), false, nowNs);
                }
                else if (!isDue)
                {
                    timers.arm(side, side.dueNs());
                }
                break;
        }
    }

    /**
     * Is told whether a grant is durable.
     */
    @FunctionalInterface
    public interface Verdict
    {
        void on(OpenQuestion granted, Attempt attempt, boolean isDurable, long nowNs);
    }
}
