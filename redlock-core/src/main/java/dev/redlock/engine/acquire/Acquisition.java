// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.AttemptPool;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.Lines;
import dev.redlock.engine.claim.OwnerTokens;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.lease.Ballot;
import dev.redlock.engine.lease.Release;
import dev.redlock.engine.lease.Tenure;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.node.OpenQuestion;
import dev.redlock.engine.node.Sender;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.wait.Capacity;
import dev.redlock.engine.wait.Tickets;
import dev.redlock.engine.wait.Waits;
import dev.redlock.engine.wire.Commands;
import dev.redlock.engine.wire.Message;
import dev.redlock.engine.wire.Primitive;
import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Validity;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * The way to a lock: asking all nodes at once, deciding at the first moment of certainty, and trying again
 * when {@link Waits} says so.
 */
public final class Acquisition
{
    private final Nodes nodes;
    private final Sender sender;
    private final Commands commands;
    private final AttemptPool attempts;
    private final Timers timers;
    private final Lines lines;
    private final Meter meter;
    private final OwnerTokens tokens;
    private final Fences fences;
    private final Ballot ballot;
    private final Capacity capacity;
    private final Waits waits;
    private final Tickets tickets;
    private final Tenure tenure;
    private final Release release;
    private boolean isClosed;

    public Acquisition(final Nodes nodes, final Sender sender, final Commands commands,
        final AttemptPool attempts, final Timers timers, final Lines lines, final Meter meter,
        final OwnerTokens tokens, final Fences fences, final Ballot ballot, final Capacity capacity,
        final Waits waits, final Tickets tickets, final Tenure tenure, final Release release)
    {
        this.nodes = nodes;
        this.sender = sender;
        this.commands = commands;
        this.attempts = attempts;
        this.timers = timers;
        this.lines = lines;
        this.meter = meter;
        this.tokens = tokens;
        this.fences = fences;
        this.ballot = ballot;
        this.capacity = capacity;
        this.waits = waits;
        this.tickets = tickets;
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
        expireIfDue(claim.place.line.holder(), nowNs);
        if (lines.enter(claim))
        {
            waits.onFirst(claim, nowNs);
            begin(claim, nowNs);
        }
        else if (claim.isPatient())
        {
            meter.count(Counter.LOCAL_WAITS);
            claim.blameLine();
            claim.queue();
            timers.arm(claim, claim.giveUpNs());
        }
        else
        {
            claim.blameLine();
            claim.listener.onDenied(Outcome.CONTENDED);
        }
    }

    private Outcome objectionTo(final Claim claim, final long nowNs)
    {
        expireIfDue(claim, nowNs);
        if (claim.isTrying())
        {
            return Outcome.BUSY;
        }

        return isClosed ? Outcome.CLOSED : claim.state() == Claim.State.HELD ? Outcome.ALREADY_HELD : null;
    }

    private void expireIfDue(final Claim claim, final long nowNs)
    {
        if (claim != null && claim.state() == Claim.State.HELD)
        {
            tenure.expireIfDue(claim.attempt(), nowNs);
        }
    }

    /**
     * The next in line takes over: at once, unless the turn of the line is over.
     */
    public void takeOver(final Claim claim, final long nowNs)
    {
        if (isClosed || isOthersTurn(claim, nowNs) || !waits.endTurn(claim, nowNs))
        {
            begin(claim, nowNs);
        }
    }

    private void begin(final Claim claim, final long nowNs)
    {
        if (isClosed || !claim.isPatient() || isOthersTurn(claim, nowNs) ||
            !waits.giveWay(claim, nowNs))
        {
            attempt(claim, nowNs);
        }
    }

    /*
     * Asks all nodes on behalf of a claim that has its line, unless its time is over.
     */
    private void attempt(final Claim claim, final long nowNs)
    {
        claim.place.leaveList();
        if (isClosed || claim.isPatient() && claim.isTimeUp(nowNs))
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
        else if (claim.isPatient() && !capacity.makeRoom(nowNs))
        {
            waits.awaitRoom(claim, nowNs);
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
        begin(claim, attempt, nowNs);
        if (isOthersTurn(claim, nowNs))
        {
            tickets.stand(attempt, nowNs);
            askFromLine(attempt, true, nowNs);
        }
        else
        {
            askNodes(attempt, nowNs);
        }
    }

    private void begin(final Claim claim, final Attempt attempt, final long nowNs)
    {
        tokens.deal(attempt.token);
        attempts.name(attempt);
        final Primitive primitive = commands.primitive(claim.options);
        attempt.begin(claim, primitive, nowNs, claim.options.ttlNs(), nodes.members());
        claim.attempt(attempt);
        if (primitive.proposesTokens())
        {
            fences.propose(attempt, nowNs);
        }
    }

    private boolean mayStand(final Claim claim, final long nowNs)
    {
        return commands.primitive(claim.options).hasLine() && tickets.mayStand(claim, nowNs);
    }

    /*
     * Whether others are known to wait in line at the nodes.
     */
    private boolean isOthersTurn(final Claim claim, final long nowNs)
    {
        return claim.place.line.isWantedSince(nowNs) && mayStand(claim, nowNs);
    }

    /*
     * Waits in line at the nodes. The attempt before is over, and its release is behind it.
     */
    private void standInLine(final Claim claim, final boolean isForKey, final long nowNs)
    {
        if (!capacity.makeRoomForToken(nowNs))
        {
            capacity.explainNoRoom(claim);
            afterLoss(claim, Outcome.BACK_PRESSURED, 0, nowNs);

            return;
        }

        final Attempt attempt = attempts.take();
        meter.count(Counter.ATTEMPTS);
        begin(claim, attempt, nowNs);
        tickets.stand(attempt, nowNs);
        askFromLine(attempt, isForKey, nowNs);
    }

    private void askNodes(final Attempt attempt, final long nowNs)
    {
        sendToNodes(attempt, nowNs);
        decideOrWait(attempt, nowNs);
    }

    private void sendToNodes(final Attempt attempt, final long nowNs)
    {
        for (int i = 0, n = nodes.count(); i < n && attempt.round.isPending(); i++)
        {
            attempt.takeOffer(i, sender.acquire(nodes.at(i), attempt, nowNs));
        }
    }

    /**
     * Lets claims that wait for room continue, as far as there is some.
     *
     * @return whether any continued.
     */
    public boolean useRoom(final long nowNs)
    {
        boolean isUsed = false;
        Claim claim = waits.firstForRoom();
        while (claim != null && capacity.makeRoom(nowNs))
        {
            isUsed = true;
            attempt(claim, nowNs);
            claim = claim.state() == Claim.State.PAUSING ? null : waits.firstForRoom();
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
        if (asked.command().isScriptMissing(reply) && sendText(asked, attempt, nowNs))
        {
            return;
        }

        final Primitive primitive = attempt.primitive();
        final boolean isCurrent = isCurrent(asked, attempt);
        if (isCurrent && primitive.isTokenRefused(reply) && nodes.at(nodeIndex).mayVote(nowNs))
        {
            attempt.refuseToken();
        }
        fences.learn(attempt, reply, nowNs);

        final Vote said = primitive.vote(asked.command(), reply);
        final Vote vote = ballot.take(asked, attempt, said, reply, isCurrent, nowNs);
        if (vote == Vote.REFUSED)
        {
            attempt.refuseAt(nodeIndex);
        }
        if (attempt.isInLine())
        {
            learnPlace(attempt, nodeIndex, reply, isCurrent, vote == Vote.REFUSED, nowNs);
        }
        if (vote != null)
        {
            takeVote(asked, attempt, vote, nowNs);
        }
    }

    /*
     * A refusal that comes after a message on the same connection takes back what that has brought; not if
     * the node only wants a higher fencing token for what it has given.
     */
    private void learnPlace(final Attempt attempt, final int nodeIndex, final Reply reply,
        final boolean isCurrent, final boolean isRefusal, final long nowNs)
    {
        if (isCurrent)
        {
            tickets.learn(attempt, nodeIndex, reply, nowNs);
        }
        final boolean isGone = isRefusal && !ReplyFacts.isOursAlready(reply);
        if (isRefusal && attempt.phase == Attempt.Phase.ACQUIRING)
        {
            tickets.deny(attempt, nodeIndex, isGone);
        }
        else if (isGone && attempt.phase == Attempt.Phase.HOLDING)
        {
            tenure.onRefused(attempt, nodeIndex, nowNs);
        }
    }

    /**
     * Whether a node may be believed that it has given a lock.
     */
    public boolean believes(final Attempt attempt, final int nodeIndex)
    {
        return tickets.believes(attempt, nodeIndex);
    }

    /**
     * A node says that it has given the lock to an attempt, or to one that does not want it any more.
     */
    public void onGiven(
        final Attempt attempt, final int nodeIndex, final Message message, final long nowNs)
    {
        if (attempt.primitive().proposesTokens())
        {
            fences.learn(attempt, message.fencingToken(), nowNs);
        }
        if (attempt.phase == Attempt.Phase.RELEASING)
        {
            release.again(attempt, nodeIndex, nowNs);
        }
        else if (attempt.phase == Attempt.Phase.ACQUIRING && attempt.isInLine() &&
            tickets.onGiven(attempt, nodeIndex, message, nowNs))
        {
            takeGiven(attempt, nowNs);
        }
    }

    /*
     * Without votes enough, or without time enough in them, the answers to another round decide.
     */
    private void takeGiven(final Attempt attempt, final long nowNs)
    {
        if (tickets.hasVotes(attempt, nowNs))
        {
            tickets.count(attempt, nowNs);
            win(attempt, attempt.standing.deadlineNs(), nowNs, nowNs);
            tenure.prolongSoon(attempt, nowNs);
        }
        else
        {
            askFromLine(attempt, true, nowNs);
        }
    }

    private void askFromLine(final Attempt attempt, final boolean isForKey, final long nowNs)
    {
        tickets.ask(attempt, isForKey, nowNs);
        if (attempt.primitive().proposesTokens())
        {
            fences.propose(attempt, nowNs);
        }
        askNodes(attempt, nowNs);
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

        return sender.sendText(node, asked.command(), attempt, nowNs) == Transport.ACCEPTED;
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
            case WON -> winIfWorth(attempt, nowNs);
            case LOST ->
            {
                if (attempt.isInLine())
                {
                    stayInLine(attempt, nowNs);
                }
                else
                {
                    loseOrAskAgain(attempt, nowNs);
                }
            }
            default -> timers.arm(attempt.claim, attempt.nextLookNs(nowNs));
        }
    }

    /*
     * A renewal that finds what was given asks for no more than that, so it is prolonged, too.
     */
    private void winIfWorth(final Attempt attempt, final long nowNs)
    {
        final long validUntilNs = attempt.standing.deadlineNs();
        final boolean isShort = attempt.isInLine() && attempt.round.ttlNs() < attempt.claim.options.ttlNs();
        if (Validity.isWorthHaving(validUntilNs, attempt.claim.options.minValidityNs(), nowNs))
        {
            win(attempt, validUntilNs, attempt.isInLine() ? attempt.round.startNs : attempt.startNs(), nowNs);
            if (isShort)
            {
                tenure.prolongSoon(attempt, nowNs);
            }
        }
        else if (isShort)
        {
            askFromLine(attempt, true, nowNs);
        }
        else
        {
            lose(attempt, Outcome.TOO_LATE, nowNs);
        }
    }

    private void win(
        final Attempt attempt, final long validUntilNs, final long fromNs, final long nowNs)
    {
        final Claim claim = attempt.claim;

        meter.count(Counter.ATTEMPTS_WON);
        if (attempt.isInLine())
        {
            tickets.onWon(attempt);
        }
        claim.hold(attempt.standing.countUntil(validUntilNs));
        waits.onWon(claim, nowNs);
        tenure.begin(attempt, validUntilNs, fromNs);
        meter.waited(Math.max(0, fromNs - claim.calledNs()));
        meter.acquired(nowNs - fromNs, validUntilNs - nowNs);
        claim.listener.onAcquired(claim.term(), validUntilNs);
    }

    private void stayInLine(final Attempt attempt, final long nowNs)
    {
        switch (tickets.afterRound(attempt, nowNs))
        {
            case LEAVE -> lose(attempt, attempt.round.outcomeOfLoss(), nowNs);
            case ANEW ->
            {
                final Claim claim = attempt.claim;
                meter.count(Counter.LINES_SPLIT);
                release.yield(claim.detach(), tickets.isLeftToNext(attempt), nowNs);
                standInLine(claim, false, nowNs);
            }
            default ->
            {
                // The timer is armed.
            }
        }
    }

    private void loseOrAskAgain(final Attempt attempt, final long nowNs)
    {
        if (fences.isWorthAnother(attempt))
        {
            meter.count(Counter.TOKENS_PROPOSED_AGAIN);
            attempt.askAgain(nowNs, nodes.members());
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
        final long attemptNs = attempt.isInLine() ? claim.ticket().tookNs() : nowNs - attempt.startNs();
        release.begin(claim.detach(), 0, 0, nowNs);
        afterLoss(claim, outcome, attemptNs, nowNs);
    }

    private void afterLoss(final Claim claim, final Outcome outcome, final long attemptNs, final long nowNs)
    {
        claim.loseAttempt(outcome);
        meter.count(outcome == Outcome.CONTENDED ? Counter.ATTEMPTS_CONTENDED :
            outcome == Outcome.NO_QUORUM ? Counter.ATTEMPTS_NO_QUORUM :
            outcome == Outcome.BACK_PRESSURED ? Counter.CALLS_BACK_PRESSURED : Counter.ATTEMPTS_TOO_LATE);
        claim.listener.onAttemptLost(outcome, attemptNs);
        if (outcome == Outcome.CONTENDED)
        {
            waits.onContended(claim, nowNs);
        }

        if (!claim.isPatient() || claim.attemptsLost() >= claim.options.maxAttempts() ||
            outcome == Outcome.NO_QUORUM && commands.primitive(claim.options).proposesTokens() &&
            capacity.isTimeMissing(claim))
        {
            deny(claim, outcome, nowNs);
        }
        else if (claim.isTimeUp(nowNs))
        {
            deny(claim, Outcome.TIMED_OUT, nowNs);
        }
        else if (outcome == Outcome.CONTENDED && mayStand(claim, nowNs))
        {
            standInLine(claim, true, nowNs);
        }
        else
        {
            waits.backOff(claim, attemptNs, nowNs);
        }
    }

    public void onTimer(final Claim claim, final long nowNs)
    {
        switch (claim.state())
        {
            case IN_LINE:
                if (claim.isTimeUp(nowNs))
                {
                    cancel(claim, Outcome.TIMED_OUT, nowNs);
                }
                else
                {
                    timers.arm(claim, claim.giveUpNs());
                }
                break;

            case PAUSING:
                if (!waits.goOn(claim, nowNs))
                {
                    attempt(claim, nowNs);
                }
                break;

            case ATTEMPTING:
                timeOutNodes(claim.attempt(), nowNs);
                break;

            default:
                break;
        }
    }

    private void timeOutNodes(final Attempt attempt, final long nowNs)
    {
        if (attempt.round.isPending())
        {
            attempt.round.forgiveStall(nowNs);
            attempt.expire(nowNs, meter);
        }

        final Claim claim = attempt.claim;
        final boolean isInLine = attempt.isInLine();
        if ((isInLine || attempt.round.isPending()) && claim.isPatient() && claim.isTimeUp(nowNs))
        {
            cancel(claim, Outcome.TIMED_OUT, nowNs);
        }
        else if (isInLine && tickets.isDue(attempt, nowNs))
        {
            askFromLine(attempt, tickets.isWorthTaking(attempt, nowNs), nowNs);
        }
        else
        {
            decideOrWait(attempt, nowNs);
        }
    }

    public void cancel(final Claim claim, final Outcome outcome, final long nowNs)
    {
        if (claim.state() == Claim.State.IN_LINE)
        {
            claim.blameLine();
        }
        else if (claim.state() == Claim.State.ATTEMPTING)
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
        lines.end(claim, nowNs);
        timers.tidy(claim, nowNs);
        claim.listener.onDenied(outcome);
    }
}
