// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * The votes on which a lease stands, each with the instant at which it ends. The lease ends when those that
 * are left are no quorum: one formula covers early decisions, stragglers, partial extensions and lost votes.
 * <p>
 * <b>Threads:</b> not thread-safe.
 */
public final class Standing
{
    private final long[] untilNs;
    private final long[] scratch;

    /*
     * That of the last round which asked for votes, and so of the lease until the next one asks.
     */
    private Quorum quorum;
    private int standing;
    private int reserve;

    /**
     * Nothing stands.
     *
     * @param slots   of the nodes.
     * @param scratch an instant of each. All that belong to one thread may share it: nothing stays in it.
     */
    public Standing(final Slots slots, final long[] scratch)
    {
        untilNs = slots.longs();
        this.scratch = scratch;
    }

    /**
     * A round asks for votes: from now on the lease needs the quorum that the round began with.
     *
     * @param newQuorum that a lease needs.
     */
    public void judgeBy(final Quorum newQuorum)
    {
        quorum = newQuorum;
    }

    /**
     * Nothing stands any more.
     */
    public void clear()
    {
        standing = 0;
        reserve = 0;
    }

    /**
     * A node granted, until the given instant. A vote that already stands longer is left alone.
     *
     * @param nodeIndex 0 to N - 1.
     * @param newUntil  instant at which the vote ends, in nanoseconds of the monotonic clock.
     */
    public void grant(final int nodeIndex, final long newUntil)
    {
        final int bit = Slots.bitOf(nodeIndex);

        if ((standing & bit) == 0 || newUntil - untilNs[nodeIndex] > 0)
        {
            untilNs[nodeIndex] = newUntil;
            standing |= bit;
        }
    }

    /**
     * A vote ends earlier than it was thought to: the node's clock was set forward, or ours stood still.
     *
     * @param nodeIndex 0 to N - 1; nothing if its vote does not stand.
     * @param byNs      by how much, in nanoseconds.
     */
    public void shorten(final int nodeIndex, final long byNs)
    {
        assert byNs >= 0 : "a vote is shortened by " + byNs + " ns: what a node has promised never grows";

        untilNs[nodeIndex] -= byNs;
    }

    /**
     * A vote is gone: the node says the key is not ours, or it has forgotten everything.
     *
     * @param nodeIndex 0 to N - 1.
     */
    public void drop(final int nodeIndex)
    {
        standing &= ~Slots.bitOf(nodeIndex);
    }

    /**
     * From now on a node's vote is in reserve: the node is told to set the key anew, and somebody else may
     * have had it there before. It stands, but the lease does not rest on it.
     *
     * @param nodeIndex 0 to N - 1.
     */
    public void reserve(final int nodeIndex)
    {
        reserve |= Slots.bitOf(nodeIndex);
    }

    /**
     * Votes are in reserve no more.
     *
     * @param nodes a bit for each node.
     */
    public void absorb(final int nodes)
    {
        reserve &= ~nodes;
    }

    /**
     * Whether a node's vote is in reserve, or would be.
     *
     * @param nodeIndex 0 to N - 1.
     * @return true if the lease does not rest on it.
     */
    public boolean isReserve(final int nodeIndex)
    {
        return (reserve & Slots.bitOf(nodeIndex)) != 0;
    }

    /**
     * The nodes whose votes stand in reserve.
     *
     * @return a bit for each node.
     */
    public int reserved()
    {
        return standing & reserve;
    }

    /**
     * How many votes stand on which a lease may rest, whatever their ends.
     *
     * @return 0 to N.
     */
    public int count()
    {
        return Integer.bitCount(counted());
    }

    /**
     * Whether a lease may rest on a node's vote.
     *
     * @param nodeIndex 0 to N - 1.
     * @return true if it stands and is not in reserve.
     */
    public boolean counts(final int nodeIndex)
    {
        return (counted() & Slots.bitOf(nodeIndex)) != 0;
    }

    /**
     * How many votes stand until an instant, or longer, those in reserve included.
     *
     * @param instantNs in nanoseconds of the monotonic clock.
     * @return 0 to N.
     */
    public int countUntil(final long instantNs)
    {
        int count = 0;
        for (int rest = standing; rest != 0; rest &= rest - 1)
        {
            count += untilNs[Integer.numberOfTrailingZeros(rest)] - instantNs >= 0 ? 1 : 0;
        }

        return count;
    }

    /**
     * Whether a node's vote stands.
     *
     * @param nodeIndex 0 to N - 1.
     * @return true if it does.
     */
    public boolean stands(final int nodeIndex)
    {
        return (standing & Slots.bitOf(nodeIndex)) != 0;
    }

    /**
     * Whether a node's vote stands until an instant, or longer.
     *
     * @param nodeIndex 0 to N - 1.
     * @param instantNs in nanoseconds of the monotonic clock.
     * @return true if it does.
     */
    public boolean standsUntil(final int nodeIndex, final long instantNs)
    {
        return stands(nodeIndex) && untilNs[nodeIndex] - instantNs >= 0;
    }

    /**
     * Whether enough votes stand for a lease.
     *
     * @return true for a quorum or more.
     */
    public boolean isQuorum()
    {
        return quorum.isMetBy(counted());
    }

    /**
     * Whether enough votes stand for a lease if some are not counted.
     *
     * @param nodes whose votes are left out, a bit for each.
     * @return true for a quorum or more.
     */
    public boolean isQuorumWithout(final int nodes)
    {
        return quorum.isMetBy(counted() & ~nodes);
    }

    /**
     * The instant at which the lease ends, if no vote changes.
     *
     * @return nanoseconds of the monotonic clock; defined only if {@link #isQuorum()}.
     */
    public long deadlineNs()
    {
        return quorum.deadlineNs(counted(), untilNs, scratch);
    }

    private int counted()
    {
        return standing & ~reserve;
    }
}
