// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.micrometer;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.ref.WeakReference;
import java.time.Duration;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.outcome.Quantity;
import dev.redlock.test.Await;
import dev.redlock.test.FakeNodes;

class RedlockMetersTest
{
    private static final Duration WITHIN = Duration.ofSeconds(30);

    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

    @AutoClose
    private final FakeNodes nodes = FakeNodes.of(3);

    @AutoClose
    private final Redlock redlock = nodes.client();

    private double gauge(final String name, final String... tags)
    {
        return registry.get(name).tags(tags).gauge().value();
    }

    private void lock() throws InterruptedException
    {
        try (Lease lease = redlock.acquire("k", WITHIN))
        {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void shouldShowWhatTheClientCountsAndMeasures() throws InterruptedException
    {
        new RedlockMeters(redlock).bindTo(registry);

        lock();

        assertThat(registry.get("redlock.attempts.won").functionCounter().count()).isEqualTo(1);
        assertThat(registry.get("redlock.acquire").functionTimer().count()).isEqualTo(1);
        // A registry keeps seconds, so a nanosecond may round on the way there and back.
        assertThat(registry.get("redlock.acquire").functionTimer().totalTime(NANOSECONDS))
            .isCloseTo(redlock.metrics().sum(Quantity.ACQUIRE), within(1.0));
        assertThat(registry.get("redlock.node.rtt").tag("node", redlock.nodes().get(0).node())
            .functionTimer().count()).isPositive();
    }

    @Test
    void shouldShowTheStateOfEachNode()
    {
        new RedlockMeters(redlock).bindTo(registry);
        final String killed = redlock.nodes().get(1).node();
        assertThat(gauge("redlock.node.state", "node", killed, "state", "up")).isEqualTo(1);

        nodes.kill(1);

        Await.parking().until("the node is down", WITHIN,
            () -> gauge("redlock.node.state", "node", killed, "state", "down") == 1);
        assertThat(gauge("redlock.node.state", "node", killed, "state", "up")).isZero();
    }

    @Test
    void shouldGivePercentilesOfIntervals() throws InterruptedException
    {
        new RedlockMeters(redlock).withPercentiles(0.99).bindTo(registry);
        assertThat(gauge("redlock.acquire.percentile", "phi", "0.99")).isNaN();
        lock();
        assertThat(gauge("redlock.acquire.percentile", "phi", "0.99")).isNaN();

        clock.add(10, SECONDS);

        final TimeGauge gauge = registry.get("redlock.acquire.percentile").timeGauge();
        final double first = gauge.value(MILLISECONDS);
        assertThat(first).isPositive();
        assertThat(gauge.value(MILLISECONDS)).isEqualTo(first);
        clock.add(10, SECONDS);
        assertThat(gauge("redlock.acquire.percentile", "phi", "0.99")).isNaN();
    }

    @Test
    void shouldKeepTheLastFiguresOfAClientThatNobodyElseKnows() throws InterruptedException
    {
        final WeakReference<Object> forgotten = bindAndClose();

        Await.parking().until("what nobody refers to was collected", WITHIN, () ->
        {
            System.gc();
            return forgotten.get() == null;
        });

        assertThat(registry.get("redlock.attempts.won").functionCounter().count()).isEqualTo(1);
        assertThat(registry.get("redlock.acquire").functionTimer().count()).isEqualTo(1);
        assertThat(registry.getMeters()).filteredOn(Gauge.class::isInstance)
            .filteredOn((meter) -> !meter.getId().getName().startsWith("redlock.node.clock"))
            .isNotEmpty().allSatisfy((meter) -> assertThat(((Gauge)meter).value()).isNotNaN());
    }

    private WeakReference<Object> bindAndClose() throws InterruptedException
    {
        try (FakeNodes own = FakeNodes.of(3); Redlock closed = own.client())
        {
            new RedlockMeters(closed).bindTo(registry);
            closed.acquire("k", WITHIN).close();
        }

        return new WeakReference<>(new Object());
    }

    @Test
    void shouldRefuseWhatIsNoPercentile()
    {
        for (final double wrong : new double[] {99, -0.1, Double.NaN})
        {
            assertThatThrownBy(() -> new RedlockMeters(redlock).withPercentiles(wrong))
                .hasMessage("a percentile is " + wrong + " but must be from 0 to 1: write 0.99 for the 99th");
        }
    }
}
