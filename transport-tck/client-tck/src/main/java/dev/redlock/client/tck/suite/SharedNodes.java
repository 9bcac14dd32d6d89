// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * Nodes that all tests of a suite share, and threads for calls that wait.
 */
public abstract class SharedNodes extends FaultSuite
{
    protected TestNodes nodes;
    protected ExecutorService callers;

    protected int nodeCount()
    {
        return 5;
    }

    @BeforeAll
    protected final void startNodes()
    {
        nodes = suites.startNodes(nodeCount(), false);
        callers = Executors.newCachedThreadPool();
    }

    @BeforeEach
    protected final void emptyNodes()
    {
        nodes.empty();
    }

    @AfterAll
    protected final void stopNodes() throws InterruptedException
    {
        callers.shutdownNow();
        assertThat(callers.awaitTermination(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        nodes.close();
    }

    /**
     * What a call on another thread gives.
     */
    protected static <T> T result(final CompletableFuture<T> call)
    {
        return call.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join();
    }
}
