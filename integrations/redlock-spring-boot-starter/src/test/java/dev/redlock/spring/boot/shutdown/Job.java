// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.shutdown;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

import dev.redlock.spring.boot.Locked;

/**
 * Work under a lock that heeds no interrupt, and lasts longer than the lock's time to live.
 */
public class Job
{
    static final String KEY = "shedlock:job";
    static final Duration TTL = Duration.ofSeconds(3);
    static final Duration LENGTH = Duration.ofMillis(4_500);

    private final CompletableFuture<Long> begun = new CompletableFuture<>();
    private final CompletableFuture<Long> ended = new CompletableFuture<>();

    /**
     * Works.
     */
    @Locked(name = KEY, ttl = "3s", within = "20s")
    public void work()
    {
        begun.complete(System.currentTimeMillis());
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < LENGTH.toNanos())
        {
            Thread.interrupted();
            LockSupport.parkNanos(LENGTH.toNanos() / 100);
        }
        ended.complete(System.currentTimeMillis());
    }

    /**
     * When the work had its lock, by the wall clock; for the first call.
     */
    public CompletableFuture<Long> begun()
    {
        return begun;
    }

    /**
     * When the work ended.
     */
    public CompletableFuture<Long> ended()
    {
        return ended;
    }
}
