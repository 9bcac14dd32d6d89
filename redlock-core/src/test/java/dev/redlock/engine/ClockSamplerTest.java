// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockSamplerTest
{
    private static final long SECOND = 1_000_000_000L;
    private static final long EPOCH_US = 1_800_000_000_000_000L;

    private final ClockSampler sampler = new ClockSampler();

    /*
     * The node reads its clock, which runs at the given rate, at the given true time.
     */
    private void sample(final long ppm, final long sentNs, final long readNs, final long receivedNs)
    {
        final long nodeNs = readNs + readNs / 1_000_000 * ppm;
        sampler.sample(EPOCH_US + nodeNs / 1_000, sentNs, receivedNs);
    }

    @Test
    void shouldKnowNothingFromOneSampleOrASecondOne()
    {
        assertThat(sampler.knowsRate()).isFalse();
        sample(0, 0, 50, 100);
        assertThat(sampler.knowsRate()).isFalse();
        sample(0, SECOND / 2, SECOND / 2, SECOND / 2);
        assertThat(sampler.knowsRate()).isFalse();
        sample(0, SECOND + 99, SECOND + 99, SECOND + 200);
        assertThat(sampler.knowsRate()).isFalse();
        sample(0, SECOND + 100, SECOND + 100, SECOND + 200);
        assertThat(sampler.knowsRate()).isTrue();
    }

    @Test
    void shouldForgetTheClockOfAnotherConnection()
    {
        sample(0, 0, 50, 100);
        sample(0, 2 * SECOND, 2 * SECOND, 2 * SECOND);
        assertThat(sampler.knowsRate()).isTrue();
        sampler.reset();
        assertThat(sampler.knowsRate()).isFalse();

        sample(0, 3 * SECOND, 3 * SECOND, 3 * SECOND);
        assertThat(sampler.knowsRate()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {-83_333, -10_000, -500, -1, 0, 1, 500, 10_000, 83_333, 1_000_000})
    void shouldBoundTheRateWhateverTheRoundTrips(final long ppm)
    {
        final SplittableRandom random = new SplittableRandom(ppm);

        for (int i = 0; i < 2_000; i++)
        {
            sampler.reset();
            long sentNs = random.nextLong(SECOND);
            for (int samples = 0; samples < 3; samples++)
            {
                final long roundTripNs = random.nextLong(SECOND / 2) + 1;
                sample(ppm, sentNs, sentNs + random.nextLong(roundTripNs + 1), sentNs + roundTripNs);
                sentNs += roundTripNs + SECOND + random.nextLong(SECOND);
            }

            assertThat(sampler.knowsRate()).isTrue();
            assertThat(sampler.lowPpm()).isLessThanOrEqualTo(ppm);
            assertThat(sampler.highPpm()).isGreaterThanOrEqualTo(ppm);
        }
    }

    @Test
    void shouldNotCallTheTrueRateImpossibleWithASlowFirstAnswer()
    {
        /* The extreme case: read at once the first time, at the very end the second time. */
        sample(100_000, 0, 0, SECOND);
        sample(100_000, 3 * SECOND, 4 * SECOND, 4 * SECOND);

        assertThat(sampler.lowPpm()).isLessThanOrEqualTo(100_000);
    }

    @Test
    void shouldNarrowDownWithTime()
    {
        sample(200, 0, 50_000, 100_000);
        sample(200, 2 * SECOND, 2 * SECOND + 50_000, 2 * SECOND + 100_000);
        assertThat(sampler.highPpm() - sampler.lowPpm()).isBetween(90L, 110L);
        sample(200, 200 * SECOND, 200 * SECOND + 50_000, 200 * SECOND + 100_000);

        assertThat(sampler.highPpm() - sampler.lowPpm()).isLessThanOrEqualTo(3);
        assertThat(sampler.lowPpm()).isBetween(197L, 200L);
    }

    @Test
    void shouldShowAStepAsARate()
    {
        sample(0, 0, 0, 0);
        sampler.sample(EPOCH_US + 10_000_000 + 3_600_000_000L, 10 * SECOND, 10 * SECOND);

        assertThat(sampler.lowPpm()).isGreaterThan(100_000_000);
    }
}
