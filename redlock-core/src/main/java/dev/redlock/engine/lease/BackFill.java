// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.node.Sender;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Validity;
import dev.redlock.quorum.Vote;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * Keeps up the strength of leases. With each heartbeat of a node it asks that node once more for the votes
 * that leases lack (a back-fill), and, if a lease is watched, whether the key is still there.
 */
public final class BackFill
{
    /*
     * Why this is safe. Nothing is asked once the lease has ended: a release, or a loss, leaves on the same
     * connection after it, and to every node that was asked. A vote ends where an honest validity from its
     * own sending ends, and no later than the lease as it stands. To a node that has the key the question
     * is an extension that lengthens nothing: it answers whether the key is ours. A fenced one also brings
     * back a key if the fence proves that nobody else was granted it.
     *
     * A key that is set anew keeps others out from then on, and not before. Suppose that three of five
     * nodes lose the key at once, and the holder learns of one after the other, and sets it again each
     * time: a quorum would seem to stand all the time, but somebody else may have had the lock in between.
     * So these votes stand in reserve: they are no part of what the lease rests on, until an extension is
     * won without them after they were granted. By then its quorum has had the key all the time, and they
     * have it.
     *
     * A node that may have the key is asked by extension first: SET NX would take our own key, set by a
     * question whose answer was lost, for another's. If it has not, it gets the SET then. So a lease asks a
     * node for a missing vote once per round, with two commands at the most, and again when it has
     * restarted.
     *
     * A vote that has to be durable is not asked for here: only a round waits until it is.
     *
     * All leases of a large client at once would fill the room of a node: so many are asked per heartbeat,
     * and the others with the next ones, in turn.
     */
    private static final int SHARE_OF_ROOM = 4;

    private static final long NS_PER_US = 1_000;

    private final Drift drift;
    private final int mostPerBeat;
    private final AttemptPool attempts;
    private final Nodes nodes;
    private final Sender sender;
    private final Meter meter;
    private final Ballot ballot;
    private final Tenure tenure;

    /*
     * By node: the attempt with which it goes on at the next heartbeat.
     */
    private final int[] tendedTo;

    public BackFill(final EngineConfig config, final AttemptPool attempts, final Nodes nodes,
        final Sender sender, final Meter meter, final Ballot ballot, final Tenure tenure)
    {
        drift = config.drift();
        mostPerBeat = config.maxInFlightPerNode() / SHARE_OF_ROOM;
        this.attempts = attempts;
        this.nodes = nodes;
        this.sender = sender;
        this.meter = meter;
        this.ballot = ballot;
        this.tenure = tenure;
        tendedTo = config.slots().ints();
    }

    /**
     * The node has been sent a heartbeat: what leases want of it leaves with that.
     */
    public void onBeat(final Node node, final long nowNs)
    {
        final int capacity = attempts.capacity();
        int unseen = attempts.inUse();
        int asked = 0;
        int index = tendedTo[node.index];
        for (int i = 0; i < capacity && unseen > 0 && asked < mostPerBeat; i++)
        {
            final Attempt attempt = attempts.at(index);
            index = index + 1 == capacity ? 0 : index + 1;
            if (attempt.phase != Attempt.Phase.FREE)
            {
                unseen--;
                asked += attempt.phase == Attempt.Phase.HOLDING && tend(node, attempt, nowNs) ? 1 : 0;
            }
        }
        tendedTo[node.index] = unseen > 0 ? index : 0;
    }

    /*
     * A running extension asks by itself.
     */
    private boolean tend(final Node node, final Attempt attempt, final long nowNs)
    {
        if (attempt.extending.isRunning() || attempt.isAskedAside(node.index))
        {
            return false;
        }

        final boolean isLacking = !attempt.standing.standsUntil(node.index, attempt.validUntilNs());
        final boolean isFilled = attempt.isFilledAt(node.index) || attempt.isDurable();
        if (isLacking && !isFilled && attempt.isAnswered())
        {
            return fill(node, attempt, nowNs);
        }
        // A node whose vote does not stand may still be asked for it: a refusal says nothing of what comes.
        if (attempt.claim.options.isWatched() && attempt.standing.stands(node.index))
        {
            final NodeCommand command = attempt.primitive().extend(node.releaseMethod());

            return ask(node, command, Counter.WATCHES, attempt, nowNs);
        }

        return false;
    }

    private boolean fill(final Node node, final Attempt attempt, final long nowNs)
    {
        final ReleaseMethod method = node.releaseMethod();
        final NodeCommand command = attempt.mayCarryAt(node.index) ?
            attempt.primitive().extend(method) : attempt.primitive().acquire(method);
        final boolean isAsked = ask(node, command, Counter.BACK_FILLS, attempt, nowNs);
        if (isAsked)
        {
            attempt.fillAt(node.index);
        }

        return isAsked;
    }

    private boolean ask(final Node node, final NodeCommand command, final Counter counter,
        final Attempt attempt, final long nowNs)
    {
        final boolean isAsked = !node.isDoubtful() && send(node, command, attempt, nowNs);
        if (isAsked)
        {
            meter.count(counter);
        }

        return isAsked;
    }

    private boolean send(final Node node, final NodeCommand command, final Attempt attempt, final long nowNs)
    {
        final boolean isAcquisition = command.kind().isAcquisition();
        final long leftNs = attempt.validUntilNs() - nowNs;
        if (leftNs < ClaimOptions.NS_PER_MS || isAcquisition && isTokenTooOld(node, attempt, nowNs))
        {
            return false;
        }

        final boolean isSent = sender.sendAside(node, command, attempt, Validity.ttlNs(leftNs, drift),
            attempt.validUntilNs(), nowNs) == Transport.ACCEPTED;
        if (isSent)
        {
            attempt.onOfferedAside(node.index);
        }
        if (isSent && isAcquisition)
        {
            attempt.standing.reserve(node.index);
        }

        return isSent;
    }

    private static boolean isTokenTooOld(final Node node, final Attempt attempt, final long nowNs)
    {
        return node.clock.knowsTime() && attempt.primitive().isTokenTooOld(
            attempt.fencingToken(), node.clock.timeNs(nowNs) / NS_PER_US);
    }

    /**
     * A node answered a question of ours, perhaps after the end of the lease.
     */
    public void onReply(final OpenQuestion asked, final Attempt attempt, final Reply reply, final long nowNs)
    {
        final int nodeIndex = asked.nodeIndex;
        final Node node = nodes.at(nodeIndex);
        final boolean isHolding = attempt.phase == Attempt.Phase.HOLDING;
        final boolean isScriptMissing = asked.command().isScriptMissing(reply);
        attempt.onAnsweredAside(nodeIndex);
        if (isScriptMissing && isHolding && send(node, asked.command().withText(), attempt, nowNs))
        {
            meter.count(Counter.SCRIPTS_RESENT);

            return;
        }

        final Vote said = attempt.primitive().vote(asked.command(), reply);
        final Vote vote = ballot.count(asked, attempt, said, reply, nowNs);
        if (isHolding && vote != Vote.FAULTED)
        {
            takeVote(node, asked, attempt, vote, nowNs);
        }
    }

    private void takeVote(
        final Node node, final OpenQuestion asked, final Attempt attempt, final Vote vote, final long nowNs)
    {
        final boolean stood = attempt.standing.stands(node.index);
        final boolean isToBeSet = vote == Vote.REFUSED && attempt.isFilledAt(node.index) &&
            !asked.kind().isAcquisition() && !attempt.mayCarryAt(node.index);
        if (vote == Vote.GRANTED && attempt.mayCarryAt(node.index) && !attempt.isDurable())
        {
            attempt.standing.grant(node.index, asked.untilNs);
        }
        else if (vote == Vote.REFUSED && stood)
        {
            meter.count(Counter.KEYS_GONE);
            attempt.standing.drop(node.index);
        }
        else if (isToBeSet)
        {
            send(node, attempt.primitive().acquire(node.releaseMethod()), attempt, nowNs);
        }
        tenure.onAside(attempt, nowNs);
    }
}
