// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import io.netty.util.concurrent.FastThreadLocalThread;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;

/**
 * The transport named {@code netty}: RESP over raw Netty channels, driven by the engine's own thread.
 * <p>
 * Option {@code io}: {@code epoll} (Linux) or {@code nio} (everywhere); without it epoll where it is
 * available, else nio.
 */
public final class NettyTransportProvider implements TransportProvider
{
    @Override
    public String name()
    {
        return "netty";
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        return NettyTransport.open(context, handler, NettyOptions.parse(context.options()));
    }

    /**
     * A thread for which Netty keeps pools. The hot path needs none on any thread; TLS is faster with them.
     */
    @Override
    public Thread newEngineThread(final Runnable work, final String name)
    {
        return new FastThreadLocalThread(work, name);
    }
}
