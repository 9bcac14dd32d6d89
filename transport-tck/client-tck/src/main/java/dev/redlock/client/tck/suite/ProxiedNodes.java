// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.redlock.test.proxy.Flow;
import dev.redlock.test.proxy.TcpProxy;

/**
 * One client's way to the nodes: a proxy in front of each.
 */
public final class ProxiedNodes implements AutoCloseable
{
    public static final int[] MINORITY = {3, 4};
    public static final int[] MAJORITY = {2, 3, 4};

    private final List<TcpProxy> proxies = new ArrayList<>();

    public ProxiedNodes(final TestNodes nodes)
    {
        for (int i = 0; i < nodes.count(); i++)
        {
            proxies.add(TcpProxy.inFrontOf("127.0.0.1", nodes.server(i).port()));
        }
    }

    public TcpProxy proxy(final int index)
    {
        return proxies.get(index);
    }

    public List<TcpProxy> proxies(final int... indexes)
    {
        return IntStream.of(indexes).mapToObj(proxies::get).toList();
    }

    public List<Flow> requests(final int... indexes)
    {
        return proxies(indexes).stream().map(TcpProxy::requests).toList();
    }

    public List<Flow> replies(final int... indexes)
    {
        return proxies(indexes).stream().map(TcpProxy::replies).toList();
    }

    public List<String> uris()
    {
        return proxies.stream().map(TcpProxy::uri).toList();
    }

    public void clear()
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
