// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * Real servers. Each question uses a new connection, so that it works whatever was done to the servers.
 */
public final class RealNodes extends TestNodes
{
    private final RedisServers servers;

    private RealNodes(final RedisServers servers)
    {
        this.servers = servers;
    }

    public static RealNodes start(final int count)
    {
        return new RealNodes(RedisServers.start(count));
    }

    public static RealNodes start(final int count, final IntFunction<RedisServerBuilder> builders)
    {
        return new RealNodes(RedisServers.start(count, builders));
    }

    @Override
    public int count()
    {
        return servers.size();
    }

    @Override
    public List<String> uris()
    {
        return servers.uris();
    }

    @Override
    public String place(final int index)
    {
        return "127.0.0.1:" + server(index).port();
    }

    @Override
    boolean isRunning(final int index)
    {
        return server(index).isRunning();
    }

    @Override
    public void kill(final int index)
    {
        server(index).kill();
    }

    @Override
    public void restart(final int index)
    {
        server(index).start();
    }

    @Override
    public void pause(final int index)
    {
        server(index).pause();
    }

    @Override
    public void resume(final int index)
    {
        server(index).resume();
    }

    @Override
    public RedisServerProcess server(final int index)
    {
        return servers.server(index);
    }

    @Override
    public Object call(final int index, final String... command)
    {
        return server(index).call(command);
    }

    @Override
    public byte[] value(final int index, final String key)
    {
        try (RespClient client = server(index).client())
        {
            return (byte[])client.callBytes(bytes("GET"), bytes(key));
        }
    }

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * How often a node has run a command since its start, inside scripts too.
     */
    @Override
    public long calls(final int index, final String command)
    {
        final String stats = Objects.toString(call(index, "INFO", "commandstats"));
        final String label = "cmdstat_" + command + ":calls=";
        final int at = stats.indexOf(label);

        return at < 0 ? 0 : Long.parseLong(stats.substring(at + label.length(), stats.indexOf(',', at)));
    }

    @Override
    public void close()
    {
        servers.close();
    }
}
