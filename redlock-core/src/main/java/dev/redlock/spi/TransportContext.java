// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import java.util.List;
import java.util.Map;

import dev.redlock.spi.address.TlsOptions;

/**
 * Everything that a transport gets when it is opened. Immutable.
 *
 * @param connections to keep, by {@link Connection#index()}. A node may have several.
 * @param templates   every command that will be offered, by {@link CommandTemplate#id()}.
 * @param limits      of use.
 * @param tls         how connections with TLS are made.
 * @param options     options of one transport only, by name, such as {@code io=nio}; an unknown name is an
 *                    error.
 */
public record TransportContext(List<Connection> connections, List<CommandTemplate> templates,
    TransportLimits limits, TlsOptions tls, Map<String, String> options)
{
    /**
     * Copies the lists and checks that each connection is at the place of its index, and each template at
     * that of its id.
     *
     * @param connections see {@link #connections()}.
     * @param templates   see {@link #templates()}.
     * @param limits      see {@link #limits()}.
     * @param tls         see {@link #tls()}.
     * @param options     see {@link #options()}.
     */
    public TransportContext
    {
        connections = List.copyOf(connections);
        templates = List.copyOf(templates);
        options = Map.copyOf(options);

        if (connections.isEmpty())
        {
            throw new IllegalArgumentException("no nodes: name at least one, such as redis://127.0.0.1:6379");
        }
        for (int i = 0; i < connections.size(); i++)
        {
            if (connections.get(i).index() != i)
            {
                throw new IllegalArgumentException(connections.get(i) + " stands at " + i);
            }
        }
        for (int i = 0; i < templates.size(); i++)
        {
            if (templates.get(i).id() != i)
            {
                throw new IllegalArgumentException(
                    "template " + templates.get(i) + " has id " + templates.get(i).id() +
                    " but stands at " + i);
            }
        }
    }
}
