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
package dev.redlock.testkit.plain;

import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;

/**
 * A transport over blocking sockets of the JDK, to learn from: two threads for each connection, garbage for
 * each command, neither TLS nor unix sockets. Not registered as a service, so that whoever has the testkit
 * on the class path is not asked to choose.
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
        for (final NodeAddress node : context.nodes())
        {
            if (node.tls() || node.socketPath() != null)
            {
                throw new IllegalArgumentException("node " + node + " needs TLS or a unix socket, which " +
                    "the plain transport does not have: name it as redis://host:port");
            }
        }

        return new PlainTransport(context, handler);
    }
}
