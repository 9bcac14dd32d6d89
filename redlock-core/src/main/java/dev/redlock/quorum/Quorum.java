// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * Which sets of nodes decide; nothing else in the engine compares numbers of votes. A set is a bit for each
 * node. The number of nodes is always the configured one, never the number of reachable nodes: two clients
 * that reach different nodes must still share one.
 *
 * @param nodeCount configured number of nodes, N.
 * @param required  votes needed, Q; at least a majority of N.
 */
public record Quorum(int nodeCount, int required)
{
    /**
     * Limit of nodes: votes are kept as the bits of an int.
     */
    public static final int MAX_NODES = 31;

    /**
     * Checks both numbers.
     */
    public Quorum
    {
        if (nodeCount < 1 || nodeCount > MAX_NODES)
        {
            throw new IllegalArgumentException(
                "number of nodes is " + nodeCount + " but must be 1 to " + MAX_NODES +
                "; 5 is the usual choice");
        }
        if (required < majority(nodeCount) || required > nodeCount)
        {
            throw new IllegalArgumentException("quorum is " + required + " but for " + nodeCount +
                " nodes must be " + majority(nodeCount) + " (the majority) to " + nodeCount + ": " +
                (required > nodeCount ? "each node has one vote, so more can never be won" :
                    "quorums that do not share a node do not exclude each other"));
        }
    }

    /**
     * The plain majority of a number of nodes.
     *
     * @param nodeCount configured number of nodes.
     * @return the quorum.
     */
    public static Quorum majorityOf(final int nodeCount)
    {
        return new Quorum(nodeCount, majority(nodeCount));
    }

    /**
     * The smallest number of votes such that any two sets share a node.
     *
     * @param nodeCount configured number of nodes.
     * @return half of it, rounded down, and one.
     */
    public static int majority(final int nodeCount)
    {
        return nodeCount / 2 + 1;
    }

    /**
     * The bit that stands for a node in a set of votes.
     */
    int bitOf(final int nodeIndex)
    {
        assert nodeIndex >= 0 && nodeIndex < nodeCount :
            "node " + nodeIndex + " of " + nodeCount + " would vote for another: count nodes from 0";

        return 1 << nodeIndex;
    }

    /**
     * This quorum, or a larger one of the same nodes.
     *
     * @param grants that it wants at least.
     * @return this one if that is all.
     * @throws IllegalArgumentException if a quorum is more, or all nodes are fewer.
     */
    public Quorum atLeast(final int grants)
    {
        if (grants < required || grants > nodeCount)
        {
            throw new IllegalArgumentException("minimum of grants is " + grants + " but for " + nodeCount +
                " nodes must be " + required + " (the quorum) to " + nodeCount + ": " +
                (grants > nodeCount ? "each node has one vote; ask for fewer" :
                    "no lock is won with fewer than a quorum; ask for more, or leave it out"));
        }

        return grants == required ? this : new Quorum(nodeCount, grants);
    }

    /**
     * Whether the votes of some nodes are enough.
     *
     * @param nodes a bit for each.
     * @return true for Q nodes or more.
     */
    public boolean isMetBy(final int nodes)
    {
        return Integer.bitCount(nodes) >= required;
    }

    /**
     * Whether the votes of all other nodes are not enough. For an even number of nodes fewer than a quorum
     * can bring this about.
     *
     * @param nodes that cannot vote for us any more, a bit for each.
     * @return true for N - Q + 1 nodes or more.
     */
    public boolean isOutOfReachWithout(final int nodes)
    {
        return Integer.bitCount(nodes) > tolerated();
    }

    /**
     * How many nodes may fail without harm to availability.
     *
     * @return N - Q.
     */
    public int tolerated()
    {
        return nodeCount - required;
    }

    /**
     * The instant at which the votes of some nodes cease to be enough: the Q-th latest of their ends.
     *
     * @param nodes         a bit for each; a quorum.
     * @param endsNs        of their votes, by node.
     * @param latestFirstNs room for N instants; nothing stays in it.
     * @return nanoseconds of the monotonic clock.
     */
    long deadlineNs(final int nodes, final long[] endsNs, final long[] latestFirstNs)
    {
        assert isMetBy(nodes) : Integer.bitCount(nodes) + " votes are no lease: ask isMetBy() first";

        // As etcd finds the index that a majority has: the ends are copied, sorted and indexed. There are
        // few, and those of one round are mostly equal, so they are inserted one by one, the latest in front.
        int sorted = 0;
        for (int rest = nodes; rest != 0; rest &= rest - 1)
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

    /**
     * How many nodes may forget their keys, or expire them early, in one lease without detection and without
     * harm to exclusion: two quorums share 2Q - N nodes, and one honest node among them is enough.
     *
     * @return 2Q - N - 1.
     */
    public int safetyMargin()
    {
        return 2 * required - nodeCount - 1;
    }

    @Override
    public String toString()
    {
        return required + " of " + nodeCount;
    }
}
