// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import java.util.ArrayList;
import java.util.List;

import dev.redlock.spi.address.NodeAddress;

/**
 * One connection that a transport keeps: to which node, and what for. Those to one node are independent: what
 * waits on one holds up no other, and each ends by itself.
 *
 * @param index   of the connection, into {@link TransportContext#connections()}.
 * @param node    index of the node, the same for all connections to it.
 * @param role    what it carries.
 * @param address of the node.
 */
public record Connection(int index, int node, Role role, NodeAddress address)
{
    /**
     * What a connection carries. A transport treats all alike.
     */
    public enum Role
    {
        /**
         * The commands of locks: the answers are votes.
         */
        VOTING,

        /**
         * Questions whether votes are durable (WAITAOF, WAIT), which block their connection.
         */
        CONFIRMING,

        /**
         * Inquiries, such as those of operators, and nothing else.
         */
        INQUIRING
    }

    /**
     * One connection of each role to each node.
     *
     * @param nodes addresses, by node index.
     * @param roles in the order of the connections.
     * @return all nodes in the first role, then all in the next.
     */
    public static List<Connection> toEach(final List<NodeAddress> nodes, final Role... roles)
    {
        final List<Connection> connections = new ArrayList<>();
        for (final Role role : roles)
        {
            for (int node = 0; node < nodes.size(); node++)
            {
                connections.add(new Connection(connections.size(), node, role, nodes.get(node)));
            }
        }

        return List.copyOf(connections);
    }
}
