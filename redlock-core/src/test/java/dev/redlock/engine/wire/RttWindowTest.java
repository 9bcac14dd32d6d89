// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RttWindowTest
{
    private static final long A_MINUTE_NS = 60_000_000_000L;

    private final RttWindow window = new RttWindow();

    @Test
    void shouldKnowNothingAtFirst()
    {
        assertThat(window.isEmpty()).isTrue();
        assertThat(window.nearlyWorstNs()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 999, 1_000, 1_001, 1_999, 2_000, 12_345})
    void shouldSayThePercentileOfAnHdrHistogram(final int records)
    {
        final Histogram same = new Histogram(1, A_MINUTE_NS, Buckets.DIGITS);
        final SplittableRandom random = new SplittableRandom(records);
        for (int i = 0; i < records; i++)
        {
            final long durationNs = random.nextLong(A_MINUTE_NS) >>> random.nextInt(30);
            window.record(durationNs);
            same.recordValue(durationNs);
        }

        assertThat(window.nearlyWorstNs()).isEqualTo(same.getValueAtPercentile(99.9));
    }

    @Test
    void shouldForgive()
    {
        IntStream.range(0, 999).forEach((i) -> window.record(100));
        window.record(1_000_000);
        assertThat(window.nearlyWorstNs()).isEqualTo(100);

        window.record(1_000_000);
        assertThat(window.nearlyWorstNs()).isBetween(1_000_000L, 1_010_000L);
    }

    @Test
    void shouldCountWhatIsOutOfBoundsAtTheBound()
    {
        window.record(-1);
        assertThat(window.nearlyWorstNs()).isZero();
        assertThat(window.isEmpty()).isFalse();

        window.record(Long.MAX_VALUE);
        assertThat(window.nearlyWorstNs()).isBetween(A_MINUTE_NS, A_MINUTE_NS / 100 * 101);
    }

    @Test
    void shouldForget()
    {
        window.record(5_000);
        window.clear();

        assertThat(window.isEmpty()).isTrue();
        assertThat(window.nearlyWorstNs()).isZero();
    }

    @Test
    void shouldForgetEachOfThem()
    {
        for (int ns = 1; ns < 5_000_000; ns += 1 + ns / 100)
        {
            window.record(ns);
        }
        final long worstNs = window.nearlyWorstNs();
        window.clear();
        IntStream.range(0, 10).forEach((i) -> window.record(1));
        window.record(10_000_000);
        window.clear();
        window.record(1);

        assertThat(worstNs).isGreaterThan(4_000_000);
        assertThat(window.nearlyWorstNs()).isLessThan(10);
    }
}
