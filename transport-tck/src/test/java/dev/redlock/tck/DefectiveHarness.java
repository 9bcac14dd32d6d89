// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import java.util.function.Supplier;

import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;

/**
 * The world of {@link MemoryHarness}, with something wrong in the transports.
 */
final class DefectiveHarness implements TckHarness
{
    private final MemoryHarness world = new MemoryHarness();
    private final Supplier<PassThrough> transports;

    DefectiveHarness(final Supplier<PassThrough> transports)
    {
        this.transports = transports;
    }

    @Override
    public TransportProvider provider()
    {
        return new TransportProvider()
        {
            @Override
            public String name()
            {
                return world.provider().name();
            }

            @Override
            public Transport open(final TransportContext context, final TransportHandler handler)
            {
                final PassThrough transport = transports.get();
                transport.open(world.provider(), context, handler);

                return transport;
            }
        };
    }

    @Override
    public void reset()
    {
        world.reset();
    }

    @Override
    public TckNode node(final int index)
    {
        return world.node(index);
    }

    @Override
    public NodeAddress nobody()
    {
        return world.nobody();
    }

    @Override
    public NodeAddress nonsense(final byte[] answer)
    {
        return world.nonsense(answer);
    }

    @Override
    public long nowNs()
    {
        return world.nowNs();
    }

    @Override
    public void pass(final long durationNs)
    {
        world.pass(durationNs);
    }

    @Override
    public void later(final long delayNs, final Runnable action)
    {
        world.later(delayNs, action);
    }

    @Override
    public void close()
    {
        world.close();
    }
}
