// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

class AttemptsTest
{
    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void shouldEndWithTheFirstThatWins()
    {
        assertThat(Attempts.untilWon(() -> nextIf(1))).contains(1);
        assertThat(Attempts.untilWon(() -> nextIf(Attempts.MOST))).contains(Attempts.MOST);
    }

    @Test
    void shouldEndWithTheLastThatLoses()
    {
        assertThat(Attempts.untilWon(() -> nextIf(Integer.MAX_VALUE))).isEmpty();
        assertThat(attempts).hasValue(Attempts.MOST);
    }

    @Test
    void shouldNotRepeatWhatFailed()
    {
        assertThatThrownBy(() -> Attempts.untilWon(() ->
        {
            attempts.incrementAndGet();
            throw new IllegalStateException("no quorum");
        })).hasMessage("no quorum");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void shouldKeepAnInterruptForTheCaller()
    {
        Thread.currentThread().interrupt();
        assertThat(Attempts.untilWon(() -> nextIf(Integer.MAX_VALUE))).isEmpty();
        assertThat(Thread.interrupted()).isTrue();
    }

    private Optional<Integer> nextIf(final int atLeast)
    {
        return Optional.of(attempts.incrementAndGet()).filter((count) -> count >= atLeast);
    }
}
