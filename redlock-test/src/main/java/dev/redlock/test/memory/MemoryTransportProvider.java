// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;

/**
 * Opens transports into one network.
 */
final class MemoryTransportProvider implements TransportProvider
{
    private final MemoryNetwork network;
    private final String client;
    private int opened;

    MemoryTransportProvider(final MemoryNetwork network, final String client)
    {
        this.network = network;
        this.client = client;
    }

    @Override
    public String name()
    {
        return "memory";
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        opened++;

        return network.open(opened == 1 ? client : client + " " + opened, context, handler);
    }
}
