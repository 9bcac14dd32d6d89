// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.SocketAddressResolver;

/**
 * Names mean what they mean to the rest of the JVM. Lettuce asks name servers by itself, and knows neither
 * what the system knows beside them nor what the JVM was told of.
 * <p>
 * Blocks, on the thread that begins the attempt.
 */
final class JdkNames extends SocketAddressResolver
{
    @Override
    public SocketAddress resolve(final RedisURI uri)
    {
        if (uri.getSocket() != null)
        {
            return super.resolve(uri);
        }
        try
        {
            return new InetSocketAddress(InetAddress.getByName(uri.getHost()), uri.getPort());
        }
        catch (final UnknownHostException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
