// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Several independent servers, as the nodes of one Redlock: no replication between them, each on its own port
 * with its own directory. They start in parallel.
 * <pre>{@code
 * try (RedisServers servers = RedisServers.start(5))
 * {
 *     servers.server(2).kill();
 *     …
 * }
 * }</pre>
 */
public final class RedisServers implements AutoCloseable
{
    private static final Duration START_WITHIN = Duration.ofSeconds(20);

    private final List<RedisServerProcess> servers;

    private RedisServers(final List<RedisServerProcess> servers)
    {
        this.servers = List.copyOf(servers);
    }

    /**
     * Starts servers with the defaults of {@link RedisServerBuilder}.
     *
     * @param count of servers, at least 1.
     * @return the servers, ready.
     */
    public static RedisServers start(final int count)
    {
        return start(count, (index) -> RedisServerProcess.builder());
    }

    /**
     * Starts servers with settings.
     *
     * @param count    of servers, at least 1.
     * @param builders gives the builder for each index from 0.
     * @return the servers, ready.
     */
    public static RedisServers start(final int count, final IntFunction<RedisServerBuilder> builders)
    {
        if (count < 1)
        {
            throw new IllegalArgumentException(
                "the number of servers is " + count + " but must be at least 1");
        }

        final List<RedisServerProcess> servers = new ArrayList<>();
        try
        {
            IntStream.range(0, count).forEach((i) -> servers.add(builders.apply(i).build()));
            servers.forEach(RedisServerProcess::launch);
            servers.forEach((server) -> server.awaitReady(START_WITHIN));
        }
        catch (final RuntimeException ex)
        {
            servers.forEach(RedisServerProcess::close);
            throw ex;
        }

        return new RedisServers(servers);
    }

    /**
     * One of the servers.
     *
     * @param index from 0.
     * @return the server.
     */
    public RedisServerProcess server(final int index)
    {
        return servers.get(index);
    }

    /**
     * How many there are, dead or alive.
     *
     * @return the number of servers.
     */
    public int size()
    {
        return servers.size();
    }

    /**
     * Where to connect, in the order of the indexes.
     *
     * @return what {@link RedisServerProcess#uri()} says for each.
     */
    public List<String> uris()
    {
        return servers.stream().map(RedisServerProcess::uri).collect(Collectors.toList());
    }

    /**
     * Closes all servers. Idempotent.
     */
    @Override
    public void close()
    {
        servers.forEach(RedisServerProcess::close);
    }
}
