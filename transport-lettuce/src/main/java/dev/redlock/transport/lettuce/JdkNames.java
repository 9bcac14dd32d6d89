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
 * Names resolve as in the rest of the JVM. Lettuce asks name servers itself, and knows neither the system's
 * other sources nor the JVM's hosts.
 * <p>
 * Blocks the thread that begins the attempt.
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
