// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * The votes on which a lease stands, each with the instant at which it ends. The lease ends when fewer than a
 * quorum of them are left: at the Q-th latest of these instants. One formula covers early decisions,
 * stragglers, partial extensions and votes that were lost again.
 * <p>
 * <b>Threads:</b> not thread-safe.
 */
public final class Standing
{
    private final Quorum quorum;
    private final long[] untilNs;
    private int standing;

    /**
     * Nothing stands.
     *
     * @param quorum that a lease needs.
     */
    public Standing(final Quorum quorum)
    {
        this.quorum = quorum;
        untilNs = new long[quorum.nodeCount()];
    }

    /**
     * Nothing stands any more.
     */
    public void clear()
    {
        standing = 0;
    }

    /**
     * A node granted, until the given instant. A vote that already stands longer is left alone.
     *
     * @param nodeIndex 0 to N - 1.
     * @param newUntil  instant at which the vote ends, in nanoseconds of the monotonic clock.
     */
    public void grant(final int nodeIndex, final long newUntil)
    {
        final int bit = 1 << nodeIndex;

        if ((standing & bit) == 0 || newUntil - untilNs[nodeIndex] > 0)
        {
            untilNs[nodeIndex] = newUntil;
            standing |= bit;
        }
    }

    /**
     * A vote is gone: the node says the key is not ours, or it has forgotten everything.
     *
     * @param nodeIndex 0 to N - 1.
     */
    public void drop(final int nodeIndex)
    {
        standing &= ~(1 << nodeIndex);
    }

    /**
     * How many votes stand (their ends not looked at).
     *
     * @return 0 to N.
     */
    public int count()
    {
        return Integer.bitCount(standing);
    }

    /**
     * Whether a node's vote stands.
     *
     * @param nodeIndex 0 to N - 1.
     * @return true if it does.
     */
    public boolean stands(final int nodeIndex)
    {
        return (standing & 1 << nodeIndex) != 0;
    }

    /**
     * Whether enough votes stand for a lease.
     *
     * @return true from a quorum on.
     */
    public boolean isQuorum()
    {
        return count() >= quorum.required();
    }

    /*
     * The lease can do without the votes beyond a quorum: the earliest to end, one after the other. The votes
     * of one round mostly end at one instant, and then there is nothing to choose.
     */
    /**
     * The instant at which the lease ends: the Q-th latest end of a standing vote.
     *
     * @return nanoseconds of the monotonic clock; defined only if {@link #isQuorum()}.
     */
    public long deadlineNs()
    {
        int left = standing;

        for (int over = count() - quorum.required();; over--)
        {
            int earliest = Integer.numberOfTrailingZeros(left);
            boolean isOneInstant = true;
            for (int rest = left & left - 1; rest != 0; rest &= rest - 1)
            {
                final int other = Integer.numberOfTrailingZeros(rest);
                final long laterNs = untilNs[other] - untilNs[earliest];
                isOneInstant &= laterNs == 0;
                earliest = laterNs < 0 ? other : earliest;
            }

            if (over <= 0 || isOneInstant)
            {
                return untilNs[earliest];
            }
            left &= ~(1 << earliest);
        }
    }
}
