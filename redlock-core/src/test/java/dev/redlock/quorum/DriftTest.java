// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriftTest
{
    private static final long A_DAY_NS = 86_400_000_000_000L;

    @ParameterizedTest
    @CsvSource({"10000000000, 102000000", "30000000000, 302000000", "1000000, 2010000", "0, 2000000"})
    void shouldAllowOnePercentAndTwoMilliseconds(final long ttlNs, final long driftNs)
    {
        assertThat(Drift.SPECIFICATION.of(ttlNs)).isEqualTo(driftNs);
    }

    @Test
    void shouldCoverTheFastestSlewingAtBothEnds()
    {
        final long ttlNs = 10_000_000_000L;
        final double slew = 0.0834;
        final double worthNs = ttlNs * (1 - slew) / (1 + slew);

        assertThat(ttlNs - Drift.PARANOID.of(ttlNs)).isLessThan((long)worthNs);
    }

    @Test
    void shouldCoverTheRateThatItAllows()
    {
        final double slew = 0.0834;
        assertThat(Drift.PARANOID.ratePpm()).isGreaterThan((long)(1_000_000 * 2 * slew / (1 - slew)));
        assertThat(Drift.SPECIFICATION.ratePpm()).isEqualTo(10_101);

        for (final Drift drift : new Drift[] {Drift.SPECIFICATION, Drift.MEASURED, Drift.PARANOID})
        {
            final long ttlNs = 30_000_000_000L;
            final double livesNs = ttlNs / (1 + drift.ratePpm() / 1e6);
            assertThat(ttlNs - drift.of(ttlNs)).isLessThan((long)livesNs);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "999999, 1, 1", "1000000, 1, 1", "1000001, 1, 2", "1, 999999, 1", "100, 10000, 1"})
    void shouldRoundUp(final long ttlNs, final long partsPerMillion, final long driftNs)
    {
        assertThat(new Drift(partsPerMillion, 0).of(ttlNs)).isEqualTo(driftNs);
    }

    @Test
    void shouldNeitherOverflowNorRoundDownUpToADay()
    {
        final SplittableRandom random = new SplittableRandom(7);
        final BigInteger million = BigInteger.valueOf(1_000_000);

        for (int i = 0; i < 10_000; i++)
        {
            final long ttlNs = i == 0 ? A_DAY_NS : random.nextLong(A_DAY_NS);
            final long partsPerMillion = i == 0 ? 999_999 : random.nextLong(1_000_000);
            final BigInteger[] exact = BigInteger.valueOf(ttlNs)
                .multiply(BigInteger.valueOf(partsPerMillion)).divideAndRemainder(million);

            assertThat(new Drift(partsPerMillion, 5).of(ttlNs))
                .isEqualTo(exact[0].longValueExact() + exact[1].signum() + 5);
        }
    }

    @Test
    void shouldNotOverflowWithTheLargestConstant()
    {
        assertThat(new Drift(999_999, A_DAY_NS).of(A_DAY_NS)).isPositive().isLessThan(2 * A_DAY_NS);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1_000_000, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldRefuseARateOutOfBounds(final long partsPerMillion)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> new Drift(partsPerMillion, 0))
            .withMessage("drift is " + partsPerMillion +
                " parts per million but must be 0 to 999999; the specification's 1 % is 10000");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, A_DAY_NS + 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldRefuseAConstantOutOfBounds(final long constantNs)
    {
        assertThatIllegalArgumentException().isThrownBy(() -> new Drift(0, constantNs))
            .withMessage("constant drift is " + constantNs +
                " ns but must be 0 to 86400000000000 ns (a day); the specification's 2 ms is 2000000");
    }
}
