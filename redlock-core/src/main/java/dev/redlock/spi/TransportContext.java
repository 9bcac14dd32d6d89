/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.spi;

import java.util.List;
import java.util.Map;

/**
 * All that a transport is given when it is opened. Immutable.
 *
 * @param nodes     the connections to keep, by node index. Two entries may name the same node: a side
 *                  connection.
 * @param templates every command that will be offered, by {@link CommandTemplate#id()}.
 * @param limits    what may be used at the most.
 * @param tls       how connections with TLS are made.
 * @param options   options of one transport only, by name, such as {@code io=nio}; an unknown name is an
 *                  error.
 */
public record TransportContext(
    List<NodeAddress> nodes,
    List<CommandTemplate> templates,
    TransportLimits limits,
    TlsOptions tls,
    Map<String, String> options)
{
    /**
     * Copies the lists and checks that templates stand where their ids say.
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
