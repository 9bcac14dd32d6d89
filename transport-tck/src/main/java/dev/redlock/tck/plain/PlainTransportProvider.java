// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.plain;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.spi.address.NodeAddress;

/**
 * A transport over blocking sockets of the JDK, to learn from: two threads for each connection, garbage for
 * each command, neither TLS nor unix sockets.
 */
public final class PlainTransportProvider implements TransportProvider
{
    @Override
    public String name()
    {
        return "plain";
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        if (!context.options().isEmpty())
        {
            throw new IllegalArgumentException("no such options: leave out " + context.options().keySet());
        }
        for (final Connection connection : context.connections())
        {
            final NodeAddress node = connection.address();
            if (node.tls() || node.socketPath() != null)
            {
                throw new IllegalArgumentException("node " + node + " needs TLS or a unix socket, which " +
                    "the plain transport does not have: name it as redis://host:port");
            }
        }

        return new PlainTransport(context, handler);
    }
}
