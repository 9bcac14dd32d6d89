// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;

import dev.redlock.load.Load;

/**
 * Redlock as one would write it with Lettuce, after "Asynchronous API" of its reference guide: one shared
 * connection per node, all nodes asked at once, decided by the quorum. Each command is flushed as it comes,
 * which is Lettuce's default; batched, many locks in flight are flushed together, after "Pipelining and
 * command flushing".
 */
final class LettuceContender implements Contender
{
    private final RedisClient client = RedisClient.create();
    private final List<StatefulRedisConnection<String, String>> connections = new ArrayList<>();
    private final Target target;
    private final boolean isBatched;

    LettuceContender(final Target target, final boolean isBatched)
    {
        this.target = target;
        this.isBatched = isBatched;
        if (target.trust() != null)
        {
            client.setOptions(ClientOptions.builder().sslOptions(
                SslOptions.builder().trustManager(target.trust().toFile()).build()).build());
        }
        for (final String uri : target.uris())
        {
            final StatefulRedisConnection<String, String> connection = client.connect(RedisURI.create(uri));
            connection.sync().scriptLoad(FloorFrames.RELEASE_SCRIPT);
            connections.add(connection);
        }
    }

    @Override
    public Mutex mutex(final String key)
    {
        return new LettuceMutex(new Lock(key));
    }

    @Override
    public Load fleet(final String[] keys)
    {
        final AsyncMutex[] mutexes = new AsyncMutex[keys.length];
        for (int i = 0; i < keys.length; i++)
        {
            mutexes[i] = new Lock(keys[i]);
        }

        return new LettuceFleet(connections, mutexes, isBatched);
    }

    @Override
    public void close()
    {
        connections.forEach(StatefulRedisConnection::close);
        client.shutdown();
    }

    private final class Lock implements AsyncMutex
    {
        private final String[] keys;
        private String token;

        Lock(final String key)
        {
            keys = new String[]{key};
        }

        @Override
        public CompletionStage<Boolean> acquire()
        {
            token = UUID.randomUUID().toString();
            final QuorumFuture votes = new QuorumFuture(connections.size(), target.quorum());
            for (final StatefulRedisConnection<String, String> connection : connections)
            {
                final RedisAsyncCommands<String, String> commands = connection.async();
                commands.set(keys[0], token, SetArgs.Builder.nx().px(target.ttlMs()))
                    .whenComplete((reply, failure) -> votes.vote("OK".equals(reply)));
            }

            return votes;
        }

        @Override
        public CompletionStage<Boolean> release()
        {
            final QuorumFuture votes = new QuorumFuture(connections.size(), target.quorum());
            for (final StatefulRedisConnection<String, String> connection : connections)
            {
                connection.async()
                    .<Long>evalsha(FloorFrames.RELEASE_SHA, ScriptOutputType.INTEGER, keys, token)
                    .whenComplete((reply, failure) -> votes.vote(reply != null && reply == 1));
            }

            return votes;
        }
    }

    private record LettuceMutex(Lock lock) implements Mutex
    {
        @Override
        public boolean acquire(final long withinNs) throws InterruptedException
        {
            return Retry.until(withinNs, this::attempt);
        }

        private boolean attempt() throws InterruptedException
        {
            final boolean isHeld = await(lock.acquire());
            if (!isHeld)
            {
                await(lock.release());
            }

            return isHeld;
        }

        @Override
        public boolean release() throws InterruptedException
        {
            return await(lock.release());
        }

        private static boolean await(final CompletionStage<Boolean> stage) throws InterruptedException
        {
            try
            {
                return stage.toCompletableFuture().get();
            }
            catch (final ExecutionException ex)
            {
                throw new IllegalStateException("a vote was counted wrongly", ex);
            }
        }
    }
}
