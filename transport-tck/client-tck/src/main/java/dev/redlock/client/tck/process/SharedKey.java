// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockException;
import dev.redlock.client.tck.choice.TransportChoice;
import dev.redlock.test.process.PeerLines;

/**
 * One of several processes that want the same key all the time, each with many waiters: half with threads,
 * half without. It says when it is ready, and begins when it is told the end, in milliseconds of the wall
 * clock. Then it says one line: acquisitions, failures, and the longest wait in milliseconds.
 */
public final class SharedKey
{
    static final String READY = "ready";

    private static final String KEY = "shared";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long HOLD_NS = 1_000_000;
    private static final int URIS_AT = 3;

    private final AtomicInteger acquired = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicLong longestNs = new AtomicLong();
    private final Redlock redlock;
    private final long endMs;

    private SharedKey(final Redlock redlock, final long endMs)
    {
        this.redlock = redlock;
        this.endMs = endMs;
    }

    /**
     * Entry point.
     *
     * @param args the port of those who ask, name of the transport, number of waiters, nodes.
     * @throws InterruptedException if interrupted.
     */
    public static void main(final String[] args) throws InterruptedException
    {
        final int waiters = Integer.parseInt(args[2]);
        final List<String> uris = Arrays.asList(args).subList(URIS_AT, args.length);
        try (PeerLines lines = PeerLines.toStarter(args[0]))
        {
            final String result;
            try (Redlock redlock = new TransportChoice(args[1], Map.of()).builder(uris).assumeNodesFresh()
                .defaults(LockOptions.DEFAULT.withTtl(Duration.ofSeconds(20)))
                .minNodeTimeout(Duration.ofSeconds(2)).maxNodeTimeout(Duration.ofSeconds(2)).build())
            {
                lines.say(READY);
                result = new SharedKey(redlock, Long.parseLong(lines.next())).run(waiters);
            }
            // It is killed when it has said this: the client must have released everything.
            lines.say(result);
        }
    }

    private String run(final int waiters) throws InterruptedException
    {
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < waiters; i++)
        {
            final boolean isAsync = i % 2 == 0;
            final Thread thread = new Thread(() -> go(isAsync), "waiter-" + i);
            thread.start();
            threads.add(thread);
        }
        for (final Thread thread : threads)
        {
            thread.join();
        }

        return acquired + " " + failed + " " + longestNs.get() / 1_000_000;
    }

    private void go(final boolean isAsync)
    {
        try
        {
            while (System.currentTimeMillis() < endMs)
            {
                final long startNs = System.nanoTime();
                final Lease lease = isAsync ? acquireAsync().get() : redlock.acquire(KEY, PATIENCE);
                final boolean isInTime = System.currentTimeMillis() < endMs;
                longestNs.accumulateAndGet(System.nanoTime() - startNs, Math::max);
                LockSupport.parkNanos(HOLD_NS);
                lease.release();
                acquired.addAndGet(isInTime ? 1 : 0);
            }
        }
        catch (final RedlockException | ExecutionException | InterruptedException ex)
        {
            failed.incrementAndGet();
            longestNs.accumulateAndGet(PATIENCE.toNanos(), Math::max);
        }
    }

    private CompletableFuture<Lease> acquireAsync()
    {
        return redlock.acquireAsync(KEY, PATIENCE);
    }
}
