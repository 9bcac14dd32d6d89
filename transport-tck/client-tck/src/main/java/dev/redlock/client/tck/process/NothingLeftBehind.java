// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.tools.Wiretap;
import dev.redlock.client.tck.tools.Wiretap.Told;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * Automatic extension must die with its lock, in every race between the two.
 */
public abstract class NothingLeftBehind extends SharedNodes
{
    private static final int THREADS = 16;
    private static final int KEYS = 64;
    private static final int CYCLES = 10_000;
    private static final String PREFIX = "left-behind:";

    /*
     * A key that was left behind shows with the long time to live, as it cannot expire before we look; an
     * extension that was left behind shows with the short one, as it comes while we watch.
     */
    private static final LockOptions LONG_LIVED = LONG.withAutoExtend(Duration.ofMinutes(5));
    private static final LockOptions SHORT_LIVED = LockOptions.DEFAULT
        .withTtl(Duration.ofSeconds(3)).withAutoExtend(Duration.ofMinutes(5));
    private static final Duration WATCH = Duration.ofMillis(1500);

    /**
     * 10,000 locks with automatic extension, released at once, by 16 threads on 64 keys: when the last token
     * is back no command touches a lock's key, no key is left on any node, and the timers of the nodes'
     * heartbeats are the only ones.
     */
    @Test
    void shouldLeaveNoKeyNoTimerAndNoExtensionBehind() throws InterruptedException
    {
        final Redlock redlock = up(patient(nodes.uris()).keyPrefix(PREFIX));
        work(redlock);
        assertThat(redlock.metrics().count(Counter.ATTEMPTS_WON)).isEqualTo(CYCLES);
        assertThat(redlock.metrics().count(Counter.LEASES_LOST)).isZero();

        Await.parking().until("no owner token out", SOON, redlock.metrics()::tokensOut,
            tokens -> tokens == 0);
        assertThat(watch()).as("commands on locks after the last release").isEmpty();
        assertThat(nodes.keys()).as("keys left behind").isEmpty();
        assertThat(redlock.metrics().timersArmed()).as("timers armed").isEqualTo(nodeCount());
        checkCleanCycle(redlock, nodes);
    }

    private static void work(final Redlock redlock) throws InterruptedException
    {
        final ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try
        {
            final List<CompletableFuture<Void>> workers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++)
            {
                final int seed = i;
                workers.add(CompletableFuture.runAsync(() -> cycles(redlock, seed), executor));
            }
            CompletableFuture.allOf(workers.toArray(CompletableFuture[]::new)).join();
        }
        finally
        {
            executor.shutdownNow();
            assertThat(executor.awaitTermination(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void cycles(final Redlock redlock, final int seed)
    {
        final SplittableRandom random = new SplittableRandom(seed);
        try
        {
            for (int i = 0; i < CYCLES / THREADS; i++)
            {
                final int key = random.nextInt(KEYS);
                final LockOptions options = key % 2 == 0 ? LONG_LIVED : SHORT_LIVED;
                if (seed % 2 == 0)
                {
                    cycleOfHandle(redlock, "key-" + key, options);
                }
                else
                {
                    cycleOfLease(redlock, "key-" + key, options);
                }
            }
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private static void cycleOfHandle(final Redlock redlock, final String key, final LockOptions options)
        throws InterruptedException
    {
        try (LockHandle handle = redlock.handle(key, options))
        {
            final long term = handle.acquire(Duration.ofSeconds(30));
            assertThat(Outcome.of(term)).as("%s", handle.votes()).isEqualTo(Outcome.ACQUIRED);
            assertThat(handle.releaseAsync(term)).isEqualTo(Outcome.STARTED);
        }
    }

    private static void cycleOfLease(final Redlock redlock, final String key, final LockOptions options)
        throws InterruptedException
    {
        final Lease lease = redlock.acquire(key, Duration.ofSeconds(30), options);
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
    }

    /**
     * What the nodes are asked to do with locks for a while.
     */
    private List<String> watch()
    {
        final List<Wiretap> taps = new ArrayList<>();
        final List<Told> seen = new ArrayList<>();
        try
        {
            IntStream.range(0, nodeCount()).forEach((i) -> taps.add(new Wiretap(nodes.server(i))));
            Await.parking().untilNs(System.nanoTime() + WATCH.toNanos());
            taps.forEach(tap -> seen.addAll(tap.listen("end")));
        }
        finally
        {
            taps.forEach(Wiretap::close);
        }
        assertThat(seen).as("commands seen at all: heartbeats at least").isNotEmpty();

        return seen.stream().flatMap(told -> told.words().stream().filter(word -> word.startsWith(PREFIX))
            .map(key -> told.words().get(0) + " of " + key)).toList();
    }
}
