// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeTest
{
    @ParameterizedTest
    @EnumSource
    void shouldComeBackFromItsCode(final Outcome outcome)
    {
        assertSame(outcome, Outcome.ofCode(outcome.code()));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = {"ACQUIRED", "EXTENDED", "RELEASED"})
    void shouldNotBeMistakenForATerm(final Outcome outcome)
    {
        assertSame(outcome, Outcome.of(outcome.code()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 1L << 40, Long.MAX_VALUE})
    void shouldTakeEveryPositiveNumberForATerm(final long term)
    {
        assertSame(Outcome.ACQUIRED, Outcome.of(term));
    }

    @Test
    void shouldHaveACodeOfItsOwn()
    {
        final long codes = Arrays.stream(Outcome.values()).mapToInt(Outcome::code).distinct().count();

        assertEquals(Outcome.values().length, codes);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeASuccessIfPositive(final Outcome outcome)
    {
        assertEquals(outcome.code() > 0, outcome.isSuccess());
        assertEquals(
            outcome == Outcome.ACQUIRED || outcome == Outcome.EXTENDED || outcome == Outcome.RELEASED,
            outcome.isSuccess());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -100, Integer.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, -1L << 32})
    void shouldRefuseWhatIsNoCode(final long number)
    {
        final Exception failure =
            assertThrows(IllegalArgumentException.class, () -> Outcome.of(number));

        assertEquals(number + " is not the code of an outcome", failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -100, Integer.MIN_VALUE})
    void shouldRefuseWhatIsNoCodeOfACall(final int number)
    {
        assertThrows(IllegalArgumentException.class, () -> Outcome.ofCode(number));
    }
}
