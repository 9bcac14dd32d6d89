// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

class MemoryClockTest
{
    private static final long SECOND = 1_000_000_000;

    private long trueNs;
    private final MemoryClock clock = new MemoryClock(() -> trueNs, 500);

    @Test
    void shouldRunTrueUntilItIsChanged()
    {
        trueNs = 7 * SECOND;

        assertThat(clock.nowNs()).isEqualTo(500 + 7 * SECOND);
    }

    @Test
    void shouldRunAtItsRateFromTheChangeOn()
    {
        trueNs = SECOND;
        clock.rate(10_000);
        trueNs = 2 * SECOND;
        assertThat(clock.nowNs()).isEqualTo(500 + 2 * SECOND + SECOND / 100);

        clock.rate(-10_000);
        trueNs = 3 * SECOND;
        assertThat(clock.nowNs()).isEqualTo(500 + 3 * SECOND);
    }

    @Test
    void shouldNotLoseItsRateByAStepOrAFreeze()
    {
        clock.rate(100_000);
        clock.step(-5 * SECOND);
        trueNs = 10 * SECOND;
        assertThat(clock.nowNs()).isEqualTo(500 + 6 * SECOND);

        clock.freeze();
        trueNs = 20 * SECOND;
        assertThat(clock.nowNs()).isEqualTo(500 + 6 * SECOND);

        clock.thaw();
        trueNs = 30 * SECOND;
        assertThat(clock.nowNs()).isEqualTo(500 + 17 * SECOND);
    }

    @Test
    void shouldKeepCountingOverCenturies()
    {
        clock.rate(-999_999);
        trueNs = Long.MAX_VALUE / 2;

        assertThat(clock.nowNs()).isEqualTo(500 + Long.MAX_VALUE / 2 / 1_000_000);
    }

    @Test
    void shouldFindTheFirstInstantOfAReading()
    {
        final SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 10_000; i++)
        {
            trueNs += random.nextLong(SECOND);
            clock.rate(random.nextLong(1_900_000) - 900_000);
            final long readingNs = clock.nowNs() + 1 + random.nextLong(10 * SECOND);
            final long presentNs = trueNs;

            trueNs = clock.trueNs(readingNs);
            assertThat(clock.nowNs()).isGreaterThanOrEqualTo(readingNs);
            trueNs--;
            assertThat(clock.nowNs()).isLessThan(readingNs);
            trueNs = presentNs;
        }
    }

    @Test
    void shouldSayNowForAReadingThatIsPast()
    {
        trueNs = SECOND;

        assertThat(clock.trueNs(-SECOND)).isEqualTo(SECOND);
        assertThat(clock.trueNs(clock.nowNs())).isEqualTo(SECOND);
    }

    @Test
    void shouldSayNeverWhenItStandsStill()
    {
        clock.freeze();

        assertThat(clock.trueNs(501)).isEqualTo(Long.MAX_VALUE);
        assertThat(clock.trueNs(500)).isZero();
    }

    @Test
    void shouldRefuseARateThatStandsStillOrGoesBack()
    {
        assertThatIllegalArgumentException().isThrownBy(() -> clock.rate(-1_000_000))
            .withMessageContaining("-1000000").withMessageContaining("freeze");
    }
}
