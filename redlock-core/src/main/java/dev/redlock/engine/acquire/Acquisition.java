// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.KeyLine;
import dev.redlock.engine.claim.NextClaims;
import dev.redlock.engine.claim.OwnerTokens;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.lease.Ballot;
import dev.redlock.engine.lease.Release;
import dev.redlock.engine.lease.Tenure;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.node.Wire;
import dev.redlock.engine.settings.Meter;
import dev.redlock.engine.wire.VoteRule;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Validity;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * The way to a lock: waiting in the local line, asking all nodes at once, deciding at the first moment of
 * certainty, and trying again after a pause.
 */
public final class Acquisition
{
    private final Nodes nodes;
    private final Wire wire;
    private final AttemptPool attempts;
    private final Timers timers;
    private final NextClaims nextClaims;
    private final Meter meter;
    private final OwnerTokens tokens;
    private final Fences fences;
    private final Ballot ballot;
    private final Capacity capacity;
    private final Pauses pauses;
    private final Manners manners;
    private final Tenure tenure;
    private final Release release;
    private boolean isClosed;

    public Acquisition(final Nodes nodes, final Wire wire, final AttemptPool attempts, final Timers timers,
        final NextClaims nextClaims, final Meter meter, final OwnerTokens tokens, final Fences fences,
        final Ballot ballot, final Capacity capacity, final Pauses pauses, final Tenure tenure,
        final Release release)
    {
        this.nodes = nodes;
        this.wire = wire;
        this.attempts = attempts;
        this.timers = timers;
        this.nextClaims = nextClaims;
        this.meter = meter;
        this.tokens = tokens;
        this.fences = fences;
        this.ballot = ballot;
        this.capacity = capacity;
        this.pauses = pauses;
        manners = new Manners(pauses, meter);
        this.tenure = tenure;
        this.release = release;
    }

    public void close()
    {
        isClosed = true;
    }

    public void acquire(final Claim claim, final long waitNs, final long nowNs)
    {
        final Outcome objection = objectionTo(claim, nowNs);
        if (objection != null)
        {
            claim.listener.onDenied(objection);

            return;
        }

        claim.call(waitNs, nowNs);
        final KeyLine line = claim.line;
        if (line.active != null && line.active.state == Claim.State.HELD)
        {
            tenure.expireIfDue(line.active.attempt, nowNs);
        }
        if (line.active == null && line.first() == null)
        {
            line.active = claim;
            line.turns.noteGap(nowNs);
            begin(claim, nowNs);
        }
        else if (claim.isPatient)
        {
            meter.count(Counter.LOCAL_WAITS);
            claim.blameLine();
            claim.queue();
            timers.arm(claim, claim.giveUpNs);
        }
        else
        {
            claim.blameLine();
            claim.listener.onDenied(Outcome.CONTENDED);
        }
    }

    private Outcome objectionTo(final Claim claim, final long nowNs)
    {
        if (claim.state == Claim.State.HELD)
        {
            tenure.expireIfDue(claim.attempt, nowNs);
        }
        if (claim.isTrying())
        {
            return Outcome.BUSY;
        }

        return isClosed ? Outcome.CLOSED : claim.state == Claim.State.HELD ? Outcome.ALREADY_HELD : null;
    }

    /**
     * The next in line takes over: at once, unless the turn of the line is over.
     */
    public void takeOver(final Claim claim, final long nowNs)
    {
        if (isClosed || !manners.endTurn(claim, nowNs))
        {
            begin(claim, nowNs);
        }
    }

    private void begin(final Claim claim, final long nowNs)
    {
        if (isClosed || !claim.isPatient || !manners.giveWay(claim, nowNs))
        {
            attempt(claim, nowNs);
        }
    }

    /*
     * Asks all nodes on behalf of the active claim of its line, unless its time is over.
     */
    private void attempt(final Claim claim, final long nowNs)
    {
        pauses.leaveList(claim);
        if (isClosed || claim.isPatient && claim.isTimeUp(nowNs))
        {
            deny(claim, isClosed ? Outcome.CLOSED : Outcome.TIMED_OUT, nowNs);

            return;
        }

        claim.clearCauses();
        if (!capacity.hasNodes(claim, nowNs))
        {
            capacity.explainMissingNodes(claim, nowNs);
            meter.count(Counter.ATTEMPTS);
            afterLoss(claim, Outcome.NO_QUORUM, 0, nowNs);
        }
        else if (claim.isPatient && !capacity.makeRoom(nowNs))
        {
            pauses.awaitRoom(claim, nowNs);
        }
        else if (!capacity.makeRoomForToken(nowNs))
        {
            capacity.explainNoRoom(claim);
            afterLoss(claim, Outcome.BACK_PRESSURED, 0, nowNs);
        }
        else
        {
            meter.count(Counter.ATTEMPTS);
            askAll(claim, attempts.take(), nowNs);
        }
    }

    private void askAll(final Claim claim, final Attempt attempt, final long nowNs)
    {
        tokens.deal(attempt.token);
        attempt.begin(claim, nowNs, claim.options.ttlNs());
        claim.attempt(attempt);
        if (claim.options.isFenced())
        {
            fences.propose(attempt, nowNs);
        }
        askNodes(attempt, nowNs);
    }

    private void askNodes(final Attempt attempt, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n && attempt.round.isPending(); i++)
        {
            attempt.takeOffer(i, wire.acquire(nodes.at(i), attempt, nowNs));
        }
        decideOrWait(attempt, nowNs);
    }

    /**
     * Lets claims that wait for room continue, as far as there is some.
     *
     * @return whether any continued.
     */
    public boolean useRoom(final long nowNs)
    {
        boolean isUsed = false;
        Claim claim = pauses.firstForRoom();
        while (claim != null && capacity.makeRoom(nowNs))
        {
            isUsed = true;
            attempt(claim, nowNs);
            claim = claim.state == Claim.State.PAUSING ? null : pauses.firstForRoom();
        }

        return isUsed;
    }

    /**
     * A node answered, perhaps late. A grant after the decision strengthens a won lease. After a loss it
     * changes nothing: the release began with the loss.
     */
    public void onReply(final OpenQuestion asked, final Attempt attempt, final Reply reply, final long nowNs)
    {
        final int nodeIndex = asked.nodeIndex;
        if (VoteRule.isScriptMissing(asked.kind(), reply) && sendText(asked, attempt, nowNs))
        {
            return;
        }

        final boolean isCurrent = isCurrent(asked, attempt);
        if (isCurrent && VoteRule.isTokenRefused(reply) && nodes.at(nodeIndex).mayVote(nowNs))
        {
            attempt.refuseToken(nodeIndex);
        }
        fences.learn(attempt, reply, nowNs);

        final Vote said = VoteRule.of(asked.kind(), reply);
        final Vote vote = ballot.take(asked, attempt, said, reply, isCurrent, nowNs);
        if (vote == Vote.REFUSED)
        {
            attempt.refuseAt(nodeIndex);
        }
        if (vote != null)
        {
            takeVote(asked, attempt, vote, nowNs);
        }
    }

    /**
     * A grant that had to be durable is, or is not.
     */
    public void onVerdict(
        final OpenQuestion asked, final Attempt attempt, final boolean isDurable, final long nowNs)
    {
        final boolean isCurrent = isCurrent(asked, attempt);
        takeVote(asked, attempt, ballot.verdict(asked, attempt, isDurable, isCurrent, nowNs), nowNs);
    }

    private static boolean isCurrent(final OpenQuestion asked, final Attempt attempt)
    {
        return attempt.phase == Attempt.Phase.ACQUIRING && asked.isOf(attempt.round);
    }

    private void takeVote(final OpenQuestion asked, final Attempt attempt, final Vote vote, final long nowNs)
    {
        final int nodeIndex = asked.nodeIndex;
        if (isCurrent(asked, attempt))
        {
            attempt.round.tally.add(nodeIndex, vote);
            if (vote == Vote.GRANTED)
            {
                attempt.standing.grant(nodeIndex, asked.untilNs);
            }
            if (!attempt.round.isPending())
            {
                decideOrWait(attempt, nowNs);
            }
        }
        else
        {
            meter.count(Counter.STRAGGLERS);
            final boolean isHeld = attempt.phase == Attempt.Phase.HOLDING && attempt.mayHoldAt(nodeIndex);
            if (vote == Vote.GRANTED && isHeld && asked.round - attempt.tokenRound() >= 0)
            {
                tenure.onStraggler(attempt, nodeIndex, asked.untilNs, nowNs);
            }
        }
    }

    /*
     * Inside the reply's callback, so the text goes out on the connection that missed the script; after the
     * decision, too, for a lease that stands on one node more.
     */
    private boolean sendText(final OpenQuestion asked, final Attempt attempt, final long nowNs)
    {
        final boolean isLetGo = attempt.phase == Attempt.Phase.RELEASING;
        if (isLetGo || !asked.isOf(attempt.round))
        {
            return false;
        }

        meter.count(Counter.SCRIPTS_RESENT);
        final Node node = nodes.at(asked.nodeIndex);

        return wire.sendText(node, asked.kind(), attempt, nowNs) == Transport.ACCEPTED;
    }

    /**
     * A node that had granted has restarted before the decision, or cannot be trusted any more: its vote is
     * now a fault.
     */
    public void onGone(final Attempt attempt, final int nodeIndex, final Cause cause, final long nowNs)
    {
        attempt.standing.drop(nodeIndex);
        attempt.round.tally.withdraw(nodeIndex);
        attempt.explain(nodeIndex, cause);
        decideOrWait(attempt, nowNs);
    }

    /*
     * A vote that decides nothing needs no new timer: the one that is armed comes when the first of the nodes
     * that were asked is due, and then looks again.
     */
    private void decideOrWait(final Attempt attempt, final long nowNs)
    {
        switch (attempt.round.tally.state())
        {
            case WON ->
            {
                final long validUntilNs = attempt.standing.deadlineNs();
                if (Validity.isWorthHaving(validUntilNs, attempt.claim.options.minValidityNs(), nowNs))
                {
                    win(attempt, validUntilNs, nowNs);
                }
                else
                {
                    lose(attempt, Outcome.TOO_LATE, nowNs);
                }
            }
            case LOST -> loseOrAskAgain(attempt, nowNs);
            default -> timers.arm(attempt.claim, attempt.nextLookNs(nowNs));
        }
    }

    private void win(final Attempt attempt, final long validUntilNs, final long nowNs)
    {
        final Claim claim = attempt.claim;

        meter.count(Counter.ATTEMPTS_WON);
        meter.waited(Math.max(0, attempt.startNs() - claim.calledNs));
        meter.acquired(nowNs - attempt.startNs(), validUntilNs - nowNs);
        claim.hold();
        claim.grants = attempt.standing.countUntil(validUntilNs);
        claim.line.turns.take(nowNs);
        tenure.begin(attempt, validUntilNs);
        claim.listener.onAcquired(claim.term, validUntilNs);
    }

    private void loseOrAskAgain(final Attempt attempt, final long nowNs)
    {
        if (fences.isWorthAnother(attempt))
        {
            meter.count(Counter.TOKENS_PROPOSED_AGAIN);
            attempt.askAgain(nowNs);
            fences.propose(attempt, nowNs);
            askNodes(attempt, nowNs);
        }
        else
        {
            lose(attempt, attempt.round.outcomeOfLoss(), nowNs);
        }
    }

    private void lose(final Attempt attempt, final Outcome outcome, final long nowNs)
    {
        final Claim claim = attempt.claim;
        final long attemptNs = nowNs - attempt.startNs();
        release.begin(claim.detach(), 0, 0, nowNs);
        afterLoss(claim, outcome, attemptNs, nowNs);
    }

    private void afterLoss(final Claim claim, final Outcome outcome, final long attemptNs, final long nowNs)
    {
        claim.attemptsLost++;
        claim.faultsInARow = outcome == Outcome.NO_QUORUM ? claim.faultsInARow + 1 : 0;
        claim.hasFailed = outcome == Outcome.NO_QUORUM || outcome == Outcome.TOO_LATE;
        meter.count(outcome == Outcome.CONTENDED ? Counter.ATTEMPTS_CONTENDED :
            outcome == Outcome.NO_QUORUM ? Counter.ATTEMPTS_NO_QUORUM :
            outcome == Outcome.BACK_PRESSURED ? Counter.CALLS_BACK_PRESSURED : Counter.ATTEMPTS_TOO_LATE);
        claim.listener.onAttemptLost(outcome, attemptNs);
        if (outcome == Outcome.CONTENDED)
        {
            claim.line.turns.seeOthers(claim.options.maxRetryNs(), nowNs);
        }

        if (!claim.isPatient || claim.attemptsLost >= claim.options.maxAttempts() ||
            outcome == Outcome.NO_QUORUM && claim.options.isFenced() && capacity.isTimeMissing(claim))
        {
            deny(claim, outcome, nowNs);
        }
        else if (claim.isTimeUp(nowNs))
        {
            deny(claim, Outcome.TIMED_OUT, nowNs);
        }
        else
        {
            pauses.backOff(claim, claim.attemptsLost, attemptNs, nowNs);
        }
    }

    public void onTimer(final Claim claim, final long nowNs)
    {
        switch (claim.state)
        {
            case IN_LINE:
                if (claim.isTimeUp(nowNs))
                {
                    cancel(claim, Outcome.TIMED_OUT, nowNs);
                }
                else
                {
                    timers.arm(claim, claim.giveUpNs);
                }
                break;

            case PAUSING:
                if (!pauses.goOn(claim, nowNs))
                {
                    attempt(claim, nowNs);
                }
                break;

            case ATTEMPTING:
                timeOutNodes(claim.attempt, nowNs);
                break;

            default:
                break;
        }
    }

    private void timeOutNodes(final Attempt attempt, final long nowNs)
    {
        attempt.round.forgiveStall(nowNs);
        attempt.expire(nowNs, meter);

        final Claim claim = attempt.claim;
        if (attempt.round.isPending() && claim.isPatient && claim.isTimeUp(nowNs))
        {
            cancel(claim, Outcome.TIMED_OUT, nowNs);
        }
        else
        {
            decideOrWait(attempt, nowNs);
        }
    }

    public void cancel(final Claim claim, final Outcome outcome, final long nowNs)
    {
        if (claim.state == Claim.State.IN_LINE)
        {
            claim.line.remove(claim);
            claim.blameLine();
        }
        else if (claim.state == Claim.State.ATTEMPTING)
        {
            meter.count(Counter.ATTEMPTS_GIVEN_UP);
            release.begin(claim.detach(), 0, 0, nowNs);
        }
        if (claim.isTrying())
        {
            deny(claim, outcome, nowNs);
        }
    }

    private void deny(final Claim claim, final Outcome outcome, final long nowNs)
    {
        pauses.leaveList(claim);
        claim.end();
        if (claim.line.active == claim)
        {
            nextClaims.leave(claim.line, nowNs);
        }
        timers.tidy(claim, nowNs);
        claim.listener.onDenied(outcome);
    }
}
