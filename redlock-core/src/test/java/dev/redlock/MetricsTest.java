// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.quorum.Drift;
import dev.redlock.runtime.ClientMeter;

class MetricsTest
{
    private final ClientMeter meter = new ClientMeter(2);
    private final Metrics metrics = new Metrics(
        List.of(meter), List.of("redis://a", "redis://b"), new Drift(500, 0));

    @Test
    void shouldKnowNothingOfAClockBeforeItsFirstSample()
    {
        assertThat(metrics.clock(0)).isEqualTo(new NodeClock(0, 0, 0, 0, 0, 500));
        assertThat(metrics.driftPpm().getTotalCount()).isZero();
    }

    @Test
    void shouldShowTheOffsetBeforeTheRateIsKnown()
    {
        meter.offset(1, -70, 30);

        assertThat(metrics.clock(1)).isEqualTo(new NodeClock(1, -70, 30, 0, 0, 500));
        assertThat(metrics.clock(0).samples()).isZero();
    }

    @Test
    void shouldSayHowMuchOfTheAllowanceAClockUses()
    {
        meter.offset(0, 10, 20);
        meter.offset(0, 11, 21);
        meter.clock(0, 100, 250);

        final NodeClock clock = metrics.clock(0);
        assertThat(clock).isEqualTo(new NodeClock(2, 11, 21, 100, 250, 500));
        assertThat(clock.budgetUsedAtLeast()).isEqualTo(0.2);
        assertThat(clock.budgetUsedAtMost()).isEqualTo(0.5);
    }

    @Test
    void shouldNotChargeAClockThatLoses()
    {
        meter.clock(0, -900, -600);

        assertThat(metrics.clock(0).budgetUsedAtLeast()).isZero();
        assertThat(metrics.clock(0).budgetUsedAtMost()).isZero();
    }

    @Test
    void shouldCallAnythingTooMuchWhereNothingIsAllowed()
    {
        final NodeClock clock = new NodeClock(2, 0, 0, -1, 1, 0);

        assertThat(clock.budgetUsedAtLeast()).isZero();
        assertThat(clock.budgetUsedAtMost()).isInfinite();
    }

    @Test
    void shouldRecordTheWorstCaseOfEverySample()
    {
        meter.clock(0, -300, 40);
        meter.clock(1, 60, 90);
        meter.clock(1, -90, -60);

        assertThat(metrics.driftPpm().getTotalCount()).isEqualTo(3);
        meter.clock(0, 30, 100);
        final long highest = metrics.driftPpm().getMaxValue();
        assertThat(highest).as("of the new interval").isEqualTo(100);
    }

    @Test
    void shouldGiveEveryIntervalOnce()
    {
        meter.acquired(1_000, 2_000_000);
        meter.released(5_000, 900);
        meter.extended(1_100);
        meter.rtt(1, 800);

        assertThat(metrics.acquire().getTotalCount()).isOne();
        assertThat(metrics.acquire().getTotalCount()).isZero();
        assertThat(metrics.validityMargin().getMaxValue()).isBetween(2_000_000L, 2_030_000L);
        assertThat(metrics.hold().getTotalCount()).isOne();
        assertThat(metrics.release().getTotalCount()).isOne();
        assertThat(metrics.extend().getTotalCount()).isOne();
        assertThat(metrics.rtt(0).getTotalCount()).isZero();
        assertThat(metrics.rtt(1).getTotalCount()).isOne();
    }
}
