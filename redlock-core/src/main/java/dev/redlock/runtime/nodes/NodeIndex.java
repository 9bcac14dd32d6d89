// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.nodes;

/**
 * Checks the indexes of nodes that callers name.
 */
public final class NodeIndex
{
    private NodeIndex()
    {
    }

    /**
     * Refuses an index that no node has.
     *
     * @param nodeIndex that a caller has named.
     * @param nodeCount of the client.
     * @throws IllegalArgumentException if there is no such node.
     */
    public static void check(final int nodeIndex, final int nodeCount)
    {
        if (nodeIndex < 0 || nodeIndex >= nodeCount)
        {
            throw new IllegalArgumentException("there is no node " + nodeIndex + ": the indexes of the " +
                nodeCount + " nodes are 0 to " + (nodeCount - 1));
        }
    }
}
