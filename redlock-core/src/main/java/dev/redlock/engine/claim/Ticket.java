// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import java.util.Arrays;

import dev.redlock.engine.wire.ReplyFacts;
import dev.redlock.quorum.Quorum;
import dev.redlock.quorum.Slots;
import dev.redlock.spi.Reply;

/**
 * A claim's place in the lines that the nodes keep for its key: since when it has that, what the nodes have
 * told of who is before it, and when they are asked next. Over all attempts of a call, as the place is kept
 * when an attempt loses its token.
 */
public final class Ticket
{
    private static final int NONE = 0;
    private static final long NS_PER_MS = 1_000_000;
    private static final long FAR_NS = Long.MAX_VALUE / 4;

    /*
     * Of a key that is not one of ours: it never ends.
     */
    private static final long NO_END = -1;

    /*
     * More than the clock of a node may lose against ours.
     */
    private static final int DRIFT_SHIFT = 6;

    /*
     * By node: by how much its votes end earlier than they were thought to since the token was drawn; until
     * when the vote stands that a message has brought; a bit for each that has one.
     */
    private final long[] backNs;
    private final long[] untilNs;
    private int votesAt;

    /*
     * What these votes are for; 0 if locks have no fencing tokens.
     */
    private long token;

    /*
     * By node, as the last answer had it: when its key ends, if nobody prolongs it, after the beginning; the
     * mailbox of who has it.
     */
    private final long[] freeNs;
    private final int[] holders;

    /*
     * The nodes at which it is first in line; those of them where the holder has not heard of that; those
     * that have given it the lock since they were asked last.
     */
    private int firstAt;
    private int unheardAt;
    private int givenAt;

    /*
     * The nodes that had given it when they were asked last; those that have refused it then.
     */
    private int calledBy;
    private int doubtAt;

    private long beganNs;
    private long sinceUs;
    private long renewalNs;
    private long lookNs;
    private long tookNs;
    private boolean isTaking;
    private boolean isRoundOver;
    private boolean isRefused;
    private boolean isClaimLost;
    private int claimsLost;
    private boolean isTokenRefused;
    private int tokensRefused;

    Ticket(final Slots slots)
    {
        backNs = slots.longs();
        untilNs = slots.longs();
        freeNs = slots.longs();
        holders = slots.ints();
    }

    /**
     * A new call: nodes that refused tickets are asked for them again.
     */
    void clear()
    {
        isRefused = false;
    }

    /**
     * A new token takes the place.
     *
     * @param newSinceUs when the call has come, by the nodes' time in microseconds.
     */
    public void begin(final long newSinceUs, final long nowNs)
    {
        sinceUs = newSinceUs;
        claimsLost = 0;
        firstAt = 0;
        unheardAt = 0;
        votesAt = 0;
        token = 0;
        givenAt = 0;
        calledBy = 0;
        doubtAt = 0;
        isTokenRefused = false;
        tokensRefused = 0;
        Arrays.fill(backNs, 0);
        beganNs = nowNs;
        Arrays.fill(freeNs, FAR_NS);
        Arrays.fill(holders, NONE);
    }

    public long sinceUs()
    {
        return sinceUs;
    }

    /**
     * The nodes are asked, and with a higher fencing token, if there are any: what they have given with a
     * lower one does not count.
     *
     * @param isForKey whether to give the key to the one who is first, if it is free, or only to keep the
     *                 place.
     * @param newRenewalNs when to ask next at the latest.
     */
    public void ask(final boolean isForKey, final long newRenewalNs)
    {
        renewalNs = newRenewalNs;
        lookNs = newRenewalNs;
        isTaking = isForKey;
        isRoundOver = false;
        isClaimLost = false;
        if (token != 0)
        {
            votesAt = 0;
            token = 0;
        }
        tokensRefused = isTokenRefused ? tokensRefused : 0;
        isTokenRefused = false;
        calledBy = givenAt;
        doubtAt = calledBy == 0 ? 0 : doubtAt;
        givenAt = 0;
    }

    /**
     * Whether nodes were asked because some had given the lock.
     */
    public boolean isCalled()
    {
        return calledBy != 0;
    }

    /**
     * Whether a node has refused what it had said to have given, since the ticket was renewed last.
     */
    public boolean isDoubtfulAt(final int nodeIndex)
    {
        return (doubtAt & 1 << nodeIndex) != 0;
    }

    public boolean isTaking()
    {
        return isTaking;
    }

    /**
     * Takes what a node that did not grant has told.
     */
    public void learn(final int nodeIndex, final Reply reply, final long askedNs, final long nowNs)
    {
        tookNs = nowNs - askedNs;
        final int bit = 1 << nodeIndex;
        final long leftMs = ReplyFacts.msLeft(reply);
        final long leftNs = leftMs * NS_PER_MS;
        freeNs[nodeIndex] = leftMs == NO_END ? FAR_NS :
            nowNs - beganNs + (leftMs < 0 ? 0 : leftNs + (leftNs >> DRIFT_SHIFT) + NS_PER_MS);
        holders[nodeIndex] = (int)ReplyFacts.holder(reply);
        firstAt = ReplyFacts.rank(reply) == 0 ? firstAt | bit : firstAt & ~bit;
        unheardAt = ReplyFacts.told(reply) == 0 ? unheardAt | bit : unheardAt & ~bit;
    }

    /**
     * How long the last answer took.
     */
    public long tookNs()
    {
        return tookNs;
    }

    /**
     * A node does not know tickets, or not for us: this call goes on without.
     */
    public void refuse()
    {
        isRefused = true;
    }

    public boolean isRefused()
    {
        return isRefused;
    }

    /**
     * By how much the votes of a node end earlier than they were thought to, since the token was drawn.
     */
    public long backNs(final int nodeIndex)
    {
        return backNs[nodeIndex];
    }

    /**
     * What a node has promised ends earlier: its clock was set forward, or ours stood still.
     *
     * @param isOurs whether it was ours: then the draw of the token has moved, too, and what comes later
     *               counts from that.
     */
    public void shorten(final int nodeIndex, final long byNs, final boolean isOurs)
    {
        backNs[nodeIndex] += isOurs ? 0 : byNs;
        untilNs[nodeIndex] -= byNs;
    }

    /**
     * A message has brought the vote of a node. Those for a lower fencing token count no more.
     */
    public void voteAt(final int nodeIndex, final long newUntilNs, final long newToken)
    {
        if (newToken < token)
        {
            forgetAt(nodeIndex);

            return;
        }
        votesAt = (newToken == token ? votesAt : 0) | 1 << nodeIndex;
        token = newToken;
        untilNs[nodeIndex] = newUntilNs;
    }

    /**
     * The fencing token for which the votes are that messages have brought.
     *
     * @return 0 for a plain lock.
     */
    public long token()
    {
        return token;
    }

    /**
     * The vote of a node is worth nothing: it has refused since, or has forgotten, or its clock is in doubt.
     */
    public void forgetAt(final int nodeIndex)
    {
        votesAt &= ~(1 << nodeIndex);
    }

    /**
     * A node has refused, perhaps what it had said to have given.
     *
     * @param isGone whether it has not the lock as ours.
     */
    public void denyAt(final int nodeIndex, final boolean isGone)
    {
        doubtAt |= calledBy & 1 << nodeIndex;
        if (isGone)
        {
            forgetAt(nodeIndex);
        }
    }

    /**
     * The nodes whose votes stand by messages, a bit each.
     */
    public int votesAt(final long nowNs)
    {
        int standing = 0;
        for (int left = votesAt; left != 0; left &= left - 1)
        {
            final int nodeIndex = Integer.numberOfTrailingZeros(left);
            standing |= untilNs[nodeIndex] - nowNs > 0 ? 1 << nodeIndex : 0;
        }

        return standing;
    }

    public long untilNs(final int nodeIndex)
    {
        return untilNs[nodeIndex];
    }

    /**
     * A node has given it the lock.
     */
    public void giveAt(final int nodeIndex)
    {
        givenAt |= 1 << nodeIndex;
    }

    public int givenAt()
    {
        return givenAt;
    }

    public int firstAt()
    {
        return firstAt;
    }

    public int unheardAt()
    {
        return unheardAt;
    }

    /**
     * The first instant at which enough nodes may be without a key, as far as they have told.
     *
     * @param quorum which are enough.
     * @param voters that could grant it, a bit each.
     * @return far away if they are too few.
     */
    public long freeNs(final Quorum quorum, final int voters)
    {
        long firstNs = FAR_NS;
        for (final long oneNs : freeNs)
        {
            int free = 0;
            for (int i = 0; i < freeNs.length; i++)
            {
                free |= freeNs[i] <= oneNs ? 1 << i : 0;
            }
            firstNs = quorum.isMetBy(free & voters) ? Math.min(firstNs, oneNs) : firstNs;
        }

        return beganNs + firstNs;
    }

    /**
     * Whether enough nodes have named one other client as the holder.
     *
     * @param quorum which are enough.
     */
    public boolean isHeldByOne(final Quorum quorum)
    {
        for (final int holder : holders)
        {
            int same = 0;
            for (int i = 0; i < holders.length; i++)
            {
                same |= holders[i] == holder ? 1 << i : 0;
            }
            if (holder != NONE && quorum.isMetBy(same))
            {
                return true;
            }
        }

        return false;
    }

    /**
     * The round is lost.
     */
    public void endRound()
    {
        isRoundOver = true;
    }

    public boolean isRoundOver()
    {
        return isRoundOver;
    }

    /**
     * It has got some nodes in this round, and others have the rest.
     *
     * @return whether that is news.
     */
    public boolean loseClaim()
    {
        final boolean isNews = !isClaimLost;
        isClaimLost = true;
        claimsLost += isNews ? 1 : 0;

        return isNews;
    }

    /**
     * A node has refused the fencing token of this round.
     *
     * @return in how many rounds in a row that was so.
     */
    public int refuseToken()
    {
        tokensRefused += isTokenRefused ? 0 : 1;
        isTokenRefused = true;

        return tokensRefused;
    }

    /**
     * In how many rounds that was so with this token.
     */
    public int claimsLost()
    {
        return claimsLost;
    }

    /**
     * When the nodes are asked next.
     */
    public long lookNs()
    {
        return lookNs;
    }

    /**
     * When there may be something to get; before that the ticket may have to be renewed.
     */
    public void lookAt(final long newLookNs)
    {
        lookNs = newLookNs - renewalNs < 0 ? newLookNs : renewalNs;
    }
}
