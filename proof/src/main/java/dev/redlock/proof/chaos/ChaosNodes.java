// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.test.proxy.TcpProxy;
import dev.redlock.test.server.RedisServerProcess;
import dev.redlock.test.server.RedisServers;

/**
 * Five real servers, some of which keep their keys, and each client's own proxies in front of them.
 */
final class ChaosNodes implements AutoCloseable
{
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long DRAIN_WITHIN_NS = TimeUnit.SECONDS.toNanos(5);

    private final RedisServers servers;
    private final List<List<TcpProxy>> proxies = new ArrayList<>();

    ChaosNodes(final int clients)
    {
        servers = RedisServers.start(ChaosPlan.NODES, index -> index < ChaosPlan.FIRST_DURABLE ?
            RedisServerProcess.builder() : RedisServerProcess.builder().appendOnly("always"));
        for (int client = 0; client < clients; client++)
        {
            final List<TcpProxy> ofClient = new ArrayList<>();
            for (int node = 0; node < ChaosPlan.NODES; node++)
            {
                ofClient.add(TcpProxy.inFrontOf("127.0.0.1", servers.server(node).port()));
            }
            proxies.add(ofClient);
        }
    }

    RedisServerProcess server(final int node)
    {
        return servers.server(node);
    }

    TcpProxy proxy(final int client, final int node)
    {
        return proxies.get(client).get(node);
    }

    List<String> uris(final int client)
    {
        return proxies.get(client).stream().map(TcpProxy::uri).toList();
    }

    /**
     * Ends the network: what is under way to the nodes arrives, and nothing after it. All nodes must run.
     */
    void disconnect()
    {
        final List<TcpProxy> all = proxies.stream().flatMap(List::stream).toList();
        all.forEach(proxy -> proxy.requests().clear());
        all.forEach(proxy -> proxy.replies().clear());
        final long startNs = System.nanoTime();
        while (all.stream().anyMatch(proxy -> proxy.requests().heldBytes() > 0) &&
            System.nanoTime() - startNs < DRAIN_WITHIN_NS)
        {
            LockSupport.parkNanos(LOOK_NS);
        }
        all.forEach(TcpProxy::close);
        proxies.clear();
    }

    @Override
    public void close()
    {
        proxies.stream().flatMap(List::stream).forEach(TcpProxy::close);
        servers.close();
    }
}
