// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import java.util.SplittableRandom;

import dev.redlock.engine.acquire.Acquisition;
import dev.redlock.engine.acquire.Fences;
import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.Lines;
import dev.redlock.engine.claim.OwnerTokens;
import dev.redlock.engine.claim.Timed;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.lease.BackFill;
import dev.redlock.engine.lease.Ballot;
import dev.redlock.engine.lease.DeferredReleases;
import dev.redlock.engine.lease.DurableVotes;
import dev.redlock.engine.lease.Extension;
import dev.redlock.engine.lease.Release;
import dev.redlock.engine.lease.Tenure;
import dev.redlock.engine.node.Admitted;
import dev.redlock.engine.node.MedianTime;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.node.Sender;
import dev.redlock.engine.node.SideLink;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.TtlRule;
import dev.redlock.engine.wait.Capacity;
import dev.redlock.engine.wait.Tickets;
import dev.redlock.engine.wait.Waits;
import dev.redlock.engine.watch.Backoff;
import dev.redlock.engine.watch.ClockGuard;
import dev.redlock.engine.watch.Connections;
import dev.redlock.engine.watch.Grants;
import dev.redlock.engine.watch.Heartbeat;
import dev.redlock.engine.watch.NodePolicy;
import dev.redlock.engine.watch.Quarantine;
import dev.redlock.engine.watch.ReplyCheck;
import dev.redlock.engine.watch.Stakes;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.Message;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.Suspicion;
import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportHandler;

/**
 * The lock as a machine: every method is an input, with the time as its last argument; outputs are operations
 * for the transport and notices for the listeners. Deterministic, bounded, without clock, thread or socket of
 * its own.
 * <p>
 * <b>Time:</b> {@code nowNs} is a reading of a monotonic clock. For inputs that start a round it must be
 * taken before the first byte of it can leave; for replies after they arrived. It must never go back, with
 * one exception, see {@link #doWork(long)}. A {@code nodeIndex} is 0 to N - 1.
 * <p>
 * <b>Threads:</b> one. Listeners are called in the middle of an input and must not call back. An input that
 * comes then, or after one that threw, is an {@link IllegalStateException}.
 */
public final class Engine
{
    private static final String NESTED = "an input came after one that threw, or in the middle of another: " +
        "there a listener, or the transport, has called back; note what it wants, and call when the input " +
        "has returned";

    private final EngineConfig config;
    private final Meter meter;
    private final Timers timers;
    private final Timers.Handler onTimer = this::onTimer;
    private final Commands commands;
    private final Nodes nodes;
    private final AttemptPool attempts;
    private final Lines lines = new Lines();
    private final OwnerTokens tokens;
    private final ReplyCheck replyCheck;
    private final NodePolicy policy;
    private final Heartbeat heartbeat;
    private final Connections connections;
    private final DeferredReleases deferred;
    private final Ballot ballot;
    private final Release release;
    private final Tenure tenure;
    private final BackFill backFill;
    private final Waits waits;
    private final DurableVotes durableVotes;
    private final Acquisition acquisition;
    private final Grants grants;
    private final Quarantine quarantine;
    private final ClockGuard clockGuard;
    private final OpenQuestion asked = new OpenQuestion();
    private final Message message = new Message();
    private final Reply lost = new Reply().set(Reply.Kind.LOST);

    /*
     * Heartbeats that were sent since work was done last; the nodes that were sent one and have not been
     * tended since, a bit each.
     */
    private int beats;
    private int untended;

    /*
     * An input that throws leaves it set: whatever the state is then, no further input builds on it.
     */
    private boolean isInside;

    /**
     * An engine at rest; {@link #start(long)} makes it connect.
     *
     * @param context what it works with.
     */
    public Engine(final EngineContext context, final long nowNs)
    {
        config = context.config();
        meter = context.meter();
        timers = new Timers(nowNs);
        nodes = new Nodes(config, context.connections(), nowNs);
        attempts = new AttemptPool(config, nodes.rtts(), meter);
        tokens = new OwnerTokens(context.tokens(), context.mailbox());
        replyCheck = new ReplyCheck(context.events());

        commands = context.commands();
        final MedianTime time = new MedianTime(nodes, config);
        final Sender sender = new Sender(context.transport(), commands, config, time);
        final Backoff backoff = new Backoff(new SplittableRandom(context.seed()));
        policy = new NodePolicy(
            config, nodes, meter, context.transport(), backoff, context.events(), nowNs);
        deferred = new DeferredReleases(config, nodes, sender, attempts, timers, meter, policy);
        release = new Release(nodes, sender, timers, meter, policy, deferred);
        final Stakes stakes = new Stakes(config, nodes, attempts, timers, policy, backoff, nowNs);
        durableVotes = new DurableVotes(config, commands, attempts, timers, meter, sender, nodes,
            context.transport(), backoff, stakes, replyCheck, this::onVerdict);
        ballot = new Ballot(nodes, meter, durableVotes);
        final Extension extension = new Extension(config, nodes, sender, meter, stakes, ballot);
        tenure = new Tenure(attempts, timers, lines, meter, policy, extension, release);
        backFill = new BackFill(config, attempts, nodes, sender, meter, ballot, tenure);
        final Capacity capacity = new Capacity(nodes, sender, attempts, deferred);
        waits = new Waits(config, capacity, timers, meter, backoff, stakes);
        final Tickets tickets = new Tickets(
            config, nodes, capacity, timers, meter, policy, backoff, time);
        acquisition = new Acquisition(nodes, sender, commands, attempts, timers, lines, meter, tokens,
            new Fences(time, config), ballot, capacity, waits, tickets, tenure, release);
        grants = new Withdrawal(nodes, attempts, durableVotes, tenure, acquisition, tickets,
            config.waiting().isGiven());
        quarantine = new Quarantine(config, timers, meter, context.events(), grants);
        clockGuard = new ClockGuard(config, nodes, meter, quarantine, grants, stakes, context.events());
        heartbeat = new Heartbeat(
            config, nodes, sender, timers, meter, policy, clockGuard, context.events(), context.seed());
        connections = new Connections(
            config, nodes, timers, meter, context.transport(), policy, stakes, heartbeat, context.events());
    }

    /**
     * Limits and times.
     */
    public EngineConfig config()
    {
        return config;
    }

    /**
     * Starts to connect to all nodes.
     */
    public void start(final long nowNs)
    {
        enter();
        connections.connectAll(nowNs);
        leave();
    }

    /**
     * A claim wants its key. The listener gets the outcome, possibly before this returns.
     *
     * @param waitNs 0 for a single attempt; otherwise how long to try and to wait in line.
     */
    public void acquire(final Claim claim, final long waitNs, final long nowNs)
    {
        enter();
        acquisition.acquire(claim, waitNs, nowNs);
        promote(nowNs);
        leave();
    }

    /**
     * The caller gives up. A running acquisition ends with the outcome {@link Outcome#CANCELLED}; otherwise
     * nothing happens.
     */
    public void cancel(final Claim claim, final long nowNs)
    {
        enter();
        acquisition.cancel(claim, Outcome.CANCELLED, nowNs);
        promote(nowNs);
        leave();
    }

    /**
     * The holder wants to hold longer. The listener gets the outcome, possibly before this returns. A time to
     * live that ends before the present validity does not shorten it; the round then says whether a quorum of
     * nodes still has the key.
     *
     * @param term  that the caller believes to hold.
     * @param ttlMs new time to live in milliseconds; 0 for that of the claim's options.
     * @throws IllegalArgumentException if the time to live is neither 0 nor within the bounds of options, or
     *                                  longer than the longest of this engine.
     */
    public void extend(final Claim claim, final long term, final long ttlMs, final long nowNs)
    {
        if (ttlMs != 0)
        {
            checkTtl(ttlMs);
        }
        enter();
        tenure.extend(claim, term, ttlMs, nowNs);
        promote(nowNs);
        leave();
    }

    /**
     * The holder is done. The claim is free for another acquisition as soon as this returns; the listener
     * gets the outcome of the release when it is certain. If nobody shall have the key for a while, the
     * holder included, the nodes keep it for so long from now and then delete it themselves; what is over
     * already is only released. {@link Outcome#RELEASED} says that a quorum has promised so.
     *
     * @param term   that the caller believes to hold.
     * @param keepMs how long the key is kept, in milliseconds; 0 for not at all.
     * @throws IllegalArgumentException if it is negative or longer than the longest time to live of this
     *                                  engine.
     */
    public void release(final Claim claim, final long term, final long keepMs, final long nowNs)
    {
        if (keepMs != 0)
        {
            checkTtl(keepMs);
        }
        enter();
        end(claim, term, keepMs, nowNs);
        leave();
    }

    /**
     * Nobody wanted what was just acquired. Like a release in time, but nobody hears of its outcome.
     *
     * @param term that was acquired.
     */
    public void disown(final Claim claim, final long term, final long nowNs)
    {
        enter();
        if (claim.isHolding(term))
        {
            meter.count(Counter.RELEASES);
            release.begin(tenure.leave(claim, nowNs), 0, 0, nowNs);
            promote(nowNs);
        }
        leave();
    }

    /**
     * The holder has seen on its own clock that the validity of its lease is over, maybe before this engine.
     * The lease is lost, as at its deadline; the listener hears so, unless it has before.
     *
     * @param term that the caller believed to hold.
     */
    public void lapse(final Claim claim, final long term, final long nowNs)
    {
        enter();
        tenure.lapse(claim, term, nowNs);
        promote(nowNs);
        leave();
    }

    private void checkTtl(final long ttlMs)
    {
        ClaimOptions.checkTtl(ttlMs);
        TtlRule.checkLongest(ttlMs, config.longestTtlNs());
    }

    private void end(final Claim claim, final long term, final long keepMs, final long nowNs)
    {
        if (claim.isHolding(term))
        {
            meter.count(Counter.RELEASES);
            if (keepMs > 0)
            {
                meter.count(Counter.RELEASES_AFTER);
            }
            release.begin(tenure.leave(claim, nowNs), claim.term(), keepMs * ClaimOptions.NS_PER_MS, nowNs);
            promote(nowNs);
        }
        else
        {
            final Outcome outcome = claim.hasLost(term) ? Outcome.EXPIRED : Outcome.STALE_TERM;
            claim.listener.onReleased(term, outcome);
        }
    }

    /**
     * Everything offered has left, as far as the sockets took it. The nodes' time to answer begins here:
     * delays since the input that began a round were ours. Call it before taking replies. Validity still
     * counts from the beginning of the round.
     *
     * @param nowNs reading of the monotonic clock from just before the flush.
     */
    public void onFlushed(final long nowNs)
    {
        enter();
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            nodes.at(i).inFlight.onFlushed(attempts, nowNs);
        }
        leave();
    }

    /**
     * A node answered, or its connection was lost with the operation in flight. If the answer shows that
     * questions and answers no longer match, or that the node has changed, the connection ends, and the
     * node's grants no longer count.
     *
     * @param connection    that it came on.
     * @param correlationId of the operation.
     * @param said          what it said.
     * @param nowNs         reading of the monotonic clock after the reply came.
     */
    public void onReply(
        final Connection connection, final long correlationId, final Reply said, final long nowNs)
    {
        enter();
        switch (connection.role())
        {
            case VOTING -> takeReply(connection.node(), correlationId, said, nowNs);
            case CONFIRMING -> durableVotes.onReply(connection.node(), correlationId, said, nowNs);
            default -> throw new IllegalArgumentException(connection + " is no connection of an engine");
        }
        promote(nowNs);
        leave();
    }

    private void takeReply(
        final int nodeIndex, final long correlationId, final Reply said, final long nowNs)
    {
        final Node node = nodes.at(nodeIndex);
        final Reply reply = node.isHungUp() ? lost : said;
        if (!asked.take(commands, node.inFlight, nodeIndex, correlationId))
        {
            meter.count(Counter.REPLIES_UNMATCHED);

            return;
        }

        final OperationKind kind = asked.kind();
        if (reply.kind() != Reply.Kind.LOST)
        {
            policy.onHeard(node, nowNs);
            if (kind != OperationKind.REPLICATION && kind != OperationKind.MEMORY)
            {
                // A heartbeat takes longer than any command of a lock.
                node.rtt.record(nowNs - asked.sentNs, nowNs);
                meter.rtt(nodeIndex, nowNs - asked.sentNs);
            }
        }

        final ReplyCheck.Objection objection =
            replyCheck.objectionTo(nodeIndex, asked.command(), asked.untilNs, node.marker(), reply);
        if (objection != null)
        {
            policy.hangUpOnAnswer(node, objection, nowNs);
            if (objection.isEvicting())
            {
                meter.count(Counter.NODES_EVICTING);
            }
            if (ReplyFacts.isOtherIncarnation(kind, reply, node.marker()))
            {
                quarantine.begin(node, Suspicion.EMPTIED, nowNs);
            }
            else if (objection.isForgetful())
            {
                grants.drop(nodeIndex, nowNs);
            }
        }
        switch (asked.asker)
        {
            case ROUND -> takeReplyToRound(noteAnswer(node, reply, nowNs), reply, nowNs);
            case ASIDE ->
            {
                final Attempt attempt = noteAnswer(node, reply, nowNs);
                backFill.onReply(asked, attempt, reply, nowNs);
                deferred.freeIfDone(attempt);
            }
            case NODE -> heartbeat.onReply(asked, node, reply, nowNs);
        }
        if (clockGuard.takeNewVoter())
        {
            onVoter(nowNs);
        }
    }

    private Attempt noteAnswer(final Node node, final Reply reply, final long nowNs)
    {
        final Attempt attempt = attempts.at(asked.attemptIndex);
        attempt.onAnswered(asked.kind(), node.index, reply.kind() == Reply.Kind.LOST, nowNs);
        clockGuard.onVote(node, asked, attempt, reply, nowNs);
        ballot.noteKey(asked, attempt, reply);

        return attempt;
    }

    private void takeReplyToRound(final Attempt attempt, final Reply reply, final long nowNs)
    {
        switch (asked.kind())
        {
            case ACQUIRE, WAIT -> acquisition.onReply(asked, attempt, reply, nowNs);
            case EXTEND -> tenure.onReply(asked, attempt, reply, nowNs);
            default -> release.onReply(asked, attempt, reply, nowNs);
        }
        deferred.freeIfDone(attempt);
    }

    /**
     * A node has sent what nobody asked for. It loses its connection if that goes beyond its share.
     *
     * @param connection that it came on.
     * @param bytes      of it.
     */
    public void onUnasked(final Connection connection, final long bytes, final long nowNs)
    {
        enter();
        policy.onUnasked(nodes.at(connection.node()), bytes, nowNs);
        leave();
    }

    /**
     * A node has said something on the channel of this client. What is about none of its tokens counts as
     * unasked.
     *
     * @param connection that it came on.
     * @param bytes      hold it, from the first one.
     * @param length     of it.
     */
    public void onMessage(
        final Connection connection, final byte[] bytes, final int length, final long nowNs)
    {
        enter();
        final Node node = nodes.at(connection.node());
        final Message.Kind kind = message.read(bytes, length);
        final Attempt attempt =
            kind == Message.Kind.OTHER ? null : attempts.find(bytes, Message.TOKEN);
        final boolean isOurs = attempt != null &&
            (kind == Message.Kind.WANTED || acquisition.believes(attempt, node.index));
        if (!isOurs || node.isHungUp())
        {
            policy.onUnasked(node, length + TransportHandler.MESSAGE_FRAME, nowNs);
        }
        else if (!node.isUp())
        {
            // Whether it may vote is known when it is; until then it has not said anything that counts.
            meter.count(Counter.STRAGGLERS);
        }
        else if (kind == Message.Kind.WANTED)
        {
            release.onWanted(attempt, node.index, nowNs);
        }
        else
        {
            acquisition.onGiven(attempt, node.index, message, nowNs);
        }
        promote(nowNs);
        leave();
    }

    /**
     * The wall clock of this process was read; do so often, above all after a sleep. If it has gained on the
     * monotonic clock by more than both may differ, this process, or its machine, has stood still, and its
     * monotonic clock with it: then all that nodes have granted ends earlier by as much.
     *
     * @param timeMs   what it showed, in milliseconds since 1970.
     * @param beforeNs reading of the monotonic clock from before that.
     * @param nowNs    reading of the monotonic clock from after that.
     * @return how far it was ahead of the monotonic clock at most; the leases take account of that now.
     */
    public long onWallTime(final long timeMs, final long beforeNs, final long nowNs)
    {
        enter();
        final long aheadNs = clockGuard.onWallTime(timeMs, beforeNs, nowNs);
        if (clockGuard.hasSeenPause())
        {
            final int beaten = heartbeat.beatAll(nowNs);
            beats += Integer.bitCount(beaten);
            untended |= beaten;
        }
        promote(nowNs);
        leave();

        return aheadNs;
    }

    /**
     * A node may vote from now on, unless it may have forgotten locks: then after its quarantine.
     *
     * @param admitted what is known of it on this connection.
     */
    public void onUp(final int nodeIndex, final Admitted admitted, final long nowNs)
    {
        enter();
        final Node node = nodes.at(nodeIndex);
        tokens.stir(nodeIndex, admitted.connectionId());
        dropAll(admitted.formerNodes(), nowNs);
        quarantine.onUp(node, admitted, nowNs);
        untended |= connections.onUp(node, admitted, nowNs);
        clockGuard.onUp(node);
        durableVotes.onNodeUp(nodeIndex, nowNs);
        onVoter(nowNs);
        deferred.drain(node, nowNs);
        tend(nowNs);
        promote(nowNs);
        leave();
    }

    private void dropAll(final int formerNodes, final long nowNs)
    {
        for (int left = formerNodes; left != 0; left &= left - 1)
        {
            grants.drop(Integer.numberOfTrailingZeros(left), nowNs);
        }
    }

    /**
     * A connection ended or could not be made; all its answers have come before.
     *
     * @param reason    kind of end.
     * @param detail    for people.
     * @param hopeless  whether connecting again soon cannot help.
     */
    public void onDown(final int nodeIndex, final DownReason reason, final String detail,
        final boolean hopeless, final long nowNs)
    {
        enter();
        connections.onDown(nodes.at(nodeIndex), reason, detail, hopeless, nowNs);
        if (durableVotes.isAwaited())
        {
            durableVotes.onNodeDown(nodeIndex, nowNs);
            promote(nowNs);
        }
        leave();
    }

    /**
     * The second connection to a node is up, over which it confirms that votes are durable. It leads to the
     * process that the node's own connection leads to.
     */
    public void onSideUp(final int nodeIndex, final long nowNs)
    {
        enter();
        durableVotes.onUp(nodeIndex);
        tenure.onVoter(nowNs);
        leave();
    }

    /**
     * The second connection to a node has ended, or could not be made.
     *
     * @return why this engine has ended it, for people; null if it has not, or ended the node's own, too.
     */
    public String onSideDown(final int nodeIndex, final long nowNs)
    {
        enter();
        final String why = durableVotes.onDown(nodeIndex, nowNs);
        promote(nowNs);
        leave();

        return why;
    }

    private void onVerdict(
        final OpenQuestion granted, final Attempt attempt, final boolean isDurable, final long nowNs)
    {
        if (granted.kind().isAcquisition())
        {
            acquisition.onVerdict(granted, attempt, isDurable, nowNs);
        }
        else
        {
            tenure.onVerdict(granted, attempt, isDurable, nowNs);
        }
    }

    /**
     * Does what is due: deadlines, retries, extensions, heartbeats, deferred releases. Call it after the
     * replies that had arrived by {@code nowNs}, so that a stall of this thread does not count as a stall of
     * the nodes. So this reading is older than those of the replies.
     *
     * @param nowNs reading of the monotonic clock from before the replies were taken.
     * @return amount of work done.
     */
    public int doWork(final long nowNs)
    {
        enter();
        int work = timers.poll(nowNs, onTimer) + beats;
        beats = 0;
        deferred.hangUpOnNodesThatKeepAll(nowNs);
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (node.releases.size() > 0)
            {
                work += deferred.drain(node, nowNs);
            }
        }
        work += durableVotes.ask(nowNs);
        if (work > 0)
        {
            promote(nowNs);
        }
        leave();

        return work;
    }

    /**
     * The instant until which only inputs cause work.
     *
     * @param limitNs instant to return if nothing comes before.
     * @return an instant of the monotonic clock.
     */
    public long nextDeadlineNs(final long limitNs)
    {
        return timers.nextNs(limitNs);
    }

    /**
     * Whether a node owes an answer, so that something may happen before the next deadline.
     */
    public boolean isAwaitingReplies()
    {
        return nodes.isAwaitingReplies();
    }

    /**
     * Refuses new acquisitions, and else goes on: leases are extended, and nodes are connected.
     */
    public void denyNew()
    {
        enter();
        acquisition.close();
        leave();
    }

    /**
     * Refuses new acquisitions, and connects again only where releases wait to be delivered. Claims are not
     * touched: their owner cancels or releases them, with {@link #shed(Claim, long)}.
     */
    public void close()
    {
        enter();
        acquisition.close();
        policy.connectForReleasesOnly();
        leave();
    }

    /**
     * Counts unconfirmed releases at the end of this engine.
     */
    public void abandon()
    {
        deferred.abandonAll();
    }

    /**
     * Ends a claim's work: a waiting one is denied with {@link Outcome#CLOSED}, a held one is released.
     *
     * @param claim to end.
     */
    public void shed(final Claim claim, final long nowNs)
    {
        enter();
        if (claim.state() == Claim.State.HELD)
        {
            end(claim, claim.term(), 0, nowNs);
        }
        else
        {
            acquisition.cancel(claim, Outcome.CLOSED, nowNs);
            promote(nowNs);
        }
        leave();
    }

    /**
     * Owner tokens that may still be on some node: attempts, leases, and releases not yet confirmed by all.
     *
     * @return 0 when nothing of this engine is left anywhere, as far as it can know.
     */
    public int tokensOut()
    {
        return attempts.inUse();
    }

    /**
     * Timers that are armed: one per node, and those of claims and attempts. Timers are lazy, so a useless
     * one may stay armed for up to half a second; after that a quiet engine has one per node.
     *
     * @return the number, for tests and metrics.
     */
    public int timersArmed()
    {
        return timers.count();
    }

    /**
     * Whether a node may vote, as it may while its connection is up.
     */
    public boolean isUp(final int nodeIndex)
    {
        return nodes.at(nodeIndex).isUp();
    }

    /**
     * Number of nodes that may vote: 0 to N.
     */
    public int upCount()
    {
        return nodes.upCount();
    }

    /**
     * Present timeout of a node for a long time to live, in nanoseconds.
     */
    public long nodeTimeoutNs(final int nodeIndex)
    {
        return nodes.at(nodeIndex).rtt.timeoutNs(Long.MAX_VALUE);
    }

    private void onTimer(final Timed timed, final long nowNs)
    {
        if (timed instanceof Claim claim)
        {
            if (claim.state() == Claim.State.HELD)
            {
                tenure.onTimer(claim.attempt(), nowNs);
            }
            else
            {
                acquisition.onTimer(claim, nowNs);
            }
        }
        else if (timed instanceof Attempt attempt)
        {
            release.onTimer(attempt, nowNs);
        }
        else if (timed instanceof Node node)
        {
            deferred.sweep(node, nowNs);
            untended |= connections.onTimer(node, nowNs);
            tend(nowNs);
            if (quarantine.endIfOver(node, nowNs))
            {
                onVoter(nowNs);
            }
        }
        else if (timed instanceof SideLink side)
        {
            durableVotes.onTimer(side, nowNs);
        }
    }

    private void tend(final long nowNs)
    {
        for (; untended != 0; untended &= untended - 1)
        {
            final Node node = nodes.at(Integer.numberOfTrailingZeros(untended));
            if (node.isUp() && !node.isHungUp())
            {
                backFill.onBeat(node, nowNs);
                durableVotes.onBeat(node.index, nowNs);
            }
        }
    }

    private void onVoter(final long nowNs)
    {
        waits.onVoter(nowNs);
        tenure.onVoter(nowNs);
    }

    private void promote(final long nowNs)
    {
        do
        {
            for (Claim claim = lines.poll(); claim != null; claim = lines.poll())
            {
                acquisition.takeOver(claim, nowNs);
            }
        }
        while (acquisition.useRoom(nowNs));
    }

    private void enter()
    {
        if (isInside)
        {
            throw new IllegalStateException(NESTED);
        }
        isInside = true;
    }

    private void leave()
    {
        isInside = false;
    }
}
