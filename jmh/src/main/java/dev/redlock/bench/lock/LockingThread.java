// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.lock;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Metrics;
import dev.redlock.Redlock;

/**
 * One thread with its handles.
 */
@State(Scope.Thread)
public class LockingThread
{
    /**
     * Whether locks are plain, or have fencing tokens.
     */
    @Param({"plain", "fenced"})
    public String lock;

    /**
     * Different keys of each thread, in turn. With 1 all threads want the same.
     */
    @Param({"1", "4096"})
    public int keys;

    /**
     * Whether the client's histograms are read before and after each iteration, for round trips, validity and
     * drift. They are some 600 kB of garbage with five nodes, which {@code -prof gc} would count.
     * Without them round trips, validity and drift are 0.
     */
    @Param("true")
    public boolean signs;

    private BenchmarkClients clients;
    private Redlock client;
    private LockHandle[] handles;
    private int next;

    /**
     * Connects, and prepares the keys.
     *
     * @param someNodes   to lock on.
     * @param someClients of the benchmark.
     * @param params      of this thread.
     */
    @Setup
    public void open(
        final BenchmarkNodes someNodes, final BenchmarkClients someClients, final ThreadParams params)
    {
        clients = someClients;
        client = someClients.take(someNodes);
        final LockOptions options =
            lock.equals("fenced") ? LockOptions.DEFAULT.withFencing() : LockOptions.DEFAULT;
        handles = new LockHandle[keys];
        for (int i = 0; i < keys; i++)
        {
            final String key = keys == 1 ? "lock" : "lock:" + params.getThreadIndex() + ":" + i;
            handles[i] = client.handle(key, options);
        }
    }

    /**
     * Closes what belongs to this thread.
     */
    @TearDown
    public void close()
    {
        for (final LockHandle open : handles)
        {
            open.close();
        }
        clients.giveBack(client);
    }

    LockHandle nextHandle()
    {
        next = next + 1 == keys ? 0 : next + 1;

        return handles[next];
    }

    Metrics metrics()
    {
        return client.metrics();
    }
}
