// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

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
    protected ProxiedNodes proxies;

    @BeforeAll
    protected void startProxies()
    {
        proxies = new ProxiedNodes(nodes);
    }

    @BeforeEach
    protected void calmDown()
    {
        proxies.clear();
    }

    @AfterAll
    protected void stopProxies()
    {
        proxies.close();
    }

    /**
     * Makes a call that waits on another thread.
     */
    protected final CompletableFuture<Long> begin(final LongSupplier call)
    {
        return CompletableFuture.supplyAsync(call::getAsLong, callers);
    }
}
