// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Quorum;
import dev.redlock.quorum.TallyState;
import dev.redlock.quorum.Validity;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * The way to a lock: waiting in the local line, asking all nodes at once, deciding at the first moment of
 * certainty, and trying again after a random delay.
 */
final class Acquisition
{
    /*
     * Others that want the lock may pause for as long as we would, and be refused a few times without our
     * knowing.
     */
    private static final int OTHERS_STAY = 4;

    /*
     * A line that gives way stays away for longer than others pause, if their options are like ours.
     */
    private static final long BEYOND_A_PAUSE_NS = 3_000_000;
    private static final long LONGEST_WAY_NS = 250_000_000;

    /*
     * Nodes that fail are not helped by being asked again and again; when one comes back we ask at once.
     */
    private static final long FIRST_AFTER_FAULT_NS = 4_000_000;
    private static final long LONGEST_AFTER_FAULT_NS = 250_000_000;
    private static final long LONGEST_WAIT_NS = Long.MAX_VALUE / 4;

    private final Quorum quorum;
    private final Nodes nodes;
    private final Wire wire;
    private final AttemptPool attempts;
    private final OwnerTokens tokens;
    private final Timers timers;
    private final Backoff backoff;
    private final Succession succession;
    private final Tenure tenure;
    private final Release release;
    private final Meter meter;
    private final ClaimList<Claim> awaitingNodes = new ClaimList<>();
    private final ClaimList<Claim> awaitingRoom = new ClaimList<>();
    private boolean isClosed;

    Acquisition(
        final EngineConfig config,
        final Nodes nodes,
        final Wire wire,
        final AttemptPool attempts,
        final OwnerTokens tokens,
        final Timers timers,
        final Backoff backoff,
        final Succession succession,
        final Tenure tenure,
        final Release release,
        final Meter meter)
    {
        quorum = config.quorum();
        this.nodes = nodes;
        this.wire = wire;
        this.attempts = attempts;
        this.tokens = tokens;
        this.timers = timers;
        this.backoff = backoff;
        this.succession = succession;
        this.tenure = tenure;
        this.release = release;
        this.meter = meter;
    }

    void close()
    {
        isClosed = true;
    }

    void acquire(final Claim claim, final long waitNs, final long nowNs)
    {
        final Outcome objection = objectionTo(claim, nowNs);
        if (objection != null)
        {
            claim.listener.onDenied(objection);

            return;
        }

        claim.isPatient = waitNs > 0;
        claim.giveUpNs = nowNs + Math.min(waitNs, LONGEST_WAIT_NS);
        claim.attemptsLost = 0;
        claim.faultsInARow = 0;

        final KeyLine line = claim.line;
        if (line.active != null && line.active.state == Claim.State.HELD)
        {
            tenure.expireIfDue(line.active.attempt, nowNs);
        }
        if (line.active == null && line.first() == null)
        {
            line.active = claim;
            line.noteGap(nowNs);
            begin(claim, nowNs);
        }
        else if (claim.isPatient)
        {
            meter.count(Counter.LOCAL_WAITS);
            claim.blameLine();
            claim.state = Claim.State.IN_LINE;
            line.add(claim);
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
        if (claim.state != Claim.State.IDLE && claim.state != Claim.State.HELD)
        {
            return Outcome.BUSY;
        }
        if (isClosed)
        {
            return Outcome.CLOSED;
        }

        return claim.state == Claim.State.HELD ? Outcome.ALREADY_HELD : null;
    }

    /**
     * The next in line takes over: at once, unless the turn of the line is over, and there is patience.
     */
    void takeOver(final Claim claim, final long nowNs)
    {
        final ClaimOptions options = claim.options;
        if (!isClosed && claim.line.isTurnOver(nowNs))
        {
            final long wayNs = Math.min(options.minRetryNs(), LONGEST_WAY_NS) +
                Math.min(options.maxRetryNs(), LONGEST_WAY_NS) + BEYOND_A_PAUSE_NS;
            if (nowNs + Math.min(wayNs, LONGEST_WAY_NS) - claim.giveUpNs < 0)
            {
                claim.line.endTurn();
                meter.count(Counter.TURNS_GIVEN);
                claim.clearCauses();
                pause(claim, Math.min(wayNs, LONGEST_WAY_NS), nowNs);

                return;
            }
        }

        begin(claim, nowNs);
    }

    /**
     * Begins to try, on behalf of the active claim of its line: at once, unless it is the turn of others, and
     * there is patience for that.
     */
    void begin(final Claim claim, final long nowNs)
    {
        if (!isClosed && claim.isPatient && awaitingRoom.first() != null)
        {
            awaitRoom(claim, nowNs);

            return;
        }
        if (!isClosed && claim.isPatient && claim.line.giveWay(nowNs))
        {
            claim.clearCauses();
            backOff(claim, 1, 0, nowNs);
            if (claim.retryNs - claim.giveUpNs < 0)
            {
                meter.count(Counter.TURNS_GIVEN);

                return;
            }
        }

        attempt(claim, nowNs);
    }

    /**
     * Asks all nodes on behalf of the active claim of its line, unless its time is over.
     */
    void attempt(final Claim claim, final long nowNs)
    {
        endPause(claim);
        if (isClosed || claim.isPatient && nowNs - claim.giveUpNs >= 0)
        {
            deny(claim, isClosed ? Outcome.CLOSED : Outcome.TIMED_OUT, nowNs);

            return;
        }

        claim.clearCauses();
        if (nodes.count() - nodes.upCount() >= quorum.blocking())
        {
            explainDownNodes(claim);
            meter.count(Counter.ATTEMPTS);
            afterLoss(claim, Outcome.NO_QUORUM, 0, nowNs);

            return;
        }
        if (claim.isPatient && !hasRoom(nowNs))
        {
            awaitRoom(claim, nowNs);

            return;
        }

        final Attempt attempt = isAttemptFree(nowNs) ? attempts.take() : null;
        if (attempt == null)
        {
            explainNoRoom(claim);
            afterLoss(claim, Outcome.BACK_PRESSURED, 0, nowNs);

            return;
        }

        meter.count(Counter.ATTEMPTS);
        final long ttlNs = claim.options.ttlNs();
        tokens.deal(attempt.token);
        attempt.begin(claim, nowNs, ttlNs);
        claim.attempt = attempt;
        claim.state = Claim.State.ATTEMPTING;
        askAll(attempt, nowNs);
        decideOrWait(attempt, nowNs);
    }

    /*
     * Who has patience does not begin what our own limits would not let him win, and waits in line for room.
     */
    private boolean hasRoom(final long nowNs)
    {
        int withRoom = 0;
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            withRoom += wire.hasRoom(nodes.at(i)) ? 1 : 0;
        }

        return withRoom >= quorum.required() && isAttemptFree(nowNs);
    }

    private boolean isAttemptFree(final long nowNs)
    {
        if (attempts.isExhausted())
        {
            release.makeRoom(nowNs);
        }

        return !attempts.isExhausted();
    }

    private void awaitRoom(final Claim claim, final long nowNs)
    {
        claim.clearCauses();
        explainNoRoom(claim);
        claim.pausedIn = awaitingRoom;
        awaitingRoom.add(claim);
        pause(claim, LONGEST_AFTER_FAULT_NS, nowNs);
    }

    private void explainNoRoom(final Claim claim)
    {
        final boolean isPoolEmpty = attempts.inUse() == attempts.capacity();
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (isPoolEmpty)
            {
                claim.explain(i, Cause.TOO_MANY_LOCKS);
            }
            else if (!wire.hasRoom(node))
            {
                claim.explain(i, node.isUp() ? Cause.BACK_PRESSURED : Cause.NOT_CONNECTED);
            }
        }
    }

    /**
     * Lets those go on who wait for room, as far as there is some.
     *
     * @return whether anybody went on.
     */
    boolean useRoom(final long nowNs)
    {
        Claim claim = awaitingRoom.first();
        final boolean isUsed = claim != null && hasRoom(nowNs);

        while (claim != null && hasRoom(nowNs))
        {
            attempt(claim, nowNs);
            claim = claim.state == Claim.State.BACKING_OFF ? null : awaitingRoom.first();
        }

        return isUsed;
    }

    /**
     * Ends the pauses of those whose attempts failed for want of nodes.
     */
    void onNodeUp(final long nowNs)
    {
        if (nodes.upCount() < quorum.required())
        {
            return;
        }

        for (Claim claim = awaitingNodes.first(); claim != null; claim = awaitingNodes.first())
        {
            endPause(claim);
            claim.faultsInARow = 0;
            claim.retryNs = nowNs;
            armForRetry(claim, nowNs);
        }
    }

    private static void endPause(final Claim claim)
    {
        if (claim.pausedIn != null)
        {
            claim.pausedIn.remove(claim);
            claim.pausedIn = null;
        }
    }

    private void askAll(final Attempt attempt, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n && attempt.tally.state() == TallyState.PENDING; i++)
        {
            final int offered = wire.acquire(nodes.at(i), attempt, nowNs);
            if (offered == Transport.ACCEPTED)
            {
                attempt.asked |= 1 << i;
                attempt.mayHold |= 1 << i;
                attempt.claim.explain(i, Cause.PENDING);
            }
            else
            {
                attempt.claim.explain(i, Wire.causeOf(offered));
                attempt.tally.add(i, Vote.FAULTED);
                attempt.backPressured += offered == Transport.BACK_PRESSURED ? 1 : 0;
            }
        }
    }

    private void explainDownNodes(final Claim claim)
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (!nodes.at(i).isUp())
            {
                claim.explain(i, Cause.NOT_CONNECTED);
            }
        }
    }

    void onReply(
        final Attempt attempt,
        final int nodeIndex,
        final Reply reply,
        final int round,
        final long untilNs,
        final long nowNs)
    {
        final Vote vote = VoteRule.of(OperationKind.ACQUIRE, reply);
        final Cause cause = VoteRule.causeOf(vote, reply);

        if (VoteRule.isWithoutEffect(vote, reply))
        {
            attempt.certainlyWithout(nodeIndex);
        }
        if (VoteRule.isError(vote, reply))
        {
            meter.count(Counter.NODE_ERRORS);
        }

        if (attempt.phase == Attempt.Phase.ACQUIRING && round == attempt.round)
        {
            attempt.claim.explain(nodeIndex, cause, reply);
            attempt.tally.add(nodeIndex, vote);
            if (vote == Vote.GRANTED)
            {
                attempt.standing.grant(nodeIndex, untilNs);
            }
            if (attempt.tally.state() != TallyState.PENDING)
            {
                decideOrWait(attempt, nowNs);
            }
        }
        else
        {
            meter.count(Counter.STRAGGLERS);
            final boolean isHeld = attempt.phase == Attempt.Phase.HOLDING && attempt.mayHoldAt(nodeIndex);
            if (vote == Vote.GRANTED && isHeld)
            {
                tenure.onStraggler(attempt, nodeIndex, untilNs, nowNs);
            }
        }
    }

    /**
     * A node that had granted has restarted before the decision: its vote counts as a fault now.
     */
    void onRestart(final Attempt attempt, final int nodeIndex, final long nowNs)
    {
        attempt.standing.drop(nodeIndex);
        attempt.tally.withdraw(nodeIndex);
        attempt.claim.explain(nodeIndex, Cause.DISCONNECTED);
        decideOrWait(attempt, nowNs);
    }

    /*
     * A vote that decides nothing needs no new timer: the one that is armed comes when the first of the nodes
     * that were asked is due, and then looks again.
     */
    private void decideOrWait(final Attempt attempt, final long nowNs)
    {
        switch (attempt.tally.state())
        {
            case WON:
                final long validUntilNs = attempt.standing.deadlineNs();
                if (Validity.isWorthHaving(validUntilNs, attempt.claim.options.minValidityNs(), nowNs))
                {
                    win(attempt, validUntilNs, nowNs);
                }
                else
                {
                    lose(attempt, Outcome.TOO_LATE, nowNs);
                }
                break;

            case LOST:
                lose(attempt, outcomeOfLoss(attempt), nowNs);
                break;

            default:
                timers.arm(attempt.claim, nextLook(attempt, nowNs));
                break;
        }
    }

    /*
     * Who is to blame: the nodes, if those that failed would have blocked by themselves; our own limits, if
     * it takes the nodes that were not asked because of them; somebody who holds the lock otherwise.
     */
    private Outcome outcomeOfLoss(final Attempt attempt)
    {
        final int faults = attempt.tally.faults();

        if (faults - attempt.backPressured >= quorum.blocking())
        {
            return Outcome.NO_QUORUM;
        }

        return faults >= quorum.blocking() ? Outcome.BACK_PRESSURED : Outcome.CONTENDED;
    }

    private void win(final Attempt attempt, final long validUntilNs, final long nowNs)
    {
        final Claim claim = attempt.claim;

        meter.count(Counter.ATTEMPTS_WON);
        meter.acquired(nowNs - attempt.startNs, validUntilNs - nowNs);
        claim.state = Claim.State.HELD;
        claim.line.takeTurn(nowNs);
        claim.term++;
        tenure.begin(attempt, validUntilNs);
        claim.listener.onAcquired(claim.term, validUntilNs);
    }

    private void lose(final Attempt attempt, final Outcome outcome, final long nowNs)
    {
        final Claim claim = attempt.claim;

        claim.attempt = null;
        release.begin(attempt, false, nowNs);
        afterLoss(claim, outcome, nowNs - attempt.startNs, nowNs);
    }

    private void afterLoss(final Claim claim, final Outcome outcome, final long attemptNs, final long nowNs)
    {
        meter.count(counterOf(outcome));
        claim.attemptsLost++;
        if (outcome == Outcome.CONTENDED)
        {
            claim.line.seeOthers(nowNs + OTHERS_STAY * claim.options.maxRetryNs());
        }
        claim.faultsInARow = outcome == Outcome.NO_QUORUM ? claim.faultsInARow + 1 : 0;

        if (!claim.isPatient || claim.attemptsLost >= claim.options.maxAttempts())
        {
            deny(claim, outcome, nowNs);
        }
        else if (nowNs - claim.giveUpNs >= 0)
        {
            deny(claim, Outcome.TIMED_OUT, nowNs);
        }
        else
        {
            backOff(claim, claim.attemptsLost, attemptNs, nowNs);
        }
    }

    private void backOff(final Claim claim, final int lost, final long attemptNs, final long nowNs)
    {
        final ClaimOptions options = claim.options;
        long delayNs = backoff.retryNs(lost, attemptNs, options.minRetryNs(), options.maxRetryNs());
        if (claim.faultsInARow > 0)
        {
            delayNs = Math.max(delayNs,
                backoff.reconnectNs(claim.faultsInARow, FIRST_AFTER_FAULT_NS, LONGEST_AFTER_FAULT_NS));
            claim.pausedIn = awaitingNodes;
            awaitingNodes.add(claim);
        }
        pause(claim, delayNs, nowNs);
    }

    private void pause(final Claim claim, final long delayNs, final long nowNs)
    {
        claim.state = Claim.State.BACKING_OFF;
        claim.retryNs = nowNs + delayNs;
        armForRetry(claim, nowNs);
    }

    void onTimer(final Claim claim, final long nowNs)
    {
        switch (claim.state)
        {
            case IN_LINE:
                if (nowNs - claim.giveUpNs >= 0)
                {
                    claim.line.remove(claim);
                    deny(claim, Outcome.TIMED_OUT, nowNs);
                }
                else
                {
                    timers.arm(claim, claim.giveUpNs);
                }
                break;

            case BACKING_OFF:
                if (nowNs - claim.retryNs >= 0 || nowNs - claim.giveUpNs >= 0)
                {
                    retry(claim, nowNs);
                }
                else
                {
                    armForRetry(claim, nowNs);
                }
                break;

            case ATTEMPTING:
                timeOutNodes(claim.attempt, nowNs);
                break;

            default:
                break;
        }
    }

    /*
     * Who waits for room keeps his place in line while there is none.
     */
    private void retry(final Claim claim, final long nowNs)
    {
        if (claim.pausedIn == awaitingRoom && nowNs - claim.giveUpNs < 0 && !hasRoom(nowNs))
        {
            explainNoRoom(claim);
            pause(claim, LONGEST_AFTER_FAULT_NS, nowNs);
        }
        else
        {
            attempt(claim, nowNs);
        }
    }

    private void timeOutNodes(final Attempt attempt, final long nowNs)
    {
        nodes.forgiveStall(attempt, nowNs);
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            if (attempt.awaits(i) && nowNs - nodes.dueNs(i, attempt) >= 0)
            {
                meter.count(Counter.NODE_TIMEOUTS);
                attempt.claim.explain(i, Cause.TIMEOUT);
                attempt.tally.add(i, Vote.FAULTED);
            }
        }

        final Claim claim = attempt.claim;
        if (attempt.tally.state() == TallyState.PENDING && claim.isPatient && nowNs - claim.giveUpNs >= 0)
        {
            giveUp(attempt, Outcome.TIMED_OUT, nowNs);
        }
        else
        {
            decideOrWait(attempt, nowNs);
        }
    }

    void cancel(final Claim claim, final Outcome outcome, final long nowNs)
    {
        switch (claim.state)
        {
            case IN_LINE:
                claim.line.remove(claim);
                deny(claim, outcome, nowNs);
                break;

            case BACKING_OFF:
                deny(claim, outcome, nowNs);
                break;

            case ATTEMPTING:
                giveUp(claim.attempt, outcome, nowNs);
                break;

            default:
                break;
        }
    }

    private void giveUp(final Attempt attempt, final Outcome outcome, final long nowNs)
    {
        final Claim claim = attempt.claim;

        meter.count(Counter.ATTEMPTS_GIVEN_UP);
        claim.attempt = null;
        release.begin(attempt, false, nowNs);
        deny(claim, outcome, nowNs);
    }

    private void deny(final Claim claim, final Outcome outcome, final long nowNs)
    {
        claim.state = Claim.State.IDLE;
        endPause(claim);
        if (claim.line.active == claim)
        {
            succession.leave(claim.line, nowNs);
        }
        timers.tidy(claim, nowNs);
        claim.listener.onDenied(outcome);
    }

    private void armForRetry(final Claim claim, final long nowNs)
    {
        timers.arm(claim, nowNs + Math.min(claim.retryNs - nowNs, claim.giveUpNs - nowNs));
    }

    private long nextLook(final Attempt attempt, final long nowNs)
    {
        final long dueNs = nodes.nextDueNs(attempt, nowNs + LONGEST_WAIT_NS);
        final Claim claim = attempt.claim;

        return claim.isPatient && claim.giveUpNs - dueNs < 0 ? claim.giveUpNs : dueNs;
    }

    private static Counter counterOf(final Outcome outcome)
    {
        switch (outcome)
        {
            case CONTENDED:
                return Counter.ATTEMPTS_CONTENDED;

            case NO_QUORUM:
                return Counter.ATTEMPTS_NO_QUORUM;

            case BACK_PRESSURED:
                return Counter.CALLS_BACK_PRESSURED;

            default:
                return Counter.ATTEMPTS_TOO_LATE;
        }
    }
}
