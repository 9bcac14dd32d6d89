// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.faults;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;

import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerBuilder;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;
import dev.redlock.test.server.RespClient;

/**
 * Real servers, seen past the client under test. Each question uses a new connection, so that it works
 * whatever was done to the servers; servers that do not run are left out.
 */
final class RealNodes implements AutoCloseable
{
    private final RedisServers servers;

    private RealNodes(final RedisServers servers)
    {
        this.servers = servers;
    }

    static RealNodes start(final int count)
    {
        return new RealNodes(RedisServers.start(count));
    }

    static RealNodes start(final int count, final IntFunction<RedisServerBuilder> builders)
    {
        return new RealNodes(RedisServers.start(count, builders));
    }

    int count()
    {
        return servers.size();
    }

    List<String> uris()
    {
        return servers.uris();
    }

    RedisServerProcess server(final int index)
    {
        return servers.server(index);
    }

    Object call(final int index, final String... command)
    {
        try (RespClient client = server(index).client())
        {
            return client.call(command);
        }
    }

    /**
     * The same command on all nodes that run.
     */
    List<Object> callAll(final String... command)
    {
        final List<Object> replies = new ArrayList<>();
        for (int i = 0; i < count(); i++)
        {
            if (server(i).isRunning())
            {
                replies.add(call(i, command));
            }
        }

        return replies;
    }

    /**
     * The holder of a key, by node: digests of the values, as owner tokens must not be printed. Nodes without
     * the key are left out.
     */
    Map<Integer, String> holders(final String key)
    {
        final Map<Integer, String> holders = new TreeMap<>();
        for (int i = 0; i < count(); i++)
        {
            final byte[] value = server(i).isRunning() ? value(i, key) : null;
            if (value != null)
            {
                holders.put(i, Integer.toHexString(Arrays.hashCode(value)));
            }
        }

        return holders;
    }

    private byte[] value(final int index, final String key)
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
     * All keys, by node; empty nodes are left out.
     */
    Map<Integer, List<?>> keys()
    {
        final Map<Integer, List<?>> keys = new TreeMap<>();
        for (int i = 0; i < count(); i++)
        {
            final List<?> found = server(i).isRunning() ? (List<?>)call(i, "KEYS", "*") : List.of();
            if (!found.isEmpty())
            {
                keys.put(i, found);
            }
        }

        return keys;
    }

    /**
     * How often a node has run a command since its start, inside scripts too.
     */
    long calls(final int index, final String command)
    {
        final String stats = Objects.toString(call(index, "INFO", "commandstats"));
        final String label = "cmdstat_" + command + ":calls=";
        final int at = stats.indexOf(label);

        return at < 0 ? 0 :
            Long.parseLong(stats.substring(at + label.length(), stats.indexOf(',', at)));
    }

    /**
     * Nothing of any client is left, long before it would expire.
     */
    void awaitNoKeys()
    {
        Await.parking().until("no key on any node", FaultSuite.SOON, this::keys, Map::isEmpty);
    }

    void empty()
    {
        callAll("FLUSHALL");
    }

    @Override
    public void close()
    {
        servers.close();
    }
}
