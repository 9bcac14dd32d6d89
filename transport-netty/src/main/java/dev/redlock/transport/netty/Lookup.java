// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.net.InetAddress;
import java.util.concurrent.RejectedExecutionException;

import io.netty.handler.ssl.SslContext;
import io.netty.util.NetUtil;

import dev.redlock.spi.address.NodeAddress;
import dev.redlock.transport.resp.link.AddressTurns;
import dev.redlock.transport.resp.link.Failure;
import dev.redlock.transport.resp.tls.TlsTasks;

/**
 * What one node needs before a socket can be opened: the address behind its name, and the certificates. Loop
 * thread, except where it says otherwise.
 */
final class Lookup implements Runnable
{
    /*
     * At most one lookup per connection runs. An attempt that is given up leaves its lookup running, and the
     * next attempt takes the result. So each must end with one, even after a missing class; otherwise the
     * lookup would never end.
     */
    private static final InetAddress[] NO_HOST = new InetAddress[1];

    private final NodeAddress address;
    private final EngineLoop loop;
    private final Lookups lookups;
    private final TlsTasks tlsTasks;
    private final NettyOptions.Resolver resolver;
    private final TlsContexts tlsContexts;
    private final Opener opener;
    private final InetAddress[] literal;
    private final AddressTurns turns = new AddressTurns();
    private Session waiting;
    private volatile boolean isRunning;

    Lookup(final NodeAddress address, final EngineLoop loop, final NettyOptions options,
        final TlsContexts tlsContexts, final Opener opener)
    {
        this.address = address;
        resolver = options.resolver();
        this.loop = loop;
        lookups = new Lookups(options.lookupThreads());
        tlsTasks = new TlsTasks(lookups);
        this.tlsContexts = tlsContexts;
        this.opener = opener;
        literal = literal(address);
    }

    void start(final Session session)
    {
        if (!session.isCurrent())
        {
            return;
        }
        if (literal != null && !address.tls())
        {
            opener.open(session, literal[0], null);

            return;
        }

        waiting = session;
        if (!isRunning)
        {
            isRunning = true;
            execute();
        }
    }

    private void execute()
    {
        try
        {
            lookups.execute(this);
        }
        catch (final Throwable ex)
        {
            // The machine may have no thread left; the next attempt asks for one again.
            final Session session = waiting;
            isRunning = false;
            waiting = null;
            session.link().end(Failure.ofConnect(ex, address, null));
        }
    }

    /**
     * Looks up. Called on a thread of {@link Lookups}.
     */
    @Override
    public void run()
    {
        InetAddress[] hosts = literal;
        SslContext tls = null;
        Failure failure = null;
        if (hosts == null)
        {
            try
            {
                hosts = resolver.resolve(address.host());
            }
            catch (final Throwable ex)
            {
                failure = Failure.ofName(ex, address);
            }
        }
        if (address.tls() && failure == null)
        {
            try
            {
                tls = tlsContexts.current();
            }
            catch (final Throwable ex)
            {
                failure = Failure.ofCertificates(ex, address);
            }
        }

        deliver(hosts, tls, failure);
    }

    private void deliver(final InetAddress[] hosts, final SslContext tls, final Failure failure)
    {
        try
        {
            loop.execute(() -> done(hosts, tls, failure));
        }
        catch (final RejectedExecutionException ignored)
        {
            // The transport is closed: no attempt waits for this.
        }
        catch (final Throwable ignored)
        {
            // No memory to hand it over: this attempt ends with its time, and the next looks up anew.
            isRunning = false;
        }
    }

    private void done(final InetAddress[] hosts, final SslContext tls, final Failure failure)
    {
        final Session session = waiting;
        isRunning = false;
        waiting = null;
        if (session.isCurrent())
        {
            if (failure == null)
            {
                opener.open(session, turns.next(hosts, session::isEstablished), tls);
            }
            else
            {
                session.link().end(failure);
            }
        }
    }

    /**
     * Runs what TLS does besides reading and writing.
     */
    TlsTasks tlsTasks()
    {
        return tlsTasks;
    }

    void close()
    {
        lookups.close();
    }

    private static InetAddress[] literal(final NodeAddress address)
    {
        if (address.socketPath() != null)
        {
            return NO_HOST;
        }
        final InetAddress host = NetUtil.createInetAddressFromIpAddressString(address.host());

        return host == null ? null : new InetAddress[]{host};
    }

    /**
     * Continues with the result.
     */
    @FunctionalInterface
    interface Opener
    {
        void open(Session session, InetAddress host, SslContext tls);
    }
}
