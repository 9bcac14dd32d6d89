// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;

/**
 * The clients of a benchmark: one for all threads, or in invoker mode one for each.
 */
@State(Scope.Benchmark)
public class BenchmarkClients
{
    /**
     * Name of the transport.
     */
    @Param({"netty", "lettuce"})
    public String transport;

    /**
     * Who drives the engine: the calling thread, or one of its own, which blocks when idle.
     */
    @Param({"invoker", "dedicated"})
    public String mode;

    private Redlock shared;

    boolean isInvoker()
    {
        return mode.equals("invoker");
    }

    /**
     * A client for the calling thread; to be given back by it.
     */
    synchronized Redlock take(final BenchmarkNodes nodes)
    {
        if (isInvoker())
        {
            return builder(nodes).invoker().build();
        }
        if (shared == null)
        {
            shared = builder(nodes).build();
        }

        return shared;
    }

    void giveBack(final Redlock client)
    {
        if (isInvoker())
        {
            client.close();
        }
    }

    private RedlockBuilder builder(final BenchmarkNodes nodes)
    {
        final RedlockBuilder builder =
            Redlock.builder().transport(transport).nodes(nodes.all().toArray(new String[0]));

        return nodes.areFresh() ? builder.assumeNodesFresh() : builder;
    }

    /**
     * Closes what all threads shared.
     */
    @TearDown
    public void close()
    {
        if (shared != null)
        {
            shared.close();
        }
    }
}
