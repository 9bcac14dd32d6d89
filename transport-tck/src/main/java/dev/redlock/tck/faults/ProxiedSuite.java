// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * Five nodes, each behind a proxy, in fair weather and empty before every test.
 */
public abstract class ProxiedSuite extends FaultSuite
{
    private static final int NODES = 5;

    RealNodes nodes;
    ProxiedNodes proxies;
    private ExecutorService callers;

    /**
     * Makes a suite; JUnit does.
     */
    protected ProxiedSuite()
    {
    }

    @BeforeAll
    void startNodes()
    {
        nodes = RealNodes.start(NODES);
        proxies = new ProxiedNodes(nodes);
        callers = Executors.newCachedThreadPool();
    }

    @BeforeEach
    void calmDown()
    {
        proxies.clear();
        nodes.empty();
    }

    @AfterAll
    void stopNodes() throws InterruptedException
    {
        callers.shutdownNow();
        assertThat(callers.awaitTermination(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        proxies.close();
        nodes.close();
    }

    /**
     * Makes a call that waits on another thread.
     */
    final CompletableFuture<Long> begin(final LongSupplier call)
    {
        return CompletableFuture.supplyAsync(call::getAsLong, callers);
    }

    /**
     * What a call on another thread has returned.
     */
    static long result(final CompletableFuture<Long> call)
    {
        return call.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join();
    }
}
