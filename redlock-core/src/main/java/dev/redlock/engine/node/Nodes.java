// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.node;

import java.util.List;

import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.NodeRtt;
import dev.redlock.quorum.Members;
import dev.redlock.quorum.Slots;
import dev.redlock.spi.Connection;

/**
 * All nodes of an engine.
 */
public final class Nodes
{
    private final Slots slots;
    private final Members members;
    private final Node[] all;

    /**
     * @param connections of the transport; each node has one that votes, and may have one that confirms.
     */
    public Nodes(final EngineConfig config, final List<Connection> connections, final long nowNs)
    {
        slots = config.slots();
        members = new Members(slots, config.quorum());
        all = slots.of(Node[]::new);
        for (int i = 0; i < all.length; i++)
        {
            all[i] = new Node(find(connections, i, Connection.Role.VOTING),
                find(connections, i, Connection.Role.CONFIRMING), config, nowNs);
        }
    }

    private static Connection find(
        final List<Connection> connections, final int nodeIndex, final Connection.Role role)
    {
        Connection found = null;
        for (final Connection connection : connections)
        {
            found = connection.node() == nodeIndex && connection.role() == role ? connection : found;
        }

        return found;
    }

    /**
     * Which of them decide.
     */
    public Members members()
    {
        return members;
    }

    public int count()
    {
        return all.length;
    }

    public Node at(final int index)
    {
        return all[index];
    }

    /**
     * How many may vote.
     */
    public int upCount()
    {
        int up = 0;
        for (final Node node : all)
        {
            up += node.isUp() ? 1 : 0;
        }

        return up;
    }

    /**
     * Those that are up and not in quarantine, so that their grants count, a bit each.
     */
    public int voters(final long nowNs)
    {
        int voters = 0;
        for (final Node node : all)
        {
            voters |= node.isUp() && node.mayVote(nowNs) ? 1 << node.index : 0;
        }

        return voters;
    }

    /**
     * Whether a node owes an answer.
     */
    public boolean isAwaitingReplies()
    {
        for (final Node node : all)
        {
            if (!node.inFlight.isEmpty())
            {
                return true;
            }
        }

        return false;
    }

    public NodeRtt[] rtts()
    {
        final NodeRtt[] rtts = slots.of(NodeRtt[]::new);
        for (final Node node : all)
        {
            rtts[node.index] = node.rtt;
        }

        return rtts;
    }
}
