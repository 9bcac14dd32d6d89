// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import io.netty.util.Version;
import io.netty.util.concurrent.FastThreadLocalThread;

import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.transport.resp.link.BorrowedThread;
import dev.redlock.transport.resp.link.LibraryVersion;

/**
 * The transport named {@code netty}: RESP over raw Netty channels, driven by the engine's own thread.
 * <p>
 * Option {@code io}: {@code epoll} (Linux) or {@code nio} (everywhere); without it epoll where it is
 * available, else nio. With a Netty before 4.2.8 it refuses to open.
 */
public final class NettyTransportProvider implements TransportProvider
{
    /*
     * The first whose event loop may be extended; before, this one does not link.
     */
    private static final String LEAST_NETTY = "4.2.8.Final";

    @Override
    public String name()
    {
        return "netty";
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        try
        {
            return openLinked(context, handler);
        }
        catch (final LinkageError ex)
        {
            throw LibraryVersion.tooOld(
                name(), "Netty " + LEAST_NETTY, NettyTransportProvider::foundVersion, "netty.version", ex);
        }
    }

    private static Transport openLinked(final TransportContext context, final TransportHandler handler)
    {
        final BorrowedThread thread = FastThreadLocals.borrowThread();
        thread.enter();
        try
        {
            return NettyTransport.open(context, handler, NettyOptions.parse(context.options()));
        }
        finally
        {
            thread.leave();
            thread.giveBack();
        }
    }

    private static String foundVersion()
    {
        final Version found = Version.identify().get("netty-transport");

        return found == null ? null : found.artifactVersion();
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
