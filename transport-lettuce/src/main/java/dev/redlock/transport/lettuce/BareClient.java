// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.time.Duration;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisReactiveCommandsImpl;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.DefaultEndpoint;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.resource.ClientResources;

/**
 * A client whose connections have no sync and reactive commands, which are unused here and cost a proxy of a
 * thousand methods.
 */
final class BareClient extends RedisClient
{
    BareClient(final ClientResources resources)
    {
        super(resources, new RedisURI());
    }

    /**
     * Makes a connection to nowhere, so that most of Lettuce is loaded before the first attempt's timeout
     * starts.
     */
    void rehearse()
    {
        final DefaultEndpoint endpoint = new DefaultEndpoint(getOptions(), getResources());
        newStatefulRedisConnection(endpoint, endpoint, ByteArrayCodec.INSTANCE, Duration.ofSeconds(1))
            .closeAsync();
    }

    @Override
    protected <K, V> StatefulRedisConnectionImpl<K, V> newStatefulRedisConnection(
        final RedisChannelWriter writer, final PushHandler pushHandler, final RedisCodec<K, V> codec,
        final Duration timeout)
    {
        return new BareConnection<>(writer, pushHandler, codec, timeout);
    }

    private static final class BareConnection<K, V> extends StatefulRedisConnectionImpl<K, V>
    {
        private BareConnection(final RedisChannelWriter writer, final PushHandler pushHandler,
            final RedisCodec<K, V> codec, final Duration timeout)
        {
            super(writer, pushHandler, codec, timeout);
        }

        @Override
        protected RedisCommands<K, V> newRedisSyncCommandsImpl()
        {
            return null;
        }

        @Override
        protected RedisReactiveCommandsImpl<K, V> newRedisReactiveCommandsImpl()
        {
            return null;
        }
    }
}
