// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.Round;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.node.Wire;
import dev.redlock.engine.settings.Meter;
import dev.redlock.engine.watch.NodePolicy;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.engine.wire.VoteRule;
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
    private final Wire wire;
    private final Timers timers;
    private final Meter meter;
    private final NodePolicy policy;
    private final DeferredReleases deferred;

    public Release(final Nodes nodes, final Wire wire, final Timers timers, final Meter meter,
        final NodePolicy policy, final DeferredReleases deferred)
    {
        this.nodes = nodes;
        this.wire = wire;
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
        attempt.letGo(term, keepNs, nowNs);
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (!attempt.mayHoldAt(i))
            {
                attempt.settle(i, false);
            }
            else if (!attempt.takeOffer(i, wire.release(nodes.at(i), attempt, nowNs)))
            {
                deferred.defer(attempt, nodes.at(i), nowNs);
            }
        }
        answerOrWait(attempt, nowNs);
        deferred.freeIfDone(attempt);
    }

    public void onReply(final OpenQuestion asked, final Attempt attempt, final Reply reply, final long nowNs)
    {
        final OperationKind kind = asked.kind();
        final Node node = nodes.at(asked.nodeIndex);
        final Vote vote = VoteRule.of(kind, reply);

        if (!attempt.mayHoldAt(node.index))
        {
            attempt.settle(node.index, false);
        }
        else if (vote != Vote.FAULTED)
        {
            takeAnswer(asked, attempt, node, vote, nowNs);
        }
        else if (!resend(kind, attempt, node, reply, nowNs))
        {
            takeFault(kind, attempt, node, reply, nowNs);
        }
        answerIfDecided(attempt, nowNs);
    }

    private void takeFault(
        final OperationKind kind, final Attempt attempt, final Node node, final Reply reply, final long nowNs)
    {
        if (VoteRule.isError(Vote.FAULTED, reply))
        {
            if (!VoteRule.isScriptMissing(kind, reply))
            {
                meter.count(Counter.NODE_ERRORS);
            }
            policy.onReleaseRefused(node, nowNs);
            deferred.leaveWhatIsTooMuch(node, reply.errorCode());
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
        attempt.releasedAt(node.index);
        final boolean isKept = asked.kind().isReleaseAfter() ||
            attempt.isFenced() && attempt.keptForMs(asked.sentNs) > 0;
        attempt.settle(node.index, isKept && vote == Vote.GRANTED);
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
        final OperationKind kind, final Attempt attempt, final Node node, final Reply reply, final long nowNs)
    {
        int offered = Transport.NOT_CONNECTED;

        if (VoteRule.isScriptMissing(kind, reply))
        {
            meter.count(Counter.SCRIPTS_RESENT);
            offered = wire.sendText(node, kind, attempt, nowNs);
        }
        else if (kind == OperationKind.RELEASE_NATIVE && isUnsupported(reply.errorCode()))
        {
            node.releaseByScript();
            offered = wire.release(node, attempt, nowNs);
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
            final long term = attempt.releasing.answer();
            timers.tidy(attempt, nowNs);
            final Outcome outcome = outcomeOf(attempt);
            if (outcome == Outcome.UNKNOWN)
            {
                meter.count(Counter.RELEASES_UNKNOWN);
            }
            meter.released(round.startNs - attempt.startNs(), nowNs - round.startNs);
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
