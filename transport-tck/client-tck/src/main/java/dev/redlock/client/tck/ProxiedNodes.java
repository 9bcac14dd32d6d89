// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.redlock.test.proxy.Flow;
import dev.redlock.test.proxy.TcpProxy;

/**
 * One client's way to the nodes: a proxy in front of each.
 */
final class ProxiedNodes implements AutoCloseable
{
    static final int[] MINORITY = {3, 4};
    static final int[] MAJORITY = {2, 3, 4};

    private final List<TcpProxy> proxies = new ArrayList<>();

    ProxiedNodes(final TestNodes nodes)
    {
        for (int i = 0; i < nodes.count(); i++)
        {
            proxies.add(TcpProxy.inFrontOf("127.0.0.1", nodes.server(i).port()));
        }
    }

    TcpProxy proxy(final int index)
    {
        return proxies.get(index);
    }

    List<TcpProxy> proxies(final int... indexes)
    {
        return IntStream.of(indexes).mapToObj(proxies::get).toList();
    }

    List<Flow> requests(final int... indexes)
    {
        return proxies(indexes).stream().map(TcpProxy::requests).toList();
    }

    List<Flow> replies(final int... indexes)
    {
        return proxies(indexes).stream().map(TcpProxy::replies).toList();
    }

    List<String> uris()
    {
        return proxies.stream().map(TcpProxy::uri).toList();
    }

    void clear()
    {
        for (final TcpProxy proxy : proxies)
        {
            proxy.requests().clear();
            proxy.replies().clear();
            proxy.accept();
        }
    }

    @Override
    public void close()
    {
        proxies.forEach(TcpProxy::close);
    }
}
