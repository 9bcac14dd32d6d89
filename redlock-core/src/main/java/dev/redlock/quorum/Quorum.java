// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * How many votes are enough. The number of nodes is always the configured one, never the number of reachable
 * nodes: two clients that reach different nodes must still share one.
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
     * Votes that make winning impossible. For an even number of nodes this is less than the quorum.
     *
     * @return N - Q + 1.
     */
    public int blocking()
    {
        return nodeCount - required + 1;
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
}
