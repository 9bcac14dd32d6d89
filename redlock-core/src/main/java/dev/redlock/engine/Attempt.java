// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.quorum.Drift;
import dev.redlock.quorum.Quorum;
import dev.redlock.quorum.Standing;
import dev.redlock.quorum.Tally;
import dev.redlock.quorum.Validity;
import dev.redlock.spi.PreparedKey;

/**
 * The life of one owner token: from the draw, over the rounds that acquire, extend and release with it, until
 * no node can hold it any more. Pooled; as there is one for every token that is out, the room for releasing
 * it is reserved before it is first sent.
 */
final class Attempt extends Timed
{
    /**
     * Where in its life a token is. Once RELEASING, nothing but releases is ever sent with it.
     */
    enum Phase
    {
        FREE,
        ACQUIRING,
        HOLDING,
        RELEASING
    }

    final int index;
    final byte[] token = new byte[OwnerTokens.LENGTH];
    final Tally tally;
    final Standing standing;

    Phase phase = Phase.FREE;
    Claim claim;
    long term;

    /*
     * The present round. Replies carry the round they belong to; one of an earlier round is a straggler.
     */
    int round;
    long roundStartNs;
    long roundSentNs;
    boolean isRoundSent;
    boolean isStallForgiven;
    long roundTtlNs;
    long roundUntilNs;
    int asked;
    int backPressured;

    /*
     * The nodes that may hold the token: asked to, and not certainly without it.
     */
    int mayHold;
    long startNs;
    long validUntilNs;
    int inFlight;

    /*
     * When no node can have the key any more, however late it was set: the longest time to live that was
     * asked for, and its drift, after the last answer to a question, the end of a connection being one. While
     * a question has no answer its key may be set at any moment. One instant for all nodes is later than need
     * be for most.
     */
    long outlivesNs;
    long mootNs;
    int unanswered;

    /*
     * Extension.
     */
    boolean isExtending;
    boolean isExtensionAwaited;
    boolean isExtensionCut;
    boolean isLimitReached;
    int extensions;
    long extendNs;

    /*
     * Release.
     */
    boolean isReleaseAwaited;
    boolean isExpiredRelease;
    int absent;
    int releaseUnclear;
    int releaseQueued;

    private final Quorum quorum;
    private final Drift drift;

    Attempt(final int index, final Quorum quorum, final Drift drift)
    {
        this.index = index;
        this.quorum = quorum;
        this.drift = drift;
        tally = new Tally(quorum);
        standing = new Standing(quorum);
    }

    void begin(final Claim newClaim, final long nowNs, final long ttlNs)
    {
        claim = newClaim;
        phase = Phase.ACQUIRING;
        standing.clear();
        mayHold = 0;
        startNs = nowNs;
        outlivesNs = 0;
        isExtending = false;
        isExtensionAwaited = false;
        isLimitReached = false;
        extensions = 0;
        isReleaseAwaited = false;
        isExpiredRelease = false;
        absent = 0;
        releaseUnclear = 0;
        beginRound(nowNs, ttlNs);
    }

    void beginRound(final long nowNs, final long ttlNs)
    {
        round++;
        roundStartNs = nowNs;
        roundSentNs = nowNs;
        isRoundSent = false;
        isStallForgiven = false;
        roundTtlNs = ttlNs;
        roundUntilNs = Validity.untilNs(nowNs, ttlNs, drift);
        outlivesNs = Math.max(outlivesNs, ttlNs + drift.of(ttlNs));
        asked = 0;
        backPressured = 0;
        tally.reset();
    }

    /**
     * The first question of a round has left. Its validity counts from its start all the same; from now on
     * counts only how long nodes may take to answer.
     */
    void onFlushed(final int flushedRound, final long nowNs)
    {
        if (!isRoundSent && flushedRound == round)
        {
            isRoundSent = true;
            roundSentNs = nowNs;
        }
    }

    PreparedKey key()
    {
        return claim.key;
    }

    /**
     * An operation is on its way.
     */
    void onOffered(final OperationKind kind)
    {
        inFlight++;
        unanswered += kind.isRelease() ? 0 : 1;
    }

    /**
     * An operation was answered, or lost with its connection.
     */
    void onAnswered(final OperationKind kind, final long nowNs)
    {
        inFlight--;
        if (!kind.isRelease())
        {
            unanswered--;
            mootNs = nowNs + outlivesNs;
        }
    }

    /**
     * Whether no node can have the key any more, even if none was told to delete it.
     */
    boolean isMoot(final long nowNs)
    {
        return unanswered == 0 && nowNs - mootNs >= 0;
    }

    /**
     * Whether a node was asked in the present round and has not voted.
     */
    boolean awaits(final int nodeIndex)
    {
        return (asked & 1 << nodeIndex) != 0 && !tally.hasVoted(nodeIndex);
    }

    boolean wasLostBeforeRelease()
    {
        return standing.count() - absent < quorum.required();
    }

    boolean mayHoldAt(final int nodeIndex)
    {
        return (mayHold & 1 << nodeIndex) != 0;
    }

    void certainlyWithout(final int nodeIndex)
    {
        mayHold &= ~(1 << nodeIndex);
    }
}
