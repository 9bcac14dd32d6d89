// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * Clients that ask at the same instant must not all skip. With single attempts they did so in up to three
 * runs of 150.
 */
@Tag("proof")
class SplitVotesTest
{
    private static final int CLIENTS = 6;
    private static final int RUNS = 150;
    private static final Duration MOST = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void shouldLeaveNoJobToNobody() throws Exception
    {
        final List<Redlock> clients = new ArrayList<>();
        final ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try (RedisServers servers = RedisServers.start(5))
        {
            for (int i = 0; i < CLIENTS; i++)
            {
                clients.add(Redlock.builder().nodes(servers.uris().toArray(String[]::new)).assumeNodesFresh()
                    .startTimeout(SOON).minNodeTimeout(Duration.ofSeconds(2))
                    .maxNodeTimeout(Duration.ofSeconds(5)).build());
            }
            clients.forEach((client) -> Await.parking().untilAllUp(client, SOON));

            final CyclicBarrier together = new CyclicBarrier(CLIENTS);
            int skippedByAll = 0;
            for (int run = 0; run < RUNS; run++)
            {
                final int number = run;
                final List<Callable<Boolean>> calls = clients.stream().<Callable<Boolean>>map((one) -> () ->
                {
                    together.await();

                    return new RedlockLockProvider(one).lock(job(number)).isPresent();
                }).toList();
                skippedByAll += winners(threads, calls) == 0 ? 1 : 0;
            }
            assertThat(skippedByAll).isZero();
        }
        finally
        {
            threads.shutdownNow();
            clients.forEach(Redlock::close);
        }
    }

    private static long winners(final ExecutorService threads, final List<Callable<Boolean>> all)
        throws Exception
    {
        long won = 0;
        for (final Future<Boolean> one : threads.invokeAll(all))
        {
            won += one.get() ? 1 : 0;
        }
        assertThat(won).isLessThanOrEqualTo(1);

        return won;
    }

    private static LockConfiguration job(final int number)
    {
        return new LockConfiguration(ClockProvider.now(), "job " + number, MOST, Duration.ofSeconds(20));
    }
}
