// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * Which sets of nodes decide; nothing else in the engine compares numbers of votes. A set is a bit for each
 * node, at its index. The nodes that count are the configured ones, never those that are reachable: two
 * clients that reach different nodes must still share one. Nodes that do not belong to it make no difference.
 * <p>
 * There is one form. While nodes change a second one is needed, of two quorums, the old and the new, as in
 * etcd's {@code quorum/joint.go}: met by what meets both, out of reach as soon as one is, and at an end with
 * the first of their ends.
 */
public sealed interface Quorum permits Threshold
{
    /**
     * Limit of nodes: votes are kept as the bits of an int.
     */
    int MAX_NODES = 31;

    /**
     * A number of the nodes from index 0 on.
     *
     * @param nodeCount configured number of nodes, N.
     * @param required  votes needed, Q; at least a majority of N.
     * @return the quorum.
     * @throws IllegalArgumentException that names the bounds.
     */
    static Quorum of(final int nodeCount, final int required)
    {
        if (nodeCount < 1 || nodeCount > MAX_NODES)
        {
            throw new IllegalArgumentException(
                "number of nodes is " + nodeCount + " but must be 1 to " + MAX_NODES +
                "; 5 is the usual choice");
        }

        return new Threshold((1 << nodeCount) - 1, required);
    }

    /**
     * The plain majority of a number of nodes.
     *
     * @param nodeCount configured number of nodes.
     * @return the quorum.
     */
    static Quorum majorityOf(final int nodeCount)
    {
        return of(nodeCount, majority(nodeCount));
    }

    /**
     * The smallest number of votes such that any two sets share a node.
     *
     * @param nodeCount configured number of nodes.
     * @return half of it, rounded down, and one.
     */
    static int majority(final int nodeCount)
    {
        return nodeCount / 2 + 1;
    }

    /**
     * How many nodes there are.
     *
     * @return N.
     */
    int nodeCount();

    /**
     * The fewest votes that are enough.
     *
     * @return Q.
     */
    int required();

    /**
     * This quorum, or a larger one of the same nodes.
     *
     * @param grants that are wanted at least; 0 for no more than a quorum.
     * @return this one if that is all.
     * @throws IllegalArgumentException if a quorum is more, or all nodes are fewer.
     */
    Quorum atLeast(int grants);

    /**
     * Whether the votes of some nodes are enough.
     *
     * @param nodes a bit for each.
     * @return true for Q nodes or more.
     */
    boolean isMetBy(int nodes);

    /**
     * Whether the votes of all other nodes are not enough. For an even number of nodes fewer than a quorum
     * can bring this about.
     *
     * @param nodes that cannot vote for us any more, a bit for each.
     * @return true for N - Q + 1 nodes or more.
     */
    boolean isOutOfReachWithout(int nodes);

    /**
     * The instant at which the votes of some nodes cease to be enough: the Q-th latest of their ends.
     *
     * @param nodes         a bit for each; they must be enough.
     * @param endsNs        of their votes, by node.
     * @param latestFirstNs room for an instant of each node; nothing stays in it.
     * @return nanoseconds of the monotonic clock.
     */
    long deadlineNs(int nodes, long[] endsNs, long[] latestFirstNs);

    /**
     * How many nodes may fail without harm to availability.
     *
     * @return N - Q.
     */
    default int tolerated()
    {
        return nodeCount() - required();
    }

    /**
     * How many nodes may forget their keys, or expire them early, in one lease without detection and without
     * harm to exclusion: two quorums share 2Q - N nodes, and one honest node among them is enough.
     *
     * @return 2Q - N - 1.
     */
    default int safetyMargin()
    {
        return 2 * required() - nodeCount() - 1;
    }
}
