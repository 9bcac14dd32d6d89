// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockContendedException;
import dev.redlock.LockOptions;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;

class NamedLockTest
{
    private static final Duration WITHIN = Duration.ofSeconds(30);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AutoClose
    private final FakeNodes nodes = FakeNodes.of(3);

    @AutoClose
    private final Redlock redlock = nodes.client();

    private final NamedLock stock = NamedLock.of(redlock, registry, "stock");

    private long timed(final String timer, final String... tags)
    {
        final Timer found = Search.in(registry).name(timer).tag("lock", "stock").tags(tags).timer();

        return found == null ? 0 : found.count();
    }

    @Test
    void shouldTimeAnAcquisitionByItsOutcome() throws InterruptedException
    {
        try (Lease lease = stock.acquire("stock:apples", WITHIN))
        {
            assertThat(lease.isHeld()).isTrue();
            assertThatThrownBy(() -> stock.acquire("stock:apples", Duration.ZERO))
                .isInstanceOf(LockContendedException.class);
        }

        assertThat(timed("redlock.lock.acquire", "outcome", "acquired")).isEqualTo(1);
        assertThat(timed("redlock.lock.acquire", "outcome", "contended")).isEqualTo(1);
    }

    /**
     * A registry that throws leaves nobody with the lease.
     */
    @Test
    void shouldReleaseIfTheRegistryThrows()
    {
        registry.config().meterFilter(new MeterFilter()
        {
            @Override
            public Meter.Id map(final Meter.Id id)
            {
                throw new IllegalStateException("of the registry");
            }
        });

        assertThatThrownBy(() -> stock.acquire("stock:apples", WITHIN)).hasMessage("of the registry");
        assertThat(nodes.isHeld("stock:apples")).isFalse();
        assertThatThrownBy(() -> stock.call("stock:apples", WITHIN, (lease) -> "done"))
            .hasMessage("of the registry");
        assertThat(nodes.isHeld("stock:apples")).isFalse();
    }

    /**
     * Meters are those of the application, and so is their clock. What hangs there holds up the caller whose
     * lock is timed, and neither other callers nor the engine.
     */
    @Test
    void shouldHoldUpTheCallerOnlyWhenTheClockOfTheRegistryHangs() throws Exception
    {
        final CountDownLatch goOn = new CountDownLatch(1);
        final CountDownLatch isHanging = new CountDownLatch(1);
        final NamedLock hung = NamedLock.of(redlock, new SimpleMeterRegistry(SimpleConfig.DEFAULT, new Clock()
        {
            @Override
            public long wallTime()
            {
                return SYSTEM.wallTime();
            }

            @Override
            public long monotonicTime()
            {
                isHanging.countDown();
                try
                {
                    goOn.await();
                }
                catch (final InterruptedException ex)
                {
                    throw new IllegalStateException(ex);
                }

                return SYSTEM.monotonicTime();
            }
        }), "hung");
        final CompletableFuture<Boolean> call = new CompletableFuture<>();
        final Thread caller = new Thread(() ->
        {
            try (Lease lease = hung.acquire("stock:pears", WITHIN))
            {
                call.complete(lease.isHeld());
            }
            catch (final InterruptedException | RuntimeException ex)
            {
                call.completeExceptionally(ex);
            }
        });
        caller.setDaemon(true);
        caller.start();
        try
        {
            assertThat(isHanging.await(WITHIN.toSeconds(), TimeUnit.SECONDS)).isTrue();

            stock.acquire("stock:apples", WITHIN).close();
            assertThat(timed("redlock.lock.acquire", "outcome", "acquired")).isEqualTo(1);
            assertThat(call).isNotDone();
        }
        finally
        {
            goOn.countDown();
        }
        assertThat(call.get(WITHIN.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldTellAnOutageFromContention()
    {
        nodes.kill(0);
        nodes.kill(1);

        assertThatThrownBy(() -> stock.acquire("stock:apples", Duration.ZERO))
            .isInstanceOf(NoQuorumException.class);

        assertThat(timed("redlock.lock.acquire", "outcome", "no_quorum")).isEqualTo(1);
    }

    @Test
    void shouldSayWhyPatienceEnded()
    {
        nodes.holdElsewhere("stock:apples");
        assertThatThrownBy(() -> stock.acquire("stock:apples", Duration.ofMillis(1)))
            .isInstanceOf(LockContendedException.class);
        nodes.kill(0);
        nodes.kill(1);
        assertThatThrownBy(() -> stock.acquire("stock:pears", Duration.ofMillis(1)))
            .isInstanceOf(NoQuorumException.class);

        assertThat(timed("redlock.lock.acquire", "outcome", "contended")).isEqualTo(1);
        assertThat(timed("redlock.lock.acquire", "outcome", "no_quorum")).isEqualTo(1);
    }

    @Test
    void shouldRefuseABlankName()
    {
        assertThatThrownBy(() -> NamedLock.of(redlock, registry, " "))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("blank");
    }

    @Test
    void shouldTimeTheWaitAndTheWorkApart() throws InterruptedException
    {
        assertThat(stock.<Integer, RuntimeException>call("stock:apples", WITHIN, (lease) -> 7)).isEqualTo(7);

        assertThat(timed("redlock.lock.acquire", "outcome", "acquired")).isEqualTo(1);
        assertThat(timed("redlock.lock.work")).isEqualTo(1);
    }

    @Test
    void shouldCountAnAcquisitionWhoseWorkFailsOnce()
    {
        assertThatThrownBy(() -> stock.call("stock:apples", WITHIN, LockOptions.DEFAULT, (lease) ->
        {
            throw new IllegalStateException("no apples");
        })).hasMessage("no apples");
        nodes.holdElsewhere("stock:pears");
        assertThatThrownBy(() -> stock.call("stock:pears", Duration.ZERO, LockOptions.DEFAULT, (lease) -> 7))
            .isInstanceOf(LockContendedException.class);

        assertThat(timed("redlock.lock.acquire", "outcome", "acquired")).isEqualTo(1);
        assertThat(timed("redlock.lock.acquire", "outcome", "contended")).isEqualTo(1);
        assertThat(timed("redlock.lock.work")).isEqualTo(1);
    }

    @Test
    void shouldKeepBucketsForShortWaitsBesideTimersWithout() throws InterruptedException
    {
        final PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

        NamedLock.of(redlock, prometheus, "stock").withHistogram().acquire("stock:apples", WITHIN).close();
        NamedLock.of(redlock, prometheus, "orders").acquire("orders:7", WITHIN).close();

        assertThat(prometheus.scrape()).contains(
            "redlock_lock_acquire_seconds_count{lock=\"orders\",outcome=\"acquired\"}",
            "redlock_lock_acquire_histogram_seconds_bucket" +
                "{lock=\"stock\",outcome=\"acquired\",le=\"1.0E-5\"}",
            "le=\"30.0\"}");
    }
}
