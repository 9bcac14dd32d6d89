// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ThreadFactory;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;

/**
 * The options of this transport.
 *
 * @param sockets         how system calls are made.
 * @param sendBufferBytes asked of the operating system for each socket; 0 leaves it alone.
 * @param resolver        finds the addresses of a name.
 * @param lookupThreads   makes the threads on which it is asked.
 * @param tlsEngine       does the cryptography, if certificates come from files.
 */
record NettyOptions(Sockets sockets, int sendBufferBytes, Resolver resolver, ThreadFactory lookupThreads,
    SslProvider tlsEngine)
{
    private static final String IO = "io";

    static NettyOptions parse(final Map<String, String> options)
    {
        for (final String name : new TreeSet<>(options.keySet()))
        {
            if (!name.equals(IO))
            {
                throw new IllegalArgumentException("the netty transport has no option '" + name +
                    "'; its only option is io=epoll or io=nio");
            }
        }

        return new NettyOptions(sockets(options.get(IO)), 0, InetAddress::getAllByName, Lookups::newThread,
            SslContext.defaultClientProvider());
    }

    private static Sockets sockets(final String io)
    {
        if (io == null)
        {
            return EpollSockets.isAvailable() ? new EpollSockets() : new NioSockets();
        }
        switch (io)
        {
            case "epoll":
                if (!EpollSockets.isAvailable())
                {
                    throw new IllegalArgumentException("io=epoll is not available on this machine (" +
                        EpollSockets.unavailability() + "); use io=nio, or leave out the option");
                }

                return new EpollSockets();

            case "nio":
                return new NioSockets();

            default:
                throw new IllegalArgumentException("option io of the netty transport is '" + io +
                    "' but must be epoll or nio; without it epoll is used where available, else nio");
        }
    }

    /**
     * Finds the addresses of a name. May block.
     */
    @FunctionalInterface
    interface Resolver
    {
        InetAddress[] resolve(String name) throws UnknownHostException;
    }
}
