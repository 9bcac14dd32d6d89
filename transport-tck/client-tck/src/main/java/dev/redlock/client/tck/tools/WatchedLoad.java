// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * Threads that take and release the same few locks all the time, and watch that no two of them hold one lock.
 * Every acquisition must succeed in the end, and every release.
 */
public final class WatchedLoad
{
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong cycles = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicIntegerArray holders;
    private final List<Redlock> clients;
    private volatile boolean isStopping;

    private WatchedLoad(final List<Redlock> clients, final int keyCount)
    {
        this.clients = clients;
        holders = new AtomicIntegerArray(keyCount);
    }

    public static WatchedLoad start(final Redlock redlock, final int threadCount, final int keyCount)
    {
        return start(List.of(redlock), threadCount, keyCount);
    }

    /**
     * The threads share the clients out among themselves, in turn.
     */
    public static WatchedLoad start(final List<Redlock> clients, final int threadCount, final int keyCount)
    {
        final WatchedLoad load = new WatchedLoad(clients, keyCount);
        for (int i = 0; i < threadCount; i++)
        {
            final int first = i;
            final Thread thread = new Thread(() -> load.run(first), "load-" + i);
            load.threads.add(thread);
            thread.start();
        }

        return load;
    }

    /**
     * Waits until so many more cycles are done.
     */
    public void awaitMore(final long count)
    {
        final long target = cycles.get() + count;
        Await.parking().until(count + " more cycles", PATIENCE,
            () -> failure.get() != null || cycles.get() >= target);
        checkNoFailure();
    }

    public void stop() throws InterruptedException
    {
        isStopping = true;
        for (final Thread thread : threads)
        {
            thread.join(PATIENCE.toMillis());
            assertThat(thread.isAlive()).as("%s runs on", thread.getName()).isFalse();
        }
        checkNoFailure();
    }

    private void checkNoFailure()
    {
        if (failure.get() != null)
        {
            throw new AssertionError("the load failed: " + failure.get(), failure.get());
        }
    }

    private void run(final int first)
    {
        final Redlock redlock = clients.get(first % clients.size());
        try
        {
            for (int i = first; !isStopping && failure.get() == null; i++)
            {
                cycle(redlock, i % holders.length());
                cycles.incrementAndGet();
            }
        }
        catch (final Throwable ex)
        {
            failure.compareAndSet(null, ex);
        }
    }

    private void cycle(final Redlock redlock, final int key) throws InterruptedException
    {
        try (LockHandle handle = redlock.handle("load-" + key, FaultSuite.LONG))
        {
            final long term = handle.acquire(PATIENCE);
            assertThat(Outcome.of(term)).as("acquire, %s", handle.votes()).isEqualTo(Outcome.ACQUIRED);
            assertThat(holders.incrementAndGet(key)).as("holders").isOne();
            holders.decrementAndGet(key);
            assertThat(handle.release(term)).as("release").isEqualTo(Outcome.RELEASED);
        }
    }
}
