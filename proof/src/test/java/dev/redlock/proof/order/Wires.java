// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.order;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.test.memory.ForwardingTransport;
import dev.redlock.test.memory.MemoryNetwork;

/**
 * A client that looks at its wires lets a moment pass for all.
 *
 * @param name       of the client.
 * @param momentNs   how long it is.
 * @param beforeThat what is done before each moment.
 */
public record Wires(MemoryNetwork network, String name, long momentNs, Runnable beforeThat)
    implements TransportProvider
{
    /**
     * A short moment: less than a round trip.
     */
    public static final long SHORT_NS = 100_000;

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        final ForwardingTransport transport = new ForwardingTransport()
        {
            @Override
            public int poll(final long maxWaitNs)
            {
                beforeThat.run();
                network.runUntil(network.nowNs() + momentNs);

                return super.poll(0);
            }
        };
        transport.beneath = network.open(name, context, handler);

        return transport;
    }
}
