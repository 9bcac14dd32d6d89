// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * So many votes of these nodes, whichever they are.
 *
 * @param members  the nodes, a bit for each.
 * @param required votes needed; at least a majority of them.
 */
record Threshold(int members, int required) implements Quorum
{
    /**
     * Checks that any two sets that are enough share a node.
     */
    Threshold
    {
        final int nodeCount = Integer.bitCount(members);
        if (required < Quorum.majority(nodeCount) || required > nodeCount)
        {
            throw new IllegalArgumentException("quorum is " + required + " but for " + nodeCount +
                " nodes must be " + Quorum.majority(nodeCount) + " (the majority) to " + nodeCount + ": " +
                (required > nodeCount ? "each node has one vote, so more can never be won" :
                    "quorums that do not share a node do not exclude each other"));
        }
    }

    @Override
    public int nodeCount()
    {
        return Integer.bitCount(members);
    }

    @Override
    public Quorum atLeast(final int grants)
    {
        if (grants != 0 && (grants < required || grants > nodeCount()))
        {
            throw new IllegalArgumentException("minimum of grants is " + grants + " but for " + nodeCount() +
                " nodes must be " + required + " (the quorum) to " + nodeCount() + ": " +
                (grants > nodeCount() ? "each node has one vote; ask for fewer" :
                    "no lock is won with fewer than a quorum; ask for more, or leave it out"));
        }

        return grants == 0 || grants == required ? this : new Threshold(members, grants);
    }

    @Override
    public boolean isMetBy(final int nodes)
    {
        return Integer.bitCount(nodes & members) >= required;
    }

    @Override
    public boolean isOutOfReachWithout(final int nodes)
    {
        return Integer.bitCount(nodes & members) > tolerated();
    }

    @Override
    public long deadlineNs(final int nodes, final long[] endsNs, final long[] latestFirstNs)
    {
        assert isMetBy(nodes) : Integer.bitCount(nodes) + " votes are no lease: ask isMetBy() first";

        // As etcd finds the index that a majority has: the ends are copied, sorted and indexed. There are
        // few, and those of one round are mostly equal, so they are inserted one by one, the latest in front.
        int sorted = 0;
        for (int rest = nodes & members; rest != 0; rest &= rest - 1)
        {
            final long endNs = endsNs[Integer.numberOfTrailingZeros(rest)];
            int at = sorted++;
            for (; at > 0 && endNs - latestFirstNs[at - 1] > 0; at--)
            {
                latestFirstNs[at] = latestFirstNs[at - 1];
            }
            latestFirstNs[at] = endNs;
        }

        return latestFirstNs[required - 1];
    }

    @Override
    public String toString()
    {
        return required + " of " + nodeCount();
    }
}
