// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import dev.redlock.engine.settings.Meter;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Quorum;
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
    public final Extending extending = new Extending();
    public final Releasing releasing = new Releasing();

    public Phase phase = Phase.FREE;
    public Claim claim;

    /*
     * The nodes that may hold the token: asked to, and not certainly without it.
     */
    private int mayHold;

    /*
     * 0 in plain mode. A grant counts only for the token it was given for: votes of rounds before tokenRound
     * were for a lower one.
     */
    private long fencingToken;
    private int tokenRound;
    private int tokenRefusedAt;
    private byte proposals;

    /*
     * The nodes at which a fenced question was lost with its connection: it may arrive yet, after a refusal
     * on another connection. Only a release, which closes the token, makes sure.
     */
    private int lostAt;

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

    Attempt(final int index, final Round.Rules rules, final long[] scratch)
    {
        this.index = index;
        round = new Round(rules);
        standing = new Standing(rules.quorum(), scratch);
    }

    public void begin(final Claim newClaim, final long nowNs, final long ttlNs)
    {
        assert phase == Phase.FREE && inFlight == 0 && !releasing.isQueued() :
            this + " begins but is not free: the pool gave it twice, or took it back too early";

        claim = newClaim;
        phase = Phase.ACQUIRING;
        standing.clear();
        mayHold = 0;
        startNs = nowNs;
        votesEndNs = nowNs;
        longestTtlMs = 0;
        extending.clear();
        fencingToken = 0;
        tokenRefusedAt = 0;
        lostAt = 0;
        asideAt = 0;
        proposals = 0;
        round.awaitDurableVotes(isDurable());
        beginRound(nowNs, ttlNs, newClaim.quorumToWin);
        tokenRound = round.number;
    }

    /**
     * Takes a token for the present round, which has asked nobody yet.
     */
    public void propose(final long newToken)
    {
        assert phase == Phase.ACQUIRING && claim.options.isFenced() && standing.count() == 0 :
            this + " proposes a token but is plain, holds, or has votes for another: they would count twice";
        assert newToken > fencingToken : this + " proposes " + newToken + ", not above " + fencingToken +
            ": what was sent with that could bring the key back when others have had it";

        fencingToken = newToken;
        tokenRefusedAt = 0;
        proposals++;
    }

    /**
     * A node has refused the token of the present round.
     */
    public void refuseToken(final int nodeIndex)
    {
        tokenRefusedAt |= 1 << nodeIndex;
    }

    /**
     * Begins another round, for another token. The nodes that granted the last one keep our key, but their
     * votes count no more.
     */
    public void askAgain(final long nowNs)
    {
        standing.clear();
        beginRound(nowNs, round.ttlNs(), claim.quorumToWin);
        tokenRound = round.number;
    }

    public boolean isFenced()
    {
        return fencingToken != 0;
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
     * The nodes that have refused the present token, a bit each.
     */
    public int tokenRefusedAt()
    {
        return tokenRefusedAt;
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

    public void hold(final long newValidUntilNs)
    {
        assert phase == Phase.ACQUIRING && standing.isQuorum() :
            this + " wins but is not acquiring with a quorum behind it: nothing else may become a lease";

        phase = Phase.HOLDING;
        validUntilNs = newValidUntilNs;
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
    public void letGo(final long ofTerm, final long keepNs, final long nowNs)
    {
        assert (phase == Phase.ACQUIRING || phase == Phase.HOLDING) && claim.attempt != this :
            this + " is let go but is free, let go already, or still its claim's: it would be released twice";

        phase = Phase.RELEASING;
        releasing.begin(ofTerm, ofTerm != 0 && nowNs - validUntilNs >= 0, keepNs);
        round.awaitDurableVotes(false);
        // The last extension may have been for a moment only, or cut to one: nodes have longer to answer.
        round.begin(nowNs, Math.max(round.ttlNs(), claim.options.ttlNs()), quorum());
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

    public void beginRound(final long nowNs, final long ttlNs, final Quorum quorum)
    {
        round.begin(nowNs, ttlNs, quorum);
        unconfirmed = 0;
        filledAt = 0;
        longestTtlMs = Math.max(longestTtlMs, round.ttlMs());
        votesEndNs += Math.max(0, round.untilNs - votesEndNs);
    }

    /**
     * What keeps the lease; to win it may take more.
     */
    public Quorum quorum()
    {
        return round.quorumToKeep();
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

        return claim.isPatient && claim.giveUpNs - dueNs < 0 ? claim.giveUpNs : dueNs;
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
            claim.explain(nodeIndex, cause, reply);
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
        if (isLost && kind.isAcquisition() && isFenced())
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
     * The node refused, so it has no key of ours, unless a lost question brings it one.
     */
    public void certainlyWithout(final int nodeIndex)
    {
        mayHold &= ~(1 << nodeIndex) | lostAt;
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
