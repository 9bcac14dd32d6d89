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
package dev.redlock.transport.netty;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.TreeSet;

/**
 * The options of this transport.
 *
 * @param sockets         how system calls are made.
 * @param sendBufferBytes asked of the operating system for each socket; 0 leaves it alone.
 * @param resolver        finds the addresses of a name.
 * @param tlsEngine       does the cryptography.
 */
record NettyOptions(Sockets sockets, int sendBufferBytes, Resolver resolver, SslProvider tlsEngine)
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

        return new NettyOptions(
            sockets(options.get(IO)), 0, InetAddress::getAllByName, SslContext.defaultClientProvider());
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
                        EpollSockets.unavailability() + "); use io=nio, or leave the option out");
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
