// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import dev.redlock.engine.port.Meter;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.engine.wire.Primitive;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Members;
import dev.redlock.quorum.Slots;
import dev.redlock.quorum.Standing;
import dev.redlock.quorum.Vote;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;

/**
 * The life of one owner token: from the draw, over the rounds that acquire, extend and release with it, until
 * no node can hold it any more. Pooled, one per token that is out, so the room for its release is reserved
 * before it is first sent.
 * <pre>
 *   FREE ── begin ──► ACQUIRING ── hold ──► HOLDING
 *    ▲                    │                    │
 *    │                 letGo                letGo
 *    │                    ▼                    │
 *    └──── free ───── RELEASING ◄──────────────┘
 * </pre>
 */
public final class Attempt extends Timed
{
    /**
     * Where in its life a token is. Once RELEASING, nothing but releases is ever sent with it.
     */
    public enum Phase
    {
        FREE,
        ACQUIRING,
        HOLDING,
        RELEASING
    }

    public final int index;
    public final byte[] token = new byte[OwnerTokens.LENGTH];
    public final Round round;
    public final Standing standing;
    public final ExtensionProgress extending = new ExtensionProgress();
    public final ReleaseProgress releasing = new ReleaseProgress();

    public Phase phase = Phase.FREE;
    public Claim claim;
    private Primitive primitive;

    /*
     * The nodes that may hold the token: asked to, and not certainly without it.
     */
    private int mayHold;

    /*
     * 0 if none was proposed. A grant counts only for the token it was given for: votes of rounds before
     * tokenRound were for a lower one.
     */
    private long fencingToken;
    private int tokenRound;
    private boolean isTokenRefused;
    private int proposals;

    /*
     * The nodes at which a question with a fencing token was lost with its connection: it may arrive yet,
     * after a refusal on another connection. Only a release, which closes the token, makes sure.
     */
    private int lostAt;

    /*
     * Whether it has a ticket, or had one: a node that refuses may give it the key later. Whether it was
     * told that somebody waits, or another claim of its line before. The nodes that do not take what would
     * tell the next in line. The nodes that have refused its lease, although its place may bring the key
     * yet. From when the hold counts.
     */
    private boolean isInLine;
    private boolean isWanted;
    private int lineRefusedAt;
    private int lackingAt;
    private long wonFromNs;

    /*
     * The nodes whose grants in the present round wait until they are durable.
     */
    private int unconfirmed;

    /*
     * The nodes that are not to be asked once more in this round for a vote that it lacks: they were, or have
     * refused. Then those that owe an answer to a question outside of a round.
     */
    private int filledAt;
    private int asideAt;
    private long startNs;
    private long validUntilNs;

    /*
     * The last instant until which any vote for the token may come to count.
     */
    private long votesEndNs;
    private int inFlight;

    /*
     * When no node can have the key any more, however late it was set: the longest requested time to live
     * plus drift after the last answer to a question (the end of a connection counts as one). An unanswered
     * question may set its key at any moment. One instant serves all nodes; for most it is later than
     * necessary.
     */
    private int longestTtlMs;
    private long mootNs;
    private int unanswered;

    Attempt(final int index, final Round.Rules rules, final Slots slots, final long[] scratch)
    {
        this.index = index;
        round = new Round(rules);
        standing = new Standing(slots, scratch);
    }

    public void begin(final Claim newClaim, final Primitive newPrimitive, final long nowNs, final long ttlNs,
        final Members members)
    {
        assert phase == Phase.FREE && inFlight == 0 && !releasing.isQueued() :
            this + " begins but is not free, with " + inFlight + " in flight: the pool gave it twice, or " +
            "took it back too early";

        claim = newClaim;
        primitive = newPrimitive;
        phase = Phase.ACQUIRING;
        standing.clear();
        mayHold = 0;
        startNs = nowNs;
        votesEndNs = nowNs;
        longestTtlMs = 0;
        extending.clear();
        fencingToken = 0;
        isTokenRefused = false;
        lostAt = 0;
        asideAt = 0;
        proposals = 0;
        isInLine = false;
        isWanted = false;
        lineRefusedAt = 0;
        lackingAt = 0;
        round.awaitDurableVotes(isDurable());
        beginRound(nowNs, ttlNs, members);
        tokenRound = round.number;
    }

    /**
     * Takes a token for the present round, which has asked nobody yet.
     */
    public void propose(final long newToken)
    {
        assert phase == Phase.ACQUIRING && primitive.proposesTokens() && standing.count() == 0 :
            this + " proposes a token but is plain, holds, or has votes for another: they would count twice";
        assert newToken > fencingToken : this + " proposes " + newToken + ", not above " + fencingToken +
            ": what was sent with that could bring the key back when others have had it";

        fencingToken = newToken;
        isTokenRefused = false;
        proposals++;
    }

    /**
     * Nodes have given its lock with a token of their own, and their votes count for that: what was granted
     * to a lower proposal counts no more.
     */
    public void takeToken(final long given)
    {
        assert phase == Phase.ACQUIRING && primitive.proposesTokens() && given >= fencingToken :
            this + " takes " + given + ", below the " + fencingToken + " that it has proposed: what was " +
            "sent with that could bring the key back when others have had it";

        if (given > fencingToken)
        {
            standing.clear();
        }
        fencingToken = given;
        round.supersede();
        tokenRound = round.number;
    }

    /**
     * A node has refused the token of the present round.
     */
    public void refuseToken()
    {
        isTokenRefused = true;
    }

    /**
     * Begins another round, for another token. The nodes that granted the last one keep our key, but their
     * votes count no more.
     */
    public void askAgain(final long nowNs, final Members members)
    {
        standing.clear();
        beginRound(nowNs, round.ttlNs(), members);
        tokenRound = round.number;
    }

    /**
     * It takes a place in line at the nodes, before any was asked.
     */
    public void standInLine()
    {
        assert phase == Phase.ACQUIRING && mayHold == 0 : this + " was sent before it took a place in line";

        isInLine = true;
        outlive(WaitRule.LIFE_MS + WaitRule.MOST_MS);
    }

    /**
     * Begins another round from its place in line. What nodes have given stays, and is granted again.
     */
    public void askFromLine(final long nowNs, final long ttlNs, final Members members)
    {
        assert phase == Phase.ACQUIRING && isInLine : this + " has no place in line";

        standing.clear();
        beginRound(nowNs, ttlNs, members);
        tokenRound = round.number;
    }

    public boolean isInLine()
    {
        return isInLine;
    }

    /**
     * Somebody waits for its lock, in line at the nodes.
     */
    public void want()
    {
        isWanted = true;
    }

    /**
     * Whether a node is to give the key to the next in line when it is released.
     */
    public boolean isPassedAt(final int nodeIndex)
    {
        return (isInLine || isWanted) && (lineRefusedAt & 1 << nodeIndex) == 0 && !releasing.isKept();
    }

    /**
     * A node does not know of lines, or not for us.
     */
    public void refuseLineAt(final int nodeIndex)
    {
        lineRefusedAt |= 1 << nodeIndex;
    }

    /**
     * What its lock is on a node, from its acquisition to its release.
     */
    public Primitive primitive()
    {
        return primitive;
    }

    public long fencingToken()
    {
        return fencingToken;
    }

    /**
     * The first round whose votes count.
     */
    public int tokenRound()
    {
        return tokenRound;
    }

    /**
     * Whether a node has refused the present token.
     */
    public boolean isTokenRefused()
    {
        return isTokenRefused;
    }

    public int proposals()
    {
        return proposals;
    }

    /**
     * Whether a grant counts only once it is durable.
     */
    public boolean isDurable()
    {
        return claim.options.isDurable();
    }

    /**
     * A grant of the present round waits until it is durable.
     */
    public void awaitConfirmation(final int nodeIndex)
    {
        unconfirmed |= 1 << nodeIndex;
        explain(nodeIndex, Cause.NOT_DURABLE);
    }

    public void hold(final long newValidUntilNs, final long newWonFromNs)
    {
        assert phase == Phase.ACQUIRING && standing.isQuorum() :
            this + " wins but is not acquiring with a quorum behind it: nothing else may become a lease";

        phase = Phase.HOLDING;
        validUntilNs = newValidUntilNs;
        wonFromNs = newWonFromNs;
    }

    /**
     * From when the hold counts: when the round began that won, or when the deciding message came.
     */
    public long wonFromNs()
    {
        return wonFromNs;
    }

    /**
     * The votes that carry the lease end at another instant.
     */
    public void moveDeadline(final long newValidUntilNs)
    {
        assert phase == Phase.HOLDING : this + " has no deadline: it holds nothing";

        validUntilNs = newValidUntilNs;
    }

    /**
     * When the lease ends; undefined if it never was one.
     */
    public long validUntilNs()
    {
        return validUntilNs;
    }

    /**
     * Our clock stood still: what has passed since the start is more than it shows.
     */
    public void startedEarlier(final long byNs)
    {
        startNs -= byNs;
        wonFromNs -= byNs;
    }

    public long startNs()
    {
        return startNs;
    }

    /**
     * From here on only releases are sent with the token.
     *
     * @param ofTerm as the claim's owner is told of the outcome; 0 if it is not.
     * @param keepNs how long the nodes are to keep the key; 0 for not at all. What is over is not kept:
     *               somebody else may hold the lock.
     */
    public void letGo(final long ofTerm, final long keepNs, final long nowNs, final Members members)
    {
        assert (phase == Phase.ACQUIRING || phase == Phase.HOLDING) && claim.attempt() != this :
            this + " is let go but is free, let go already, or still its claim's: it would be released twice";

        phase = Phase.RELEASING;
        releasing.begin(ofTerm, ofTerm != 0 && nowNs - validUntilNs >= 0, keepNs);
        round.awaitDurableVotes(false);
        // The last extension may have been for a moment only, or cut to one: nodes have longer to answer.
        round.begin(nowNs, Math.max(round.ttlNs(), claim.options.ttlNs()), members.toKeep());
    }

    /**
     * How long a node that is told now is to keep the key, in milliseconds, rounded up; 0 if not at all.
     */
    public long keptForMs(final long nowNs)
    {
        return releasing.keptForMs(nowNs - round.startNs);
    }

    /**
     * In a release round: nothing is left to be told to the node. The goal is that it is certainly without
     * the key, or, if the key is to be kept for a while, that it has promised to keep it so long.
     */
    public void settle(final int nodeIndex, final boolean isKeeping)
    {
        round.tally.add(nodeIndex, releasing.isKept() && !isKeeping ? Vote.REFUSED : Vote.GRANTED);
    }

    void free()
    {
        assert isDone() : this + " is freed but a node owes an answer or waits for its release: " +
            "the next token would be taken for this one";

        phase = Phase.FREE;
        claim = null;
    }

    /**
     * A round asks for votes. It is decided, and until the next one asks the lease is kept, by those who are
     * members now; to win may take more of them.
     */
    public void beginRound(final long nowNs, final long ttlNs, final Members members)
    {
        final int minGrants = phase == Phase.ACQUIRING ? claim.options.minGrants() : 0;
        round.begin(nowNs, ttlNs, members.toWin(minGrants));
        standing.judgeBy(members.toKeep());
        unconfirmed = 0;
        filledAt = 0;
        outlive(round.ttlMs());
        votesUntil(round.untilNs);
    }

    /**
     * A vote may count until then.
     */
    public void votesUntil(final long untilNs)
    {
        votesEndNs += Math.max(0, untilNs - votesEndNs);
    }

    private void outlive(final long ttlMs)
    {
        longestTtlMs = (int)Math.max(longestTtlMs, ttlMs);
    }

    /**
     * The last instant until which any vote may come to count, by an answer that is on its way, too.
     */
    public long votesEndNs()
    {
        return votesEndNs;
    }

    /**
     * A node is asked once more in this round.
     */
    public void fillAt(final int nodeIndex)
    {
        filledAt |= 1 << nodeIndex;
    }

    /**
     * A node has refused in this round: to ask it once more is for nothing.
     */
    public void refuseAt(final int nodeIndex)
    {
        filledAt |= 1 << nodeIndex;
    }

    /**
     * A node has forgotten what it said in this round: it may be asked once more.
     */
    public void forgetAt(final int nodeIndex)
    {
        filledAt &= ~(1 << nodeIndex);
    }

    public boolean isFilledAt(final int nodeIndex)
    {
        return (filledAt & 1 << nodeIndex) != 0;
    }

    /**
     * A node was offered the question of the present round; if it did not take it, that is a fault. In a
     * release round nobody asks for causes: none is recorded.
     *
     * @return whether it took it.
     */
    public boolean takeOffer(final int nodeIndex, final int offered)
    {
        if (offered == Transport.ACCEPTED)
        {
            round.ask(nodeIndex);
            explain(nodeIndex, Cause.PENDING);

            return true;
        }

        final boolean isBackPressured = offered != Transport.NOT_CONNECTED;
        explain(nodeIndex, isBackPressured ? Cause.BACK_PRESSURED : Cause.NOT_CONNECTED);
        round.passOver(nodeIndex, isBackPressured);

        return false;
    }

    /**
     * Counts nodes that did not vote in time as faults.
     */
    public void expire(final long nowNs, final Meter meter)
    {
        for (int late = round.expire(nowNs); late != 0; late &= late - 1)
        {
            meter.count(Counter.NODE_TIMEOUTS);
            final int nodeIndex = Integer.numberOfTrailingZeros(late);
            explain(nodeIndex, (unconfirmed & 1 << nodeIndex) != 0 ? Cause.NOT_DURABLE : Cause.TIMEOUT);
        }
    }

    /**
     * When the claim of an acquisition has to look again, if no vote decides before.
     */
    public long nextLookNs(final long nowNs)
    {
        final long dueNs = round.nextDueNs(nowNs);

        return claim.isPatient() && claim.giveUpNs() - dueNs < 0 ? claim.giveUpNs() : dueNs;
    }

    /**
     * Records why a node voted as it did, if anybody waits for the round.
     */
    public void explain(final int nodeIndex, final Cause cause)
    {
        explain(nodeIndex, cause, null);
    }

    public void explain(final int nodeIndex, final Cause cause, final Reply reply)
    {
        if (phase == Phase.ACQUIRING || phase == Phase.HOLDING && extending.isAwaited())
        {
            claim.explainVote(nodeIndex, cause, reply);
        }
    }

    /**
     * An operation was sent. Whatever is no release may set the key.
     */
    public void onOffered(final OperationKind kind, final int nodeIndex)
    {
        assert kind.isRelease() || phase == Phase.ACQUIRING || phase == Phase.HOLDING :
            this + " was sent with " + kind + ": a token that is let go must never be set again";

        inFlight++;
        if (!kind.isRelease())
        {
            unanswered++;
            mayHold |= 1 << nodeIndex;
            lackingAt &= kind.isAcquisition() ? ~(1 << nodeIndex) : lackingAt;
        }
    }

    /**
     * An operation was sent outside of a round.
     */
    public void onOfferedAside(final int nodeIndex)
    {
        assert (asideAt & 1 << nodeIndex) == 0 : this + " is sent aside before the last answer has come";

        asideAt |= 1 << nodeIndex;
    }

    /**
     * What was sent outside of a round was answered, or lost with its connection.
     */
    public void onAnsweredAside(final int nodeIndex)
    {
        asideAt &= ~(1 << nodeIndex);
    }

    public boolean isAskedAside(final int nodeIndex)
    {
        return (asideAt & 1 << nodeIndex) != 0;
    }

    /**
     * Whether a node owes an answer to a question outside of a round that may set its key anew.
     */
    public boolean isAskedToSetAnew(final int nodeIndex)
    {
        return isAskedAside(nodeIndex) && standing.isReserve(nodeIndex);
    }

    /**
     * The nodes that owe an answer to a question outside of a round, a bit each.
     */
    public int asideAt()
    {
        return asideAt;
    }

    /**
     * An operation was answered, or lost with its connection.
     */
    public void onAnswered(
        final OperationKind kind, final int nodeIndex, final boolean isLost, final long nowNs)
    {
        assert inFlight > 0 : this + " is answered but asked nothing: a reply was counted twice";

        inFlight--;
        if (!kind.isRelease())
        {
            unanswered--;
            mootNs = unanswered == 0 ? nowNs + round.outlivesNs(longestTtlMs) : mootNs;
        }
        if (isLost && kind.isAcquisition() && primitive.proposesTokens())
        {
            lostAt |= 1 << nodeIndex;
        }
    }

    /**
     * Whether every question of its rounds was answered.
     */
    public boolean isAnswered()
    {
        return unanswered == Integer.bitCount(asideAt);
    }

    /**
     * Whether no node can have the key any more, even if none was told to delete it.
     */
    public boolean isMoot(final long nowNs)
    {
        return unanswered == 0 && nowNs - mootNs >= 0;
    }

    /**
     * Whether nothing of it is left anywhere.
     */
    public boolean isDone()
    {
        return phase == Phase.RELEASING && inFlight == 0 && !releasing.isQueued();
    }

    /**
     * The nodes that may hold the token, a bit each.
     */
    public int mayHold()
    {
        return mayHold;
    }

    public boolean mayHoldAt(final int nodeIndex)
    {
        return (mayHold & 1 << nodeIndex) != 0;
    }

    /**
     * The node refused, so it has no key of ours, unless a lost question brings it one, or our place in line.
     */
    public void certainlyWithout(final int nodeIndex)
    {
        if (!isInLine)
        {
            mayHold &= ~(1 << nodeIndex) | lostAt;
        }
        else if (phase == Phase.HOLDING)
        {
            lackingAt |= 1 << nodeIndex;
        }
    }

    /**
     * The nodes at which its lease may rest on a key, a bit each: those that have refused it lack one, though
     * its place in line may bring it yet, so that they are told of its release.
     */
    public int mayCarry()
    {
        return mayHold & ~lackingAt;
    }

    public boolean mayCarryAt(final int nodeIndex)
    {
        return (mayCarry() & 1 << nodeIndex) != 0;
    }

    /**
     * The node was told to delete the key, and took nothing of ours since.
     */
    public void releasedAt(final int nodeIndex)
    {
        mayHold &= ~(1 << nodeIndex);
    }

    @Override
    public String toString()
    {
        return "attempt " + index + " (" + phase + ", round " + round.number + ")";
    }
}
