// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wait;

import dev.redlock.engine.claim.Attempt;
import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.claim.Ticket;
import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.node.MedianTime;
import dev.redlock.engine.node.Node;
import dev.redlock.engine.node.Nodes;
import dev.redlock.engine.port.Meter;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.settings.FenceRule;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.engine.watch.Backoff;
import dev.redlock.engine.watch.NodePolicy;
import dev.redlock.engine.wire.Message;
import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.quorum.Quorum;
import dev.redlock.quorum.Validity;
import dev.redlock.spi.Reply;

/**
 * Claims that wait in line at the nodes: which may, when their tickets are renewed, and when one asks for the
 * key. A node that has given the key says so; once enough have, or a moment after the first, the claim asks
 * all, and their answers are its votes. Whoever hears nothing looks when the keys that it has been told of
 * are over.
 */
public final class Tickets
{
    /**
     * What becomes of a claim whose round is lost.
     */
    public enum Next
    {
        /**
         * It stays in line; the timer is armed.
         */
        STAY,

        /**
         * It leaves the line, and tries again like one that has none.
         */
        LEAVE,

        /**
         * It goes on with another token in its old place, as it shares the nodes with others.
         */
        ANEW
    }

    private static final int MOST_CLAIMS = 2;
    private static final long NS_PER_US = 1_000;
    private static final long NS_PER_MS = ClaimOptions.NS_PER_MS;
    private static final long MOST_NS = WaitRule.MOST_MS * NS_PER_MS;

    /*
     * By how much a place may differ from the one that it should be: more says that the nodes' clocks were
     * set.
     */
    private static final long MOST_OFF_US = 1_000_000;

    /*
     * Those that are not first leave it to the first to look when the key ends. Who is first, and whom no
     * holder has heard of, looks as often as one that has no place in line.
     */
    private static final long FIRST_SPREAD_NS = 2 * NS_PER_MS;
    private static final long OTHERS_NS = 50 * NS_PER_MS;
    private static final long OTHERS_SPREAD_NS = 100 * NS_PER_MS;
    private static final long UNHEARD_NS = NS_PER_MS;
    private static final long UNHEARD_SPREAD_NS = 15 * NS_PER_MS;
    private static final long RENEWAL_SPREAD_NS = 20 * NS_PER_MS;

    /*
     * How long the other nodes have after the first has given the key: two round trips, or more if the nodes
     * are near.
     */
    private static final long LEAST_COLLECTION_NS = 2 * NS_PER_MS;

    private final EngineConfig config;
    private final Nodes nodes;
    private final Capacity capacity;
    private final Timers timers;
    private final Meter meter;
    private final NodePolicy policy;
    private final Backoff backoff;
    private final MedianTime time;

    public Tickets(final EngineConfig config, final Nodes nodes, final Capacity capacity,
        final Timers timers, final Meter meter, final NodePolicy policy, final Backoff backoff,
        final MedianTime time)
    {
        this.config = config;
        this.nodes = nodes;
        this.capacity = capacity;
        this.timers = timers;
        this.meter = meter;
        this.policy = policy;
        this.backoff = backoff;
        this.time = time;
    }

    /**
     * Whether a claim may wait in line, if nodes keep one for such locks: not while there are too few nodes,
     * as it would keep some from others who could win; and all that are up must know of lines.
     */
    public boolean mayStand(final Claim claim, final long nowNs)
    {
        return config.waiting().isGiven() && claim.isPatient() && !claim.isKeptOutOfLine() &&
            !claim.options.isDurable() && time.us(nowNs) != MedianTime.UNKNOWN &&
            capacity.hasNodes(claim, nowNs) && doAllWake();
    }

    private boolean doAllWake()
    {
        for (int i = 0, n = nodes.count(); i < n; i++)
        {
            final Node node = nodes.at(i);
            if (node.isUp() && !node.doesWake())
            {
                return false;
            }
        }

        return true;
    }

    /**
     * An attempt takes the place of its claim.
     */
    public void stand(final Attempt attempt, final long nowNs)
    {
        meter.count(Counter.WAITS_IN_LINE);
        attempt.standInLine();
        attempt.claim.needTicket();
        attempt.claim.ticket().begin(sinceUs(attempt.claim, nowNs), nowNs);
    }

    /*
     * Our own clock knows how long a claim has waited, whatever happens to those of the nodes.
     */
    private long sinceUs(final Claim claim, final long nowNs)
    {
        return time.us(nowNs) - (nowNs - claim.calledNs()) / NS_PER_US;
    }

    /**
     * Begins a round.
     */
    public void ask(final Attempt attempt, final boolean isForKey, final long nowNs)
    {
        final Ticket ticket = attempt.claim.ticket();
        final long ttlNs = attempt.claim.options.ttlNs();
        ticket.ask(isForKey, nowNs + renewalNs());
        if (!isForKey)
        {
            meter.count(Counter.TICKETS_RENEWED);
        }
        // A key that is given meanwhile is not to outlive a client that stands still.
        attempt.askFromLine(nowNs, isForKey ? ttlNs : Math.min(ttlNs, MOST_NS), nodes.members());
    }

    private long renewalNs()
    {
        return WaitRule.RENEWAL_NS + backoff.spreadNs(RENEWAL_SPREAD_NS, 0, RENEWAL_SPREAD_NS);
    }

    /**
     * Takes what a node tells of the place of an attempt, or of why it has none.
     */
    public void learn(final Attempt attempt, final int nodeIndex, final Reply reply, final long nowNs)
    {
        final Ticket ticket = attempt.claim.ticket();
        if (ReplyFacts.tellsPlace(reply))
        {
            policy.onTicketTaken(nodes.at(nodeIndex));
            ticket.learn(nodeIndex, reply, attempt.round.startNs, nowNs);
        }
        else if (reply.kind() == Reply.Kind.ERROR)
        {
            policy.onTicketRefused(nodes.at(nodeIndex), reply.errorCode());
            ticket.refuse();
        }
    }

    /**
     * The round of a claim is lost, or one more node has answered after that.
     */
    public Next afterRound(final Attempt attempt, final long nowNs)
    {
        final Claim claim = attempt.claim;
        final Ticket ticket = claim.ticket();
        ticket.endRound();
        final boolean isShared = ticket.isTaking() && attempt.standing.count() > 0;
        final int tokensRefused = tokensRefused(attempt);
        final boolean isForToken = tokensRefused > 0 && tokensRefused <= FenceRule.MOST_PROPOSALS;
        if (!isForToken && attempt.round.outcomeOfLoss() != Outcome.CONTENDED ||
            !capacity.hasNodes(claim, nowNs))
        {
            return Next.LEAVE;
        }
        if (Math.abs(sinceUs(claim, nowNs) - ticket.sinceUs()) > MOST_OFF_US)
        {
            return Next.ANEW;
        }

        if (isForToken)
        {
            ticket.lookAt(nowNs);
        }
        else if (tokensRefused > 0)
        {
            ticket.lookAt(nowNs + OTHERS_NS + backoff.spreadNs(OTHERS_SPREAD_NS, 0, OTHERS_SPREAD_NS));
        }
        else if (isShared && ticket.loseClaim())
        {
            if (ticket.claimsLost() == MOST_CLAIMS)
            {
                return Next.ANEW;
            }
            final long collectionNs = collectionNs(ticket);
            ticket.lookAt(nowNs + collectionNs / 2 +
                backoff.spreadNs(collectionNs, ticket.claimsLost(), Long.MAX_VALUE));
        }
        else if (!isShared && ticket.givenAt() != 0)
        {
            lookBy(ticket, nowNs + collectionNs(ticket));
        }
        else if (!isShared)
        {
            // Those that have not answered yet may be the ones that grant.
            final long restNs = attempt.round.startNs + collectionNs(ticket) - nowNs;
            ticket.lookAt(nowNs + Math.max(nextLookNs(attempt, nowNs) - nowNs, restNs));
        }
        timers.arm(claim, nowNs + Math.min(ticket.lookNs() - nowNs, claim.giveUpNs() - nowNs));

        return Next.STAY;
    }

    /*
     * In how many rounds in a row a node has refused the token, which would perhaps grant a higher one. What
     * others give meanwhile is not to be void by that.
     */
    private static int tokensRefused(final Attempt attempt)
    {
        final Ticket ticket = attempt.claim.ticket();

        return attempt.isTokenRefused() && ticket.givenAt() == 0 ? ticket.refuseToken() : 0;
    }

    private static void lookBy(final Ticket ticket, final long lookNs)
    {
        if (lookNs - ticket.lookNs() < 0)
        {
            ticket.lookAt(lookNs);
        }
    }

    private long nextLookNs(final Attempt attempt, final long nowNs)
    {
        final Ticket ticket = attempt.claim.ticket();
        final Quorum quorum = nodes.members().toKeep();
        final boolean isFirst = ticket.firstAt() != 0;
        final long freeNs = ticket.freeNs(quorum, nodes.voters(nowNs));
        final long delayNs = isFirst ? backoff.spreadNs(FIRST_SPREAD_NS, 0, FIRST_SPREAD_NS) :
            OTHERS_NS + backoff.spreadNs(OTHERS_SPREAD_NS, 0, OTHERS_SPREAD_NS);
        final long lookNs = nowNs + Math.max(0, freeNs - nowNs) + delayNs;
        if (!isFirst || !quorum.isOutOfReachWithout(ticket.unheardAt() & ticket.firstAt()))
        {
            return lookNs;
        }

        return nowNs + Math.min(lookNs - nowNs,
            UNHEARD_NS + backoff.spreadNs(UNHEARD_SPREAD_NS, 0, UNHEARD_SPREAD_NS));
    }

    private long collectionNs(final Ticket ticket)
    {
        return Math.max(LEAST_COLLECTION_NS, 2 * Math.min(ticket.tookNs(), config.maxNodeTimeoutNs()));
    }

    /**
     * Whether it is time to ask the nodes, with a round that is over.
     */
    public boolean isDue(final Attempt attempt, final long nowNs)
    {
        final Ticket ticket = attempt.claim.ticket();

        return ticket.isRoundOver() && nowNs - ticket.lookNs() >= 0;
    }

    /**
     * Whether the next round should ask for the key: if enough nodes may be without one. Otherwise it would
     * take some from a holder who has the others.
     */
    public boolean isWorthTaking(final Attempt attempt, final long nowNs)
    {
        final Ticket ticket = attempt.claim.ticket();

        return ticket.givenAt() != 0 || attempt.standing.count() > 0 ||
            nowNs - ticket.freeNs(nodes.members().toKeep(), nodes.voters(nowNs)) >= 0;
    }

    /**
     * An attempt has won from its place in line.
     */
    public void onWon(final Attempt attempt)
    {
        final Ticket ticket = attempt.claim.ticket();
        meter.count(ticket.isCalled() || ticket.givenAt() != 0 ? Counter.LOCKS_GIVEN : Counter.LOCKS_FOUND);
    }

    /**
     * Whether a lost attempt leaves what it has to the next in line: not if another client has most nodes,
     * and so will give the others to the right one.
     */
    public boolean isLeftToNext(final Attempt attempt)
    {
        return !attempt.claim.ticket().isHeldByOne(nodes.members().toKeep());
    }

    /**
     * Whether a node may be believed that it has given the lock: one that says so and refuses it when it is
     * asked would have all nodes asked without end.
     */
    public boolean believes(final Attempt attempt, final int nodeIndex)
    {
        return attempt.phase != Attempt.Phase.ACQUIRING || !attempt.isInLine() ||
            !attempt.claim.ticket().isDoubtfulAt(nodeIndex);
    }

    /**
     * A node has given the lock to an attempt that waits for it. That is the node's vote: as if the question
     * had been executed late with which the ticket was renewed, so it counts from when that was sent. Where
     * a message alone is no vote, it has the claim ask for those of all nodes.
     *
     * @return whether to ask all nodes at once.
     */
    public boolean onGiven(
        final Attempt attempt, final int nodeIndex, final Message message, final long nowNs)
    {
        final Ticket ticket = attempt.claim.ticket();
        final boolean isFirst = ticket.givenAt() == 0;
        ticket.giveAt(nodeIndex);
        if (isVote(attempt, nodes.at(nodeIndex), message, nowNs))
        {
            ticket.voteAt(
                nodeIndex, untilNs(attempt, nodeIndex, message, nowNs), message.fencingToken());
        }
        if (hasVotes(attempt, nowNs))
        {
            return true;
        }
        if (!ticket.isRoundOver() && ticket.isTaking())
        {
            // The answers that are on their way may bring it; else they say so.
            return false;
        }
        if (nodes.members().toWin(attempt.claim.minGrants()).isMetBy(ticket.givenAt()))
        {
            return true;
        }
        if (isFirst)
        {
            lookBy(ticket, nowNs + collectionNs(ticket));
            timers.arm(attempt.claim, ticket.lookNs());
        }

        return false;
    }

    /*
     * A ticket that was sent over an earlier connection may have come back with old data of the node. A vote
     * that has to show the node's time is the answer to a question: the clock guard does not look at the time
     * in a message.
     */
    private boolean isVote(final Attempt attempt, final Node node, final Message message, final long nowNs)
    {
        return !config.drift().isMeasured() &&
            node.mayVote(nowNs) && sentNs(attempt, node.index, message) - node.upNs() >= 0 &&
            isToken(message.fencingToken(), attempt.fencingToken(), nowNs);
    }

    /*
     * One below what we have proposed is none to hold with. From far ahead it would hide those of the other
     * nodes.
     */
    private boolean isToken(final long given, final long proposed, final long nowNs)
    {
        return proposed == 0 ? given == 0 :
            given >= proposed && config.fence().believed(given, time.us(nowNs)) == given;
    }

    /*
     * No longer than a vote that is asked for now, as callers do not expect more than that.
     */
    private long untilNs(
        final Attempt attempt, final int nodeIndex, final Message message, final long nowNs)
    {
        final long sentNs = sentNs(attempt, nodeIndex, message);
        final long promisedNs = Validity.untilNs(sentNs, message.ttlMs() * NS_PER_MS, config.drift());
        final long longestNs = Validity.untilNs(nowNs, attempt.claim.options.ttlNs(), config.drift());

        return promisedNs - longestNs < 0 ? promisedNs : longestNs;
    }

    /*
     * When the question began that a message answers, or earlier; never after the last one.
     */
    private static long sentNs(final Attempt attempt, final int nodeIndex, final Message message)
    {
        final long agedNs = message.drawnMs() * NS_PER_MS - attempt.claim.ticket().backNs(nodeIndex);

        return attempt.startNs() + Math.min(agedNs, attempt.round.startNs - attempt.startNs());
    }

    /**
     * Whether messages have brought enough votes, and these stand long enough, to win without asking again.
     */
    public boolean hasVotes(final Attempt attempt, final long nowNs)
    {
        final Claim claim = attempt.claim;
        final long worthNs = nowNs + Math.max(0, claim.options.minValidityNs() - 1);

        return nodes.members().toWin(claim.minGrants()).isMetBy(claim.ticket().votesAt(worthNs));
    }

    /**
     * Lets the votes that messages have brought count for the lease.
     */
    public void count(final Attempt attempt, final long nowNs)
    {
        final Ticket ticket = attempt.claim.ticket();
        if (ticket.token() != 0)
        {
            attempt.takeToken(ticket.token());
        }
        for (int left = ticket.votesAt(nowNs); left != 0; left &= left - 1)
        {
            final int nodeIndex = Integer.numberOfTrailingZeros(left);
            attempt.standing.grant(nodeIndex, ticket.untilNs(nodeIndex));
            attempt.votesUntil(ticket.untilNs(nodeIndex));
        }
    }

    /**
     * A node has refused the lock to an attempt, whatever its messages have said before.
     *
     * @param isGone whether it has not the lock as ours.
     */
    public void deny(final Attempt attempt, final int nodeIndex, final boolean isGone)
    {
        attempt.claim.ticket().denyAt(nodeIndex, isGone);
    }

    /**
     * A node does not vote for an attempt any more: it has forgotten what it said, or its clock is in doubt.
     */
    public void forget(final Attempt attempt, final int nodeIndex)
    {
        attempt.claim.ticket().forgetAt(nodeIndex);
    }

    /**
     * What a node has promised to an attempt ends earlier.
     *
     * @param isOurs whether our clock stood still.
     */
    public void shorten(final Attempt attempt, final int nodeIndex, final long byNs, final boolean isOurs)
    {
        attempt.claim.ticket().shorten(nodeIndex, byNs, isOurs);
    }
}
