// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.Lines;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.watch.NodePolicy;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.Reply;

/**
 * A lease during its life: its deadline and its loss.
 */
public final class Tenure
{
    private final Extension extension;
    private final NodePolicy policy;
    private final AttemptPool attempts;
    private final Timers timers;
    private final Lines lines;
    private final Release release;
    private final Meter meter;

    public Tenure(final AttemptPool attempts, final Timers timers, final Lines lines, final Meter meter,
        final NodePolicy policy, final Extension extension, final Release release)
    {
        this.attempts = attempts;
        this.timers = timers;
        this.lines = lines;
        this.meter = meter;
        this.policy = policy;
        this.extension = extension;
        this.release = release;
    }

    /**
     * A lease begins.
     *
     * @param fromNs from when the hold counts: when the round began that won, or when the deciding message
     *               came.
     */
    public void begin(final Attempt attempt, final long validUntilNs, final long fromNs)
    {
        attempt.hold(validUntilNs, fromNs);
        extension.plan(attempt);
        armTimer(attempt);
    }

    /**
     * A lease has begun with what nodes have given from their lines, and is short.
     */
    public void prolongSoon(final Attempt attempt, final long nowNs)
    {
        extension.prolongSoon(attempt, nowNs);
        armTimer(attempt);
    }

    /**
     * Ends the lease if its validity is over.
     *
     * @return whether it has ended.
     */
    public boolean expireIfDue(final Attempt attempt, final long nowNs)
    {
        if (nowNs - attempt.validUntilNs() < 0)
        {
            return false;
        }

        expire(attempt, nowNs);

        return true;
    }

    /**
     * The holder has seen the validity end, which is not compared again: this reading may be older.
     */
    public void lapse(final Claim claim, final long term, final long nowNs)
    {
        if (claim.isHolding(term))
        {
            expire(claim.attempt(), nowNs);
        }
    }

    private void expire(final Attempt attempt, final long nowNs)
    {
        final boolean isLimitReached = attempt.extending.isLimitReached();
        lose(attempt, isLimitReached ? LostReason.MAX_HOLD_REACHED : LostReason.EXPIRED, nowNs);
    }

    public void onTimer(final Attempt attempt, final long nowNs)
    {
        if (expireIfDue(attempt, nowNs))
        {
            return;
        }

        if (attempt.extending.isRunning())
        {
            extension.timeOutNodes(attempt, nowNs);
        }
        else if (extension.isDue(attempt, nowNs))
        {
            extension.goOn(attempt, nowNs);
        }
        armTimer(attempt);
    }

    /**
     * A node has come up, or its quarantine is over: extends what has waited for a quorum.
     */
    public void onVoter(final long nowNs)
    {
        final int helping = policy.helping(nowNs);
        int unseen = attempts.inUse();
        for (int i = 0; unseen > 0; i++)
        {
            final Attempt attempt = attempts.at(i);
            unseen -= attempt.phase == Attempt.Phase.FREE ? 0 : 1;
            if (attempt.phase == Attempt.Phase.HOLDING && extension.isWorthAnother(attempt, helping))
            {
                extension.hasten(attempt, nowNs);
                armTimer(attempt);
            }
        }
    }

    public void extend(final Claim claim, final long term, final long ttlMs, final long nowNs)
    {
        if (!claim.isHolding(term))
        {
            final Outcome outcome = claim.hasLost(term) ? Outcome.LOST : Outcome.STALE_TERM;
            claim.listener.onExtended(term, outcome);

            return;
        }

        final Attempt attempt = claim.attempt();
        attempt.extending.await();
        if (expireIfDue(attempt, nowNs))
        {
            return;
        }

        final long ttlNs = ttlMs == 0 ? claim.options.ttlNs() : ttlMs * ClaimOptions.NS_PER_MS;
        if (extension.begin(attempt, ttlNs, nowNs))
        {
            armTimer(attempt);
        }
        else
        {
            extension.answer(attempt, Outcome.MAX_HOLD_REACHED);
        }
    }

    public void onReply(final OpenQuestion asked, final Attempt attempt, final Reply reply, final long nowNs)
    {
        if (attempt.phase != Attempt.Phase.HOLDING || expireIfDue(attempt, nowNs))
        {
            meter.count(Counter.STRAGGLERS);
        }
        else
        {
            extension.onReply(asked, attempt, reply, nowNs);
            followVotes(attempt, nowNs);
        }
    }

    /**
     * As {@code Acquisition.onVerdict}, of an extension; the attempt may be another by now.
     */
    public void onVerdict(
        final OpenQuestion asked, final Attempt attempt, final boolean isDurable, final long nowNs)
    {
        final boolean isOurs =
            attempt.phase == Attempt.Phase.HOLDING && asked.round - attempt.tokenRound() > 0;
        if (!isOurs || expireIfDue(attempt, nowNs))
        {
            meter.count(Counter.STRAGGLERS);
        }
        else
        {
            extension.onVerdict(asked, attempt, isDurable, nowNs);
            followVotes(attempt, nowNs);
        }
    }

    /**
     * A grant of the winning round that came after the decision: the lease stands on one node more.
     */
    public void onStraggler(final Attempt attempt, final int nodeIndex, final long untilNs, final long nowNs)
    {
        if (!expireIfDue(attempt, nowNs))
        {
            meter.count(Counter.STRAGGLERS_KEPT);
            attempt.standing.grant(nodeIndex, untilNs);
            followVotes(attempt, nowNs);
        }
    }

    /**
     * A node refuses what it had given from its line: its vote has gone.
     */
    public void onRefused(final Attempt attempt, final int nodeIndex, final long nowNs)
    {
        if (!expireIfDue(attempt, nowNs) && attempt.standing.stands(nodeIndex))
        {
            meter.count(Counter.KEYS_GONE);
            attempt.standing.drop(nodeIndex);
            followVotes(attempt, nowNs);
        }
    }

    /**
     * A question outside of a round has changed a vote.
     */
    void onAside(final Attempt attempt, final long nowNs)
    {
        if (!expireIfDue(attempt, nowNs))
        {
            followVotes(attempt, nowNs);
        }
    }

    /**
     * A node has restarted: what it had granted before does not count any more, neither for the lease nor in
     * an extension that is under way.
     */
    public void onRestart(final Attempt attempt, final int nodeIndex, final long nowNs)
    {
        attempt.standing.drop(nodeIndex);
        attempt.forgetAt(nodeIndex);
        extension.onRestart(attempt, nodeIndex);
        if (!expireIfDue(attempt, nowNs))
        {
            followVotes(attempt, nowNs);
        }
    }

    /**
     * What nodes have granted ends earlier.
     */
    public void onShortened(final Attempt attempt, final long nowNs)
    {
        if (!expireIfDue(attempt, nowNs))
        {
            followVotes(attempt, nowNs);
        }
    }

    /**
     * Takes the claim out of its lease for a release.
     */
    public Attempt leave(final Claim claim, final long nowNs)
    {
        final Attempt attempt = claim.attempt();

        lines.end(claim, nowNs);
        timers.tidy(claim, nowNs);
        extension.answer(attempt, Outcome.STALE_TERM);

        return attempt;
    }

    private void followVotes(final Attempt attempt, final long nowNs)
    {
        if (!attempt.standing.isQuorum())
        {
            lose(attempt, LostReason.REFUSED, nowNs);

            return;
        }

        final long deadlineNs = attempt.standing.deadlineNs();
        if (deadlineNs != attempt.validUntilNs())
        {
            final boolean isEarlier = deadlineNs - attempt.validUntilNs() < 0;
            attempt.moveDeadline(deadlineNs);
            if (isEarlier)
            {
                extension.bringForward(attempt, nowNs);
            }
            attempt.claim.listener.onValidity(attempt.claim.term(), deadlineNs);
        }
        final int grants = attempt.standing.countUntil(deadlineNs);
        if (grants != attempt.claim.grants())
        {
            attempt.claim.carry(grants);
            attempt.claim.listener.onGrants(grants);
        }
        if (!expireIfDue(attempt, nowNs))
        {
            extension.endIfDecided(attempt, nowNs);
            armTimer(attempt);
        }
    }

    /*
     * The listener comes last: by then the token is on its way out, and the attempt may have been given back.
     * It hears of the loss first: whoever is told that an extension found the lease lost can ask why.
     */
    private void lose(final Attempt attempt, final LostReason reason, final long nowNs)
    {
        final Claim claim = attempt.claim;
        final long term = claim.term();
        final boolean isExtensionAwaited = attempt.extending.isAwaited();

        meter.count(Counter.LEASES_LOST);
        claim.lose();
        lines.end(claim, nowNs);
        timers.tidy(claim, nowNs);
        release.begin(attempt, 0, 0, nowNs);
        claim.listener.onLost(term, reason);
        if (isExtensionAwaited)
        {
            claim.listener.onExtended(term, Outcome.LOST);
        }
    }

    private void armTimer(final Attempt attempt)
    {
        timers.arm(attempt.claim, extension.nextNs(attempt));
    }
}
