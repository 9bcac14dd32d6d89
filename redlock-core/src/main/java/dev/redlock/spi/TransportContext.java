// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import java.util.List;
import java.util.Map;

/**
 * Everything that a transport gets when it is opened. Immutable.
 *
 * @param nodes     the connections to keep, by node index. Two entries may name the same node: a side
 *                  connection.
 * @param templates every command that will be offered, by {@link CommandTemplate#id()}.
 * @param limits    of use.
 * @param tls       how connections with TLS are made.
 * @param options   options of one transport only, by name, such as {@code io=nio}; an unknown name is an
 *                  error.
 */
public record TransportContext(List<NodeAddress> nodes, List<CommandTemplate> templates,
    TransportLimits limits, TlsOptions tls, Map<String, String> options)
{
    /**
     * Copies the lists and checks that each template is at the place of its id.
     *
     * @param nodes     see {@link #nodes()}.
     * @param templates see {@link #templates()}.
     * @param limits    see {@link #limits()}.
     * @param tls       see {@link #tls()}.
     * @param options   see {@link #options()}.
     */
    public TransportContext
    {
        nodes = List.copyOf(nodes);
        templates = List.copyOf(templates);
        options = Map.copyOf(options);

        if (nodes.isEmpty())
        {
            throw new IllegalArgumentException("no nodes: name at least one, such as redis://127.0.0.1:6379");
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
