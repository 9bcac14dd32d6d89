// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeTest
{
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"ACQUIRED", "EXTENDED", "RELEASED", "STARTED"})
    void shouldNotBeMistakenForATerm(final Outcome outcome)
    {
        assertThat(Outcome.of(outcome.code())).isSameAs(outcome);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 1L << 40, Long.MAX_VALUE})
    void shouldTakeEveryPositiveNumberForATerm(final long term)
    {
        assertThat(Outcome.of(term)).isSameAs(Outcome.ACQUIRED);
    }

    @Test
    void shouldHaveACodeOfItsOwn()
    {
        final long codes = Arrays.stream(Outcome.values()).mapToInt(Outcome::code).distinct().count();

        assertThat(codes).isEqualTo(Outcome.values().length);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeASuccessIfPositive(final Outcome outcome)
    {
        assertThat(outcome.isSuccess()).isEqualTo(outcome.code() > 0);
        assertThat(outcome.isSuccess())
            .isEqualTo(outcome == Outcome.ACQUIRED || outcome == Outcome.EXTENDED ||
                outcome == Outcome.RELEASED || outcome == Outcome.STARTED);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -100, Integer.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, -1L << 32})
    void shouldRefuseWhatIsNoCode(final long number)
    {
        assertThatThrownBy(() -> Outcome.of(number))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(number + " is not the code of an outcome");
    }
}
