// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValidityTest
{
    private static final long TTL_NS = 10_000_000_000L;
    private static final long DRIFT_NS = 102_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {0, -5, 123, Long.MAX_VALUE, Long.MAX_VALUE - 1_000, Long.MIN_VALUE})
    void shouldCountFromTheStartAndSubtractDrift(final long startNs)
    {
        final long untilNs = Validity.untilNs(startNs, TTL_NS, Drift.SPECIFICATION);

        assertThat(untilNs - startNs).isEqualTo(TTL_NS - DRIFT_NS);
    }

    @Test
    void shouldEndBeforeItBeganWhenDriftIsAllThereIs()
    {
        assertThat(Validity.untilNs(0, 1_000_000, Drift.SPECIFICATION)).isEqualTo(-1_010_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_000, Long.MAX_VALUE, Long.MAX_VALUE - 3, Long.MIN_VALUE, Long.MIN_VALUE + 3})
    void shouldBeWorthlessAtTheInstantItself(final long untilNs)
    {
        assertThat(Validity.isWorthHaving(untilNs, 0, untilNs - 1)).isTrue();
        assertThat(Validity.isWorthHaving(untilNs, 0, untilNs)).isFalse();
        assertThat(Validity.isWorthHaving(untilNs, 0, untilNs + 1)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, Long.MIN_VALUE + 3})
    void shouldKeepTheMinimumToTheNanosecond(final long untilNs)
    {
        assertThat(Validity.isWorthHaving(untilNs, 50, untilNs - 51)).isTrue();
        assertThat(Validity.isWorthHaving(untilNs, 50, untilNs - 50)).isTrue();
        assertThat(Validity.isWorthHaving(untilNs, 50, untilNs - 49)).isFalse();
    }
}
