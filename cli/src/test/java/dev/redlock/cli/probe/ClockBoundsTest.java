// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class ClockBoundsTest
{
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long OFFSET_NS = 5_000_000_000_000L;

    /**
     * A node whose clock gains so many parts per million, asked over a path with random delays.
     */
    private static ClockBounds compare(final double ppm, final long stepNs, final long seed)
    {
        final SplittableRandom random = new SplittableRandom(seed);
        final ClockBounds clock = new ClockBounds(40, 2 * SECOND_NS);
        for (int i = 0; i < 40; i++)
        {
            final long sentNs = (i < 20 ? 0 : 3 * SECOND_NS) + i * 1_000_000L;
            final long thereNs = sentNs + 20_000 + random.nextLong(1_000_000);
            final long backNs = thereNs + 20_000 + random.nextLong(1_000_000);
            final long nodeNs = OFFSET_NS + thereNs + Math.round(thereNs * ppm / 1e6) + (i < 20 ? 0 : stepNs);
            clock.sample(nodeNs / 1000, sentNs, backNs);
        }

        return clock;
    }

    @Test
    void shouldBoundTheRateFromBothSides()
    {
        for (final double ppm : new double[]{-9000, -500, -20, 0, 3, 250, 12_000})
        {
            for (long seed = 0; seed < 50; seed++)
            {
                final ClockBounds clock = compare(ppm, 0, seed);

                assertThat(clock.lowPpm()).isLessThanOrEqualTo(ppm);
                assertThat(clock.highPpm()).isGreaterThanOrEqualTo(ppm);
                // A single pair of samples would leave 2 x 2 ms in 3 s, which is 1,300 ppm.
                assertThat(clock.highPpm() - clock.lowPpm()).isLessThan(600);
            }
        }
    }

    @Test
    void shouldBoundTheOffsetByTheTightestOfTheLatestSamples()
    {
        final ClockBounds clock = new ClockBounds(3, SECOND_NS);
        clock.sample(500, 400_000, 401_000);
        clock.sample(10_000, 4_900_000, 5_100_000);
        clock.sample(20_000, 14_990_000, 15_010_000);

        assertThat(clock.offsetLowNs(2)).isEqualTo(20_000_000 - 15_010_000);
        assertThat(clock.offsetHighNs(2)).isEqualTo(20_001_000 - 14_990_000);
        assertThat(clock.offsetLowNs(3)).isEqualTo(500_000 - 401_000);
    }

    @Test
    void shouldNoticeAStepAsARateThatNoClockHas()
    {
        assertThat(compare(0, 500_000_000L, 7).lowPpm()).isCloseTo(500_000 / 3.0, within(2000.0));
    }

    @Test
    void shouldSayNothingWithoutABaseline()
    {
        final ClockBounds clock = new ClockBounds(3, SECOND_NS);
        assertThat(clock.isEmpty()).isTrue();
        assertThat(clock.knowsRate()).isFalse();

        clock.sample(0, 0, 10);
        clock.sample(0, SECOND_NS - 10, SECOND_NS);
        assertThat(clock.knowsRate()).isFalse();

        clock.sample(0, SECOND_NS, SECOND_NS + 10);
        assertThat(clock.knowsRate()).isTrue();
    }
}
