// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.nodes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.quorum.Slots;

/**
 * The latest status of every node: written on the engine thread, read anywhere.
 */
public final class NodeBoard
{
    private final AtomicReferenceArray<NodeStatus> statuses;

    /**
     * Nothing is known of the nodes yet.
     *
     * @param slots of nodes.
     * @param nodes their names without secrets, by index.
     */
    public NodeBoard(final Slots slots, final List<String> nodes)
    {
        assert nodes.size() == slots.capacity() : "a place without a node has no status";

        statuses = new AtomicReferenceArray<>(slots.capacity());
        for (int i = 0; i < nodes.size(); i++)
        {
            statuses.set(i, new NodeStatus(nodes.get(i), NodeStatus.State.UNKNOWN, false, ""));
        }
    }

    /**
     * Engine thread.
     */
    void set(final int nodeIndex, final NodeStatus.State state, final boolean isConfigurationError,
        final String detail)
    {
        final NodeStatus before = statuses.get(nodeIndex);
        statuses.set(nodeIndex, new NodeStatus(before.node(), state, isConfigurationError, detail));
    }

    NodeStatus at(final int nodeIndex)
    {
        return statuses.get(nodeIndex);
    }

    /**
     * What is known of the nodes. Any thread.
     *
     * @return one status per node, by index.
     */
    public List<NodeStatus> all()
    {
        final List<NodeStatus> all = new ArrayList<>(statuses.length());
        for (int i = 0; i < statuses.length(); i++)
        {
            all.add(statuses.get(i));
        }

        return all;
    }

    /**
     * Nodes that stay away until somebody configures them otherwise, a bit each. Any thread.
     */
    public int misconfigured()
    {
        return NodeSet.of(all(), NodeStatus::isConfigurationError);
    }

    /**
     * Nodes that are up, if only in quarantine, a bit each. Any thread.
     */
    public int up()
    {
        return NodeSet.of(all(), NodeStatus::isConnected);
    }

    /**
     * Nodes in a state. Any thread.
     *
     * @param state which.
     * @return how many there are.
     */
    public int count(final NodeStatus.State state)
    {
        int count = 0;
        for (int i = 0; i < statuses.length(); i++)
        {
            count += statuses.get(i).state() == state ? 1 : 0;
        }

        return count;
    }
}
