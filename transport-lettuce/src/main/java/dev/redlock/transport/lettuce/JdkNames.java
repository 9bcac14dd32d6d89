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
