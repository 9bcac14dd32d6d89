// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.Round;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.node.Sender;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.watch.NodePolicy;
import dev.redlock.engine.wire.NodeCommand;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.TallyState;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * The end of an owner token: told to every node that may hold it, sent again where it could not be delivered,
 * until every node is certainly without it or the time to live has made it moot.
 * <p>
 * A node settles a release round when it is certainly without our key: deleted, not ours, or never asked. If
 * the key is to be kept for a while, only a node that has promised to keep it settles the round; what could
 * not be delivered is then sent with the time that is left, and as a plain release after it.
 */
public final class Release
{
    private final Nodes nodes;
    private final Sender sender;
    private final Timers timers;
    private final Meter meter;
    private final NodePolicy policy;
    private final DeferredReleases deferred;

    public Release(final Nodes nodes, final Sender sender, final Timers timers, final Meter meter,
        final NodePolicy policy, final DeferredReleases deferred)
    {
        this.nodes = nodes;
        this.sender = sender;
        this.timers = timers;
        this.meter = meter;
        this.policy = policy;
        this.deferred = deferred;
    }

    /**
     * Releases a token. From here on only releases are sent with it.
     *
     * @param term   as the claim's owner is told of the outcome; 0 if it is not.
     * @param keepNs how long the nodes are to keep the key; 0 for not at all.
     */
    public void begin(final Attempt attempt, final long term, final long keepNs, final long nowNs)
    {
        if (attempt.claim.place.line.isWanted())
        {
            attempt.want();
        }
        attempt.letGo(term, keepNs, nowNs, nodes.members());
        tellNodes(attempt, nowNs);
    }

    /**
     * Releases a token that shares the nodes with those of other clients.
     *
     * @param isLeftToNext whether nodes give what they have granted to the next in line.
     */
    public void yield(final Attempt attempt, final boolean isLeftToNext, final long nowNs)
    {
        attempt.letGo(0, 0, nowNs, nodes.members());
        if (!isLeftToNext)
        {
            attempt.releasing.giveToNobody();
        }
        tellNodes(attempt, nowNs);
    }

    private void tellNodes(final Attempt attempt, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (!attempt.mayHoldAt(i))
            {
                attempt.settle(i, false);
            }
            else if (!attempt.takeOffer(i, sender.release(nodes.at(i), attempt, nowNs)))
            {
                deferred.defer(attempt, nodes.at(i), nowNs);
            }
        }
        answerOrWait(attempt, nowNs);
        deferred.freeIfDone(attempt);
    }

    /**
     * A node says that somebody waits for the lock of a token. If its release has gone out, and did not tell
     * the node to give it, that is said now.
     */
    public void onWanted(final Attempt attempt, final int nodeIndex, final long nowNs)
    {
        attempt.claim.place.line.want(true);
        attempt.want();
        if (attempt.phase == Attempt.Phase.RELEASING)
        {
            again(attempt, nodeIndex, nowNs);
        }
    }

    /**
     * Tells a node once more.
     */
    public void again(final Attempt attempt, final int nodeIndex, final long nowNs)
    {
        if (!attempt.releasing.isQueuedAt(nodeIndex))
        {
            sender.release(nodes.at(nodeIndex), attempt, nowNs);
        }
    }

    public void onReply(final OpenQuestion asked, final Attempt attempt, final Reply reply, final long nowNs)
    {
        final NodeCommand command = asked.command();
        final Node node = nodes.at(asked.nodeIndex);
        final Vote vote = attempt.primitive().vote(command, reply);
        if (ReplyFacts.tellsWaiting(command.kind(), reply))
        {
            seeLine(attempt, reply);
        }

        if (!attempt.mayHoldAt(node.index))
        {
            attempt.settle(node.index, false);
        }
        else if (vote != Vote.FAULTED)
        {
            takeAnswer(asked, attempt, node, vote, nowNs);
        }
        else if (!resend(command, attempt, node, reply, nowNs))
        {
            takeFault(command, attempt, node, reply, nowNs);
        }
        answerIfDecided(attempt, nowNs);
    }

    private void seeLine(final Attempt attempt, final Reply reply)
    {
        final long waiting = ReplyFacts.waiting(reply);
        attempt.releasing.seeWaiting(waiting);
        if (waiting > 0)
        {
            attempt.claim.place.line.want(true);
        }
        if (ReplyFacts.isPassed(reply) && attempt.releasing.passOn())
        {
            meter.count(Counter.LOCKS_PASSED);
        }
    }

    private void takeFault(
        final NodeCommand command, final Attempt attempt, final Node node, final Reply reply,
        final long nowNs)
    {
        if (attempt.primitive().isError(Vote.FAULTED, reply))
        {
            if (!command.isScriptMissing(reply))
            {
                meter.count(Counter.NODE_ERRORS);
            }
            policy.onReleaseRefused(node, nowNs);
            if (!attempt.releasing.isQueuedAt(node.index))
            {
                // It takes no more room if it waits there already, having been sent twice.
                deferred.leaveWhatIsTooMuch(node, reply.errorCode());
            }
        }
        attempt.releasing.doubtAt(node.index);
        deferred.defer(attempt, node, nowNs);
        attempt.round.tally.add(node.index, Vote.FAULTED);
    }

    /*
     * A key that had been granted and is not there is a sign that the lease was lost, unless an earlier
     * release of which we have no answer may have deleted it.
     */
    private void takeAnswer(final OpenQuestion asked, final Attempt attempt, final Node node, final Vote vote,
        final long nowNs)
    {
        if (vote == Vote.REFUSED && attempt.standing.counts(node.index) &&
            !attempt.releasing.isUnclearAt(node.index))
        {
            attempt.releasing.missAt(node.index);
        }
        if (asked.kind() == OperationKind.RELEASE_AFTER && vote == Vote.REFUSED && attempt.isInLine() &&
            sender.leaveLine(node, attempt, nowNs) == Transport.ACCEPTED)
        {
            // It has nothing to keep there, and a place in line; the answer to that settles it.
            return;
        }
        attempt.releasedAt(node.index);
        attempt.settle(node.index, vote == Vote.GRANTED && asked.kind() == OperationKind.RELEASE_AFTER);
        if (policy.refusesReleases(node))
        {
            policy.onReleaseTaken(node, nowNs);
            deferred.drain(node, nowNs);
        }
    }

    /*
     * If one way fails, tries the other, on the same connection (this runs inside the reply's callback): the
     * script's text if it is not cached, the script if the native command does not work. The text is the last
     * resort, so this ends.
     */
    private boolean resend(
        final NodeCommand command, final Attempt attempt, final Node node, final Reply reply,
        final long nowNs)
    {
        int offered = Transport.NOT_CONNECTED;

        if (command.isScriptMissing(reply))
        {
            meter.count(Counter.SCRIPTS_RESENT);
            offered = sender.sendText(node, command, attempt, nowNs);
        }
        else if (command.kind() == OperationKind.PASS && reply.kind() == Reply.Kind.ERROR)
        {
            attempt.refuseLineAt(node.index);
            offered = sender.release(node, attempt, nowNs);
        }
        else if (!command.isScript() && isUnsupported(reply.errorCode()))
        {
            node.releaseByScript();
            offered = sender.release(node, attempt, nowNs);
        }

        return offered == Transport.ACCEPTED;
    }

    private static boolean isUnsupported(final ErrorCode error)
    {
        return error == ErrorCode.NOPERM || error == ErrorCode.UNKNOWN_COMMAND || error == ErrorCode.OTHER;
    }

    public void onTimer(final Attempt attempt, final long nowNs)
    {
        if (attempt.phase == Attempt.Phase.RELEASING && attempt.releasing.isAwaited())
        {
            attempt.expire(nowNs, meter);
            answerOrWait(attempt, nowNs);
        }
    }

    private void answerOrWait(final Attempt attempt, final long nowNs)
    {
        answerIfDecided(attempt, nowNs);
        if (attempt.releasing.isAwaited())
        {
            timers.arm(attempt, attempt.round.nextDueNs(nowNs));
        }
    }

    private void answerIfDecided(final Attempt attempt, final long nowNs)
    {
        final Round round = attempt.round;
        if (attempt.releasing.isAwaited() && !round.isPending())
        {
            if (attempt.releasing.isNobodyWaiting())
            {
                attempt.claim.place.line.want(false);
            }
            final long term = attempt.releasing.answer();
            timers.tidy(attempt, nowNs);
            final Outcome outcome = outcomeOf(attempt);
            if (outcome == Outcome.UNKNOWN)
            {
                meter.count(Counter.RELEASES_UNKNOWN);
            }
            meter.released(round.startNs - attempt.wonFromNs(), nowNs - round.startNs);
            attempt.claim.listener.onReleased(term, outcome);
        }
    }

    /*
     * If so many granting nodes say that the key is gone that no quorum held it, then the lease was over
     * before the release, whatever its deadline.
     */
    private Outcome outcomeOf(final Attempt attempt)
    {
        final boolean isUnsettled = attempt.round.tally.state() == TallyState.LOST;
        final boolean wasLost = !attempt.standing.isQuorumWithout(attempt.releasing.absentAt());
        if (isUnsettled && !(attempt.releasing.isKept() && wasLost))
        {
            return Outcome.UNKNOWN;
        }

        return attempt.releasing.isLate() || wasLost ? Outcome.EXPIRED : Outcome.RELEASED;
    }
}
