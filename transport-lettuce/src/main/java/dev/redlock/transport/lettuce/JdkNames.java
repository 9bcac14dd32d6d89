// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.function.Supplier;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.SocketAddressResolver;

/**
 * Names resolve as in the rest of the JVM. Lettuce asks name servers itself, and knows neither the system's
 * other sources nor the JVM's hosts.
 * <p>
 * Blocks the thread that begins the attempt.
 */
final class JdkNames extends SocketAddressResolver
{
    private final LettuceOptions.Resolver resolver;
    private final Supplier<Session> connecting;

    /**
     * For one client.
     *
     * @param connecting whose attempt this thread begins.
     */
    JdkNames(final LettuceOptions.Resolver resolver, final Supplier<Session> connecting)
    {
        this.resolver = resolver;
        this.connecting = connecting;
    }

    @Override
    public SocketAddress resolve(final RedisURI uri)
    {
        if (uri.getSocket() != null)
        {
            return super.resolve(uri);
        }
        try
        {
            final InetAddress host = connecting.get().choose(resolver.resolve(uri.getHost()));

            return new InetSocketAddress(host, uri.getPort());
        }
        catch (final UnknownHostException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
