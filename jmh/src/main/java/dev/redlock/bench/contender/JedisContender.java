// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/**
 * Redlock written by hand with Jedis, whose calls wait: one node after another, up to the quorum, as the
 * implementations over Jedis do. Connections are a thread's own, as "Getting started" of its documentation
 * says of {@link Jedis}.
 */
final class JedisContender implements Contender
{
    private final List<Jedis> connections = new CopyOnWriteArrayList<>();
    private final Target target;

    JedisContender(final Target target)
    {
        this.target = target;
    }

    @Override
    public Mutex mutex(final String key)
    {
        final List<Jedis> own = new ArrayList<>();
        for (final String uri : target.uris())
        {
            final Jedis jedis = new Jedis(URI.create(uri));
            connections.add(jedis);
            jedis.scriptLoad(FloorFrames.RELEASE_SCRIPT);
            own.add(jedis);
        }

        return new JedisMutex(own, key, target);
    }

    @Override
    public void close()
    {
        connections.forEach(Jedis::close);
    }

    private static final class JedisMutex implements Mutex
    {
        private final List<Jedis> nodes;
        private final String key;
        private final Target target;
        private String token;
        private int asked;

        JedisMutex(final List<Jedis> nodes, final String key, final Target target)
        {
            this.nodes = nodes;
            this.key = key;
            this.target = target;
        }

        @Override
        public boolean acquire(final long withinNs) throws InterruptedException
        {
            return Retry.until(withinNs, this::attempt);
        }

        private boolean attempt()
        {
            token = UUID.randomUUID().toString();
            final SetParams ifFree = SetParams.setParams().nx().px(target.ttlMs());
            int granted = 0;
            for (asked = 0; asked < nodes.size() && granted < target.quorum(); asked++)
            {
                granted += nodes.get(asked).set(key, token, ifFree) != null ? 1 : 0;
            }
            if (granted < target.quorum())
            {
                release();
            }

            return granted >= target.quorum();
        }

        @Override
        public boolean release()
        {
            int released = 0;
            for (int i = 0; i < asked; i++)
            {
                final Object reply =
                    nodes.get(i).evalsha(FloorFrames.RELEASE_SHA, List.of(key), List.of(token));
                released += Long.valueOf(1).equals(reply) ? 1 : 0;
            }

            return released >= target.quorum();
        }
    }
}
