// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * Five nodes, each behind a proxy, reset and empty before every test.
 */
public abstract class ProxiedSuite extends SharedNodes
{
    ProxiedNodes proxies;

    @BeforeAll
    void startProxies()
    {
        proxies = new ProxiedNodes(nodes);
    }

    @BeforeEach
    void calmDown()
    {
        proxies.clear();
    }

    @AfterAll
    void stopProxies()
    {
        proxies.close();
    }

    /**
     * Makes a call that waits on another thread.
     */
    final CompletableFuture<Long> begin(final LongSupplier call)
    {
        return CompletableFuture.supplyAsync(call::getAsLong, callers);
    }
}
