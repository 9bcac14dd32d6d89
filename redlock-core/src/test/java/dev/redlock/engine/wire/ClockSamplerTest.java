// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockSamplerTest
{
    private static final long SECOND = 1_000_000_000L;
    private static final long EPOCH_US = 1_800_000_000_000_000L;

    private ClockSampler sampler = new ClockSampler(10_000, 2_000_000);

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

    @ParameterizedTest
    @ValueSource(longs = {-83_333, -10_000, -500, -1, 0, 1, 500, 10_000, 83_333, 1_000_000})
    void shouldBoundTheRateWhateverTheRoundTrips(final long ppm)
    {
        final SplittableRandom random = new SplittableRandom(ppm);

        for (int i = 0; i < 2_000; i++)
        {
            sampler = new ClockSampler(2_000_000, 0);
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
        sampler = new ClockSampler(200_000, 0);
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

    /*
     * Answers of a clock at a rate, with round trips up to a limit and stalls of ours in between.
     */
    private boolean isAccused(final SplittableRandom random, final long ppm, final long longestTripNs)
    {
        long nowNs = random.nextLong();
        boolean isAccused = false;
        final long originNs = nowNs;
        for (int i = 0; i < 40; i++)
        {
            final long sentNs = nowNs;
            final long tripNs = 1 + random.nextLong(longestTripNs);
            final long readNs = sentNs + random.nextLong(tripNs + 1);
            final long nodeNs = readNs - originNs + (readNs - originNs) / 1_000_000 * ppm;
            sampler.sample(EPOCH_US + nodeNs / 1_000, sentNs, sentNs + tripNs);
            isAccused |= sampler.hasMoved();
            nowNs += tripNs + random.nextLong(random.nextInt(10) == 0 ? 100 * SECOND : SECOND);
        }

        return isAccused;
    }

    @Test
    void shouldNeverAccuseAnHonestClockForDelays()
    {
        final SplittableRandom random = new SplittableRandom(0xC10C);

        for (int i = 0; i < 2_000; i++)
        {
            sampler = new ClockSampler(10_000, 0);

            assertThat(isAccused(random, random.nextLong(-10_000, 10_001), 1 + random.nextLong(5 * SECOND)))
                .as("round %d", i).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-100_000, -12_000, 12_000, 100_000})
    void shouldProveARateBeyondTheAllowanceInTime(final long ppm)
    {
        final SplittableRandom random = new SplittableRandom(ppm);

        for (int i = 0; i < 200; i++)
        {
            sampler = new ClockSampler(10_000, 2_000_000);

            assertThat(isAccused(random, ppm, 2_000_000)).as("round %d", i).isTrue();
        }
    }

    @Test
    void shouldProveAStepAndBoundIt()
    {
        sample(0, SECOND, SECOND + 1_000, SECOND + 500_000);
        assertThat(sampler.hasMoved()).isFalse();
        sampler.sample(EPOCH_US + 61_500_000, SECOND + SECOND / 2, SECOND + SECOND / 2 + 700_000);

        assertThat(sampler.hasMoved()).isTrue();
        assertThat(sampler.hasJumped()).isTrue();
        assertThat(sampler.movedNs()).isBetween(59 * SECOND, 60 * SECOND);
        assertThat(sampler.movedAtMostNs()).isBetween(60 * SECOND, 61 * SECOND);

        sampler.sample(EPOCH_US + 62_000_000, 2 * SECOND, 2 * SECOND + 700_000);
        assertThat(sampler.hasMoved()).as("the clock as it is now").isFalse();
    }

    @Test
    void shouldProveAStepBack()
    {
        sample(0, SECOND, SECOND, SECOND);
        sampler.sample(EPOCH_US - 3_600_000_000L, 2 * SECOND, 2 * SECOND);

        assertThat(sampler.hasMoved()).isTrue();
        assertThat(sampler.hasJumped()).isTrue();
        assertThat(sampler.hasStoodStill()).isFalse();
        assertThat(sampler.movedNs()).isBetween(-3_602 * SECOND, -3_600 * SECOND);
    }

    @Test
    void shouldAddUpSmallSteps()
    {
        int provedAt = 0;
        for (int i = 1; i < 20 && provedAt == 0; i++)
        {
            final long nowNs = i * SECOND / 10;
            sampler.sample(EPOCH_US + nowNs / 1_000 + i * 1_500, nowNs, nowNs);
            provedAt = sampler.hasMoved() ? i : 0;
        }

        assertThat(provedAt).as("of steps of 1.5 ms, of which 1 ms is allowed").isBetween(4, 8);
        assertThat(sampler.movedAtMostNs()).as("all that added up").isGreaterThan(2_000_000);
    }

    @Test
    void shouldSeeAClockThatStandsStill()
    {
        sample(0, SECOND, SECOND, SECOND);
        sampler.sample(EPOCH_US + 1_000_000, SECOND + SECOND / 2, SECOND + SECOND / 2 + 1_000);

        assertThat(sampler.hasMoved()).isTrue();
        assertThat(sampler.hasStoodStill()).isTrue();
    }

    @Test
    void shouldNotCallTwoReadingsOfOneMomentAStandstill()
    {
        sampler.sample(EPOCH_US, 0, SECOND);
        sampler.sample(EPOCH_US, 0, SECOND);

        assertThat(sampler.hasMoved()).isFalse();
    }

    @Test
    void shouldKnowClocksThatMovedAlike()
    {
        final ClockSampler other = new ClockSampler(10_000, 2_000_000);
        sample(0, SECOND, SECOND, SECOND);
        other.sample(EPOCH_US, SECOND, SECOND);
        sampler.sample(EPOCH_US + 31_100_000, SECOND + SECOND / 10, SECOND + SECOND / 10);
        assertThat(sampler.hasMovedAs(other, 0)).isFalse();
        assertThat(other.wasHonestAfter(sampler)).as("read before").isFalse();

        other.sample(EPOCH_US + 30_200_000, SECOND + SECOND / 5, SECOND + SECOND / 5);
        assertThat(sampler.hasMovedAs(other, 0)).isTrue();
        assertThat(other.hasMovedAs(sampler, 0)).isTrue();

        other.sample(EPOCH_US + 90_300_000, SECOND + 3 * SECOND / 10, SECOND + 3 * SECOND / 10);
        assertThat(sampler.hasMovedAs(other, 0)).as("once more, alone").isFalse();
    }

    @Test
    void shouldForgetWhatAClockWasBeforeItWasSet()
    {
        sample(0, 0, 0, 0);
        sampler.sample(EPOCH_US + 10_000_000 + 3_600_000_000L, 10 * SECOND, 10 * SECOND);
        assertThat(sampler.knowsRate()).isFalse();
        sampler.sample(EPOCH_US + 12_000_000 + 3_600_000_000L, 12 * SECOND, 12 * SECOND);

        assertThat(sampler.lowPpm()).isBetween(-1L, 1L);
    }

    @Test
    void shouldNotAccuseAClockThatTicksSlowly()
    {
        final long tickNs = 15_625_000;
        sampler = new ClockSampler(1_000, 10_000_000);

        for (long nowNs = 0; nowNs < SECOND; nowNs += 700_000)
        {
            sampler.sample(nowNs / tickNs * tickNs, 16_000_000, nowNs, nowNs);
            assertThat(sampler.hasMoved()).isFalse();
        }
    }

    @Test
    void shouldKnowAfterAPauseWhatItKnewBefore()
    {
        sample(0, 0, 0, 0);
        sampler.excuse(SECOND, 0);
        sample(0, SECOND, 4 * SECOND, 3 * SECOND);
        assertThat(sampler.hasMoved()).as("by our own pause").isTrue();
        sampler.takeExcuse();
        sample(0, 3 * SECOND, 5 * SECOND, 3 * SECOND);

        assertThat(sampler.hasMoved()).as("by a step that the slow answer might hide").isTrue();
        assertThat(sampler.movedNs()).isCloseTo(SECOND, within(50_000_000L));
    }

    /*
     * The reading that was under way shows a part of our pause only.
     */
    @Test
    void shouldSkipWhatWasUnderWayDuringAPause()
    {
        sample(0, 0, 0, 0);
        sampler.excuse(2 * SECOND, 10_000_000);
        sample(0, 5_000_000, 105_000_000, 12_000_000);
        assertThat(sampler.hasMoved()).isFalse();
        assertThat(sampler.showsPart()).isTrue();
        sample(0, 20_000_000, 2 * SECOND + 21_000_000, 22_000_000);

        assertThat(sampler.hasMoved()).isTrue();
        assertThat(sampler.movedNs()).isCloseTo(2 * SECOND, within(20_000_000L));
        assertThat(sampler.takeExcuse()).isEqualTo(2 * SECOND);
    }

    @Test
    void shouldNotSkipWhatThePauseDoesNotExplain()
    {
        sample(0, 0, 0, 0);
        sampler.excuse(SECOND, 10_000_000);
        sample(0, 5_000_000, SECOND + 50_000_000, 12_000_000);

        assertThat(sampler.showsPart()).isFalse();
        assertThat(sampler.hasMoved()).isTrue();
    }

    /*
     * Two questions were under way when our machine stood still: both answers show the beginning only.
     */
    @Test
    void shouldTakeThePartsOfAPauseForOneWhateverWasUnderWay()
    {
        showPart();
        sample(0, 12_000_000, 32_000_000, 15_000_000);
        assertThat(sampler.hasMoved()).isFalse();
        sample(0, 120_000_000, SECOND + 120_000_000, 121_000_000);

        assertThat(sampler.hasMoved()).isTrue();
        assertThat(sampler.joinMoves()).isTrue();
        assertThat(sampler.movedNs()).isCloseTo(SECOND, within(20_000_000L));
    }

    @Test
    void shouldTakeNoLaterGainForTheRestOfAPause()
    {
        showPart();
        sample(0, 15_000_000, 35_000_000, 16_000_000);
        sample(0, 120_000_000, SECOND + 120_000_000, 121_000_000);

        assertThat(sampler.hasMoved()).isTrue();
        assertThat(sampler.joinMoves()).isFalse();
    }

    /*
     * A gain of 20 ms, seen 14 ms after the start.
     */
    private void showPart()
    {
        sample(0, 0, 0, 0);
        sample(0, 10_000_000, 30_000_000, 14_000_000);
        assertThat(sampler.hasMoved()).isTrue();
        assertThat(sampler.joinMoves()).isFalse();
    }
}
