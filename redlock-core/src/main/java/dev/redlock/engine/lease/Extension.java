// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.ExtensionProgress;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.node.Sender;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.watch.Stakes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Drift;
import dev.redlock.quorum.TallyState;
import dev.redlock.quorum.Validity;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.Reply;

/**
 * The rounds that extend a lease. They change the standing votes; {@link Tenure} decides what this means for
 * the lease, and when to look again.
 */
public final class Extension
{
    /*
     * A round never asks a node that is certainly without our key: to bring it back is for back-fills. A
     * grant is worth what was really sent, so the validity comes from whole milliseconds, cut to the maximum
     * hold. Once it is cut, further extensions gain nothing.
     *
     * The holder's own request supersedes a running round, so that the answer is for the requested time to
     * live; later grants of the older round still add strength.
     *
     * Automatic extension comes at a third of the time to live, so that two more tries fit in; after a round
     * without a decision it comes again at a twelfth. It is brought forward to the next line of a grid of
     * about a thousandth of the time to live, but no more than some 17 ms, so that the extensions of many
     * leases leave together, in one write per node: one by one, ten thousand of them cost a good part of a
     * core. The grid saves wake-ups; a coarser one would only make larger batches.
     *
     * While nodes are away that a quorum needs, a try is for nothing: the next comes as soon as they are
     * back, and meanwhile one at a twelfth says how it stands.
     */
    private static final int EXTEND_AT = 3;
    private static final int GRID_LINES = 1024;
    private static final long WIDEST_GRID_NS = 1L << 24;
    private static final int EXTEND_AGAIN_AT = 12;

    /*
     * What nodes have given lasts for more than half a second: a lock that is released before this costs them
     * no command more.
     */
    private static final long PROLONG_AFTER_NS = 5_000_000;

    private final Drift drift;
    private final Nodes nodes;
    private final Sender sender;
    private final Meter meter;
    private final Stakes stakes;
    private final Ballot ballot;

    public Extension(final EngineConfig config, final Nodes nodes, final Sender sender, final Meter meter,
        final Stakes stakes, final Ballot ballot)
    {
        drift = config.drift();
        this.nodes = nodes;
        this.sender = sender;
        this.meter = meter;
        this.stakes = stakes;
        this.ballot = ballot;
    }

    /**
     * Sets the time of the next automatic extension. The deadline may have moved back since the round began.
     */
    void plan(final Attempt attempt)
    {
        final long ttlNs = attempt.round.ttlNs();
        final long gridNs = Math.min(WIDEST_GRID_NS, Long.highestOneBit(ttlNs / GRID_LINES | 1));
        final long begunNs = attempt.validUntilNs() - Validity.untilNs(0, ttlNs, drift);
        final long startNs = attempt.round.startNs + Math.min(0, begunNs - attempt.round.startNs);
        attempt.extending.plan(startNs + ttlNs / EXTEND_AT & -gridNs);
    }

    /**
     * The deadline has moved back: two more tries are to fit in what is left.
     */
    void bringForward(final Attempt attempt, final long nowNs)
    {
        attempt.extending.bringForward(nowNs + (attempt.validUntilNs() - nowNs) / EXTEND_AT);
    }

    /**
     * The next automatic extension comes at once.
     */
    void hasten(final Attempt attempt, final long nowNs)
    {
        attempt.extending.plan(nowNs);
    }

    /**
     * What is due begins.
     */
    void goOn(final Attempt attempt, final long nowNs)
    {
        if (attempt.extending.isProlonging())
        {
            prolong(attempt, nowNs);
        }
        else
        {
            begin(attempt, attempt.claim.options.ttlNs(), nowNs);
        }
    }

    /**
     * Starts a round, unless a limit is reached.
     *
     * @return whether it was started; it may have ended, too.
     */
    boolean begin(final Attempt attempt, final long ttlNs, final long nowNs)
    {
        final ClaimOptions options = attempt.claim.options;
        // A pause of ours in the middle of an attempt may have used up more than there was.
        final long leftNs = Math.max(0, attempt.wonFromNs() + options.maxHoldNs() - nowNs);
        final long pxNs = Math.min(ttlNs, leftNs) / ClaimOptions.NS_PER_MS * ClaimOptions.NS_PER_MS;
        final boolean isCut = pxNs < ttlNs;
        final boolean isGain = Validity.untilNs(nowNs, pxNs, drift) - attempt.validUntilNs() > 0;

        final ExtensionProgress extending = attempt.extending;
        if (extending.count() >= options.maxExtensions() || isCut && (extending.isLimitReached() || !isGain))
        {
            extending.reachLimit();

            return false;
        }

        extending.begin(isCut, attempt.standing.reserved() & ~attempt.asideAt());
        ask(attempt, pxNs, nowNs);

        return true;
    }

    /**
     * What nodes have given ends soon, and is prolonged unless it is released before that.
     */
    void prolongSoon(final Attempt attempt, final long nowNs)
    {
        attempt.extending.prolongAt(nowNs + PROLONG_AFTER_NS);
    }

    /*
     * Asks the nodes for as long as the lock was wanted. A part of its acquisition, so it reaches no limit.
     */
    private void prolong(final Attempt attempt, final long nowNs)
    {
        final ClaimOptions options = attempt.claim.options;
        final long leftNs = attempt.wonFromNs() + options.maxHoldNs() - nowNs;
        final long pxNs = Math.min(options.ttlNs(), leftNs) / ClaimOptions.NS_PER_MS * ClaimOptions.NS_PER_MS;
        attempt.extending.prolong(pxNs > 0);
        if (pxNs > 0)
        {
            ask(attempt, pxNs, nowNs);
        }
    }

    private void ask(final Attempt attempt, final long ttlNs, final long nowNs)
    {
        meter.count(Counter.EXTENSIONS);
        attempt.beginRound(nowNs, ttlNs, nodes.members());
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (attempt.mayCarryAt(i))
            {
                attempt.takeOffer(i, sender.extend(nodes.at(i), attempt, nowNs));
            }
            else
            {
                attempt.explain(i, Cause.NOT_ASKED);
                attempt.round.tally.add(i, Vote.REFUSED);
            }
        }
        endIfDecided(attempt, nowNs);
    }

    /**
     * Takes the reply to one of our operations. The vote of an earlier round counts for the lease, with the
     * instant at which it ends, but not for the present round.
     */
    void onReply(final OpenQuestion asked, final Attempt attempt, final Reply reply, final long nowNs)
    {
        final boolean isCurrent = isCurrent(asked, attempt);
        final boolean isScriptMissing = asked.command().isScriptMissing(reply);

        if (isCurrent && isScriptMissing && attempt.mayCarryAt(asked.nodeIndex))
        {
            // Inside the reply's callback, so the text goes out on the connection that missed the script.
            meter.count(Counter.SCRIPTS_RESENT);
            final Node node = nodes.at(asked.nodeIndex);
            attempt.takeOffer(node.index, sender.sendText(node, asked.command(), attempt, nowNs));
        }
        else
        {
            // A node that certainly lacks our key cannot get it back, whatever an overtaken reply says.
            final Vote said = attempt.mayCarryAt(asked.nodeIndex) ?
                attempt.primitive().vote(asked.command(), reply) : Vote.REFUSED;
            final Vote vote = ballot.take(asked, attempt, said, reply, isCurrent, nowNs);
            if (vote != null)
            {
                takeVote(asked, attempt, vote, isCurrent);
            }
        }
    }

    private static boolean isCurrent(final OpenQuestion asked, final Attempt attempt)
    {
        return attempt.extending.isRunning() && asked.isOf(attempt.round);
    }

    /**
     * A grant that had to be durable is, or is not: then the node's last one stands.
     */
    void onVerdict(
        final OpenQuestion asked, final Attempt attempt, final boolean isDurable, final long nowNs)
    {
        final boolean isCurrent = isCurrent(asked, attempt);
        if (attempt.mayCarryAt(asked.nodeIndex))
        {
            final Vote vote = ballot.verdict(asked, attempt, isDurable, isCurrent, nowNs);
            takeVote(asked, attempt, vote, isCurrent);
        }
        else
        {
            if (isCurrent)
            {
                attempt.explain(asked.nodeIndex, Cause.HELD_BY_ANOTHER);
            }
            takeVote(asked, attempt, Vote.REFUSED, isCurrent);
        }
    }

    private void takeVote(
        final OpenQuestion asked, final Attempt attempt, final Vote vote, final boolean isCurrent)
    {
        final int nodeIndex = asked.nodeIndex;
        if (vote == Vote.GRANTED)
        {
            attempt.standing.grant(nodeIndex, asked.untilNs);
        }
        else if (vote == Vote.REFUSED)
        {
            if (attempt.standing.stands(nodeIndex))
            {
                meter.count(Counter.KEYS_GONE);
            }
            attempt.standing.drop(nodeIndex);
        }

        if (isCurrent)
        {
            // What rests on a key that was set anew is no proof that nobody else had the lock before.
            final boolean isReserve = vote == Vote.GRANTED && attempt.standing.isReserve(nodeIndex);
            attempt.round.tally.add(nodeIndex, isReserve ? Vote.FAULTED : vote);
        }
        else
        {
            meter.count(Counter.STRAGGLERS);
        }
    }

    /**
     * Takes back the grant of a node that has restarted.
     */
    void onRestart(final Attempt attempt, final int nodeIndex)
    {
        attempt.round.tally.withdraw(nodeIndex);
        attempt.explain(nodeIndex, Cause.DISCONNECTED);
    }

    void timeOutNodes(final Attempt attempt, final long nowNs)
    {
        attempt.round.forgiveStall(nowNs);
        attempt.expire(nowNs, meter);
        endIfDecided(attempt, nowNs);
    }

    void endIfDecided(final Attempt attempt, final long nowNs)
    {
        final TallyState state = attempt.round.tally.state();
        final ExtensionProgress extending = attempt.extending;
        if (!extending.isRunning() || state == TallyState.PENDING)
        {
            return;
        }

        final ClaimOptions options = attempt.claim.options;
        if (state == TallyState.WON &&
            Validity.isWorthHaving(attempt.validUntilNs(), options.minValidityNs(), nowNs))
        {
            meter.count(Counter.EXTENSIONS_WON);
            extending.end(true);
            attempt.standing.absorb(extending.resetAt());
            meter.extended(nowNs - attempt.round.startNs);
            plan(attempt);
            answer(attempt, Outcome.EXTENDED);
        }
        else
        {
            meter.count(Counter.EXTENSIONS_INCONCLUSIVE);
            extending.end(false);
            extending.plan(nowNs + options.ttlNs() / EXTEND_AGAIN_AT);
            hurry(attempt, nowNs);
            answer(attempt, Outcome.INCONCLUSIVE);
        }
    }

    /*
     * There is time for some more tries if the nodes are there; if not, for some more looks at them.
     */
    private void hurry(final Attempt attempt, final long nowNs)
    {
        if (stakes.isExtensible(attempt, nowNs))
        {
            attempt.extending.bringForward(nowNs + Stakes.pauseNs(attempt.validUntilNs() - nowNs));
        }
        else if (!attempt.extending.isLimitReached())
        {
            stakes.onNotExtended(attempt, nowNs);
        }
    }

    /**
     * Whether an automatic extension has failed, and could succeed now.
     *
     * @param helping the nodes whose grants would count, a bit each.
     */
    boolean isWorthAnother(final Attempt attempt, final int helping)
    {
        return attempt.extending.isMissed() && isAutomatic(attempt) && stakes.isExtensible(attempt, helping);
    }

    void answer(final Attempt attempt, final Outcome outcome)
    {
        if (attempt.extending.takeAwaited())
        {
            attempt.claim.listener.onExtended(attempt.claim.term(), outcome);
        }
    }

    /**
     * When to look at a lease's extensions again, if before the end of its validity.
     */
    long nextNs(final Attempt attempt)
    {
        final long limitNs = attempt.validUntilNs();

        if (attempt.extending.isRunning())
        {
            return attempt.round.nextDueBeforeNs(limitNs);
        }

        final long nextNs = attempt.extending.nextNs();

        return isAutomatic(attempt) && nextNs - limitNs < 0 ? nextNs : limitNs;
    }

    boolean isDue(final Attempt attempt, final long nowNs)
    {
        return isAutomatic(attempt) && nowNs - attempt.extending.nextNs() >= 0;
    }

    private static boolean isAutomatic(final Attempt attempt)
    {
        return attempt.extending.isProlonging() ||
            attempt.claim.options.autoExtend() && !attempt.extending.isLimitReached();
    }
}
