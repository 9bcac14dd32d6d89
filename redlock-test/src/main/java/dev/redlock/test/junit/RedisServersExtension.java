// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.junit;

import dev.redlock.Redlock;
import dev.redlock.test.server.RedisServers;

/**
 * Gives test methods real servers as {@link RedisServers}, and a {@link Redlock} over them, as parameters.
 * When they start and end is as {@link FakeNodesExtension} says: a {@code @BeforeAll} method that names one
 * of them starts one set for the class, which is faster. A transport must be on the class path for the
 * client.
 */
public final class RedisServersExtension extends NodesExtension<RedisServers>
{
    /**
     * For five servers.
     */
    public RedisServersExtension()
    {
        this(USUAL_COUNT);
    }

    /**
     * For another number of servers.
     *
     * @param count at least 1.
     */
    public RedisServersExtension(final int count)
    {
        super(RedisServers.class, count);
    }

    @Override
    RedisServers start(final int nodeCount)
    {
        return RedisServers.start(nodeCount);
    }

    @Override
    Redlock connect(final RedisServers nodes)
    {
        return Redlock.builder().nodes(nodes.uris().toArray(String[]::new)).assumeNodesFresh().build();
    }

    @Override
    void close(final Redlock redlock, final RedisServers nodes)
    {
        try (nodes)
        {
            if (redlock != null)
            {
                redlock.close();
            }
        }
    }
}
