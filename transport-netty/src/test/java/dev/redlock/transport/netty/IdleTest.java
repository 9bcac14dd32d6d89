// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * An engine thread that blocks when idle costs next to nothing while there is nothing to do, and while all
 * that is left to do is to wait.
 */
@Timeout(60)
class IdleTest
{
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final String NAME = "idle-engine";
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);
    private static final long WATCHED_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    @Test
    void shouldCostNothingWhileLeasesAreHeldAndNothingIsDue() throws InterruptedException
    {
        try (RedisServers servers = RedisServers.start(5);
            Redlock redlock = builder(servers).build();
            Lease lease = redlock.acquire("idle", Duration.ofMinutes(1)))
        {
            final long id = engineThread();
            final long before = THREADS.getThreadCpuTime(id);
            await(WATCHED_NS);

            assertThat(THREADS.getThreadCpuTime(id) - before).isLessThan(WATCHED_NS / 50);
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void shouldSleepWhileItWaitsForTheLastReleaseOnClose() throws Exception
    {
        try (RedisServers servers = RedisServers.start(5))
        {
            final Redlock redlock = builder(servers).build();
            Await.parking().untilAllUp(redlock, Duration.ofSeconds(20));
            redlock.acquire("idle", Duration.ofMinutes(1)).close();
            servers.server(4).pause();
            redlock.acquire("idle", Duration.ofMinutes(1)).close();
            final long id = engineThread();
            final long before = THREADS.getThreadCpuTime(id);
            final long beganNs = System.nanoTime();
            final CompletableFuture<Void> closed = CompletableFuture.runAsync(redlock::close);

            long used = 0;
            for (long now = before; now >= 0; now = THREADS.getThreadCpuTime(id))
            {
                used = now - before;
                await(LOOK_NS);
            }
            final long tookNs = System.nanoTime() - beganNs;
            servers.server(4).resume();
            closed.get();

            assertThat(tookNs).isGreaterThan(CLOSE_TIMEOUT.toNanos() / 2);
            assertThat(used).isLessThan(tookNs / 10);
        }
    }

    private static RedlockBuilder builder(final RedisServers servers)
    {
        return Redlock.builder().transport("netty").nodes(servers.uris().toArray(new String[0]))
            .name(NAME).assumeNodesFresh().startTimeout(Duration.ofSeconds(20));
    }

    private static long engineThread()
    {
        return Thread.getAllStackTraces().keySet().stream().filter((thread) -> thread.getName().equals(NAME))
            .findFirst().orElseThrow().getId();
    }

    private static void await(final long forNs)
    {
        final long endNs = System.nanoTime() + forNs;
        for (long leftNs = forNs; leftNs > 0; leftNs = endNs - System.nanoTime())
        {
            LockSupport.parkNanos(leftNs);
        }
    }
}
