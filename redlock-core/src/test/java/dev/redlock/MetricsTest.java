// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.outcome.Quantity;
import dev.redlock.quorum.Drift;
import dev.redlock.runtime.metrics.ClientMeter;

class MetricsTest
{
    private final ClientMeter meter = new ClientMeter(2);
    private final Metrics metrics = new Metrics(
        List.of(meter), List.of("redis://a", "redis://b"), new Drift(500, 0));

    @Test
    void shouldKnowNothingOfAClockBeforeItsFirstSample()
    {
        assertThat(metrics.clock(0)).isEqualTo(new NodeClock(0, 0, 0, 0, 0, 500));
        assertThat(metrics.count(Quantity.DRIFT_PPM)).isZero();
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

        final MetricsCursor cursor = metrics.cursor();
        assertThat(cursor.interval(Quantity.DRIFT_PPM).getTotalCount()).isEqualTo(3);
        meter.clock(0, 30, 100);
        final long highest = cursor.interval(Quantity.DRIFT_PPM).getMaxValue();
        assertThat(highest).as("of the new interval").isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 9})
    void shouldSayWhichNodesThereAre(final int index)
    {
        final List<ThrowingCallable> calls = List.of(() -> metrics.clock(index),
            () -> metrics.rttCount(index), () -> metrics.rttSum(index),
            () -> metrics.cursor().rttInterval(index));
        for (final ThrowingCallable call : calls)
        {
            assertThatIllegalArgumentException().isThrownBy(call)
                .withMessageContaining("there is no node " + index + ": the indexes of the ");
        }
    }

    @Test
    void shouldGiveEveryCursorEveryValueOnce()
    {
        final MetricsCursor first = metrics.cursor();
        meter.waited(700);
        meter.acquired(1_000, 2_000_000);
        meter.released(5_000, 900);
        meter.extended(1_100);
        meter.rtt(1, 800);
        final MetricsCursor second = metrics.cursor();

        for (final MetricsCursor cursor : List.of(first, second))
        {
            assertThat(cursor.interval(Quantity.WAIT).getMaxValue()).isBetween(700L, 705L);
            assertThat(cursor.interval(Quantity.ACQUIRE).getTotalCount()).isOne();
            assertThat(cursor.interval(Quantity.ACQUIRE).getTotalCount()).isZero();
            assertThat(cursor.interval(Quantity.VALIDITY_MARGIN).getMaxValue())
                .isBetween(2_000_000L, 2_030_000L);
            assertThat(cursor.interval(Quantity.HOLD).getTotalCount()).isOne();
            assertThat(cursor.interval(Quantity.RELEASE).getTotalCount()).isOne();
            assertThat(cursor.interval(Quantity.EXTEND).getTotalCount()).isOne();
            assertThat(cursor.rttInterval(0).getTotalCount()).isZero();
            assertThat(cursor.rttInterval(1).getTotalCount()).isOne();
        }
    }

    @Test
    void shouldCountAndSumFromTheStartWhateverCursorsRead()
    {
        meter.acquired(200, 3_000_000_000L);
        metrics.cursor().interval(Quantity.ACQUIRE);
        meter.acquired(55, 4_000_000_000L);
        meter.rtt(1, 90);
        meter.rtt(1, 110);

        assertThat(metrics.count(Quantity.ACQUIRE)).isEqualTo(2);
        assertThat(metrics.sum(Quantity.ACQUIRE)).as("values of one bucket each").isEqualTo(255);
        assertThat(metrics.sum(Quantity.VALIDITY_MARGIN)).isCloseTo(7e9, withinPercentage(100.0 / 256));
        assertThat(metrics.count(Quantity.EXTEND)).isZero();
        assertThat(metrics.rttCount(1)).isEqualTo(2);
        assertThat(metrics.rttSum(1)).isEqualTo(200);
        assertThat(metrics.rttSum(0)).isZero();
    }

    /**
     * The sum of the times to live of a busy client's leases overflows a long within hours.
     */
    @Test
    void shouldNotOverflow()
    {
        for (int i = 0; i < 200_000; i++)
        {
            meter.acquired(1, Long.MAX_VALUE);
        }

        assertThat(metrics.sum(Quantity.VALIDITY_MARGIN))
            .as("a day each").isCloseTo(200_000 * 86_400e9, withinPercentage(100.0 / 256));
    }

    @Test
    void shouldSumUpAllEngines()
    {
        final ClientMeter other = new ClientMeter(1);
        final Metrics both = new Metrics(List.of(meter, other), List.of("redis://a"), new Drift(500, 0));
        meter.acquired(10, 1);
        other.acquired(20, 1);

        assertThat(both.count(Quantity.ACQUIRE)).isEqualTo(2);
        assertThat(both.sum(Quantity.ACQUIRE)).isEqualTo(30);
        assertThat(both.cursor().interval(Quantity.ACQUIRE).getTotalCount()).isEqualTo(2);
    }
}
