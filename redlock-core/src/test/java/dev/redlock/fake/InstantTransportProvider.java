// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.fake;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;

/**
 * Leads to the {@link InstantNodes} that the option {@code nodes} names.
 */
public final class InstantTransportProvider implements TransportProvider
{
    @Override
    public String name()
    {
        return "fake";
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        final InstantNodes nodes = InstantNodes.find(context.options().get("nodes"));
        final InstantTransport transport = new InstantTransport(nodes, context.connections(), handler);
        nodes.transports.add(transport);

        return transport;
    }
}
