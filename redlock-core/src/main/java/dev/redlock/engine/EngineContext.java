// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import java.util.List;

import dev.redlock.engine.port.Meter;
import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.port.TokenSource;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.Commands;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Transport;
import dev.redlock.spi.address.NodeAddress;

/**
 * What an engine works with.
 *
 * @param config      limits and times.
 * @param connections of the transport, see {@link #connections(EngineConfig, List)}.
 * @param transport   to the nodes; its handler must pass everything on to the engine.
 * @param commands    the templates that the transport was opened with.
 * @param tokens      source of owner tokens.
 * @param mailbox     with which they begin.
 * @param seed        of the random delays.
 * @param meter       for measurements.
 * @param events      for news of the nodes.
 */
public record EngineContext(EngineConfig config, List<Connection> connections, Transport transport,
    Commands commands, TokenSource tokens, byte[] mailbox, long seed, Meter meter, NodeEvents events)
{
    /**
     * The connections that an engine needs, in the order in which transports serve them.
     *
     * @param config of the engine.
     * @param nodes  addresses, by node index.
     * @return a second connection to each node if locks may ask for durable votes.
     */
    public static List<Connection> connections(final EngineConfig config, final List<NodeAddress> nodes)
    {
        return config.durability().isGiven() ?
            Connection.toEach(nodes, Connection.Role.VOTING, Connection.Role.CONFIRMING) :
            Connection.toEach(nodes, Connection.Role.VOTING);
    }
}
