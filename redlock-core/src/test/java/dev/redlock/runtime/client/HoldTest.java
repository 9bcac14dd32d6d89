// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.fake.Deadline;

class HoldTest
{
    private final Hold hold = new Hold();
    private long nowNs;
    private final NanoClock clock = () -> nowNs;

    @Test
    void shouldHoldNothingAtFirst()
    {
        assertThat(hold.term()).isEqualTo(0);
        assertThat(hold.remainingNs(0, clock)).isEqualTo(0);
        assertThat(hold.tryEnd(0)).isFalse();
        assertThat(hold.wasLost(0)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - 3, Long.MIN_VALUE + 7})
    void shouldCountDownByTheClockAlone(final long startNs)
    {
        nowNs = startNs;
        hold.begin(1, startNs + 10);

        assertThat(hold.remainingNs(1, clock)).isEqualTo(10);
        nowNs += 9;
        assertThat(hold.remainingNs(1, clock)).isEqualTo(1);
        nowNs += 1;
        assertThat(hold.remainingNs(1, clock)).isEqualTo(0);
        nowNs += 1_000;
        assertThat(hold.remainingNs(1, clock)).isEqualTo(0);
    }

    @Test
    void shouldAnswerForThePresentTermOnly()
    {
        hold.begin(2, 10);

        assertThat(hold.remainingNs(1, clock)).isEqualTo(0);
        assertThat(hold.remainingNs(3, clock)).isEqualTo(0);
        assertThat(hold.remainingNs(-2, clock)).isEqualTo(0);
        assertThat(hold.tryEnd(1)).isFalse();
        assertThat(hold.term()).isEqualTo(2);
    }

    @Test
    void shouldFollowWhenTheDeadlineMoves()
    {
        hold.begin(1, 10);

        hold.move(50);
        assertThat(hold.remainingNs(1, clock)).isEqualTo(50);
        hold.move(5);
        assertThat(hold.remainingNs(1, clock)).isEqualTo(5);
    }

    @Test
    void shouldLeaveALateReleaseToBeToldOnce()
    {
        hold.begin(1, 10);

        assertThat(hold.isLate(1)).isFalse();
        assertThat(hold.takeLate(1)).isFalse();
        assertThat(hold.tryRelease(1, true)).isTrue();
        assertThat(hold.tryRelease(1, true)).isFalse();
        assertThat(hold.tryRelease(-1, true)).isFalse();
        assertThat(hold.tryRelease(-1, false)).isFalse();
        assertThat(hold.isLate(1)).isTrue();
        assertThat(hold.wasLost(1)).isTrue();
        assertThat(hold.term()).isZero();
        assertThat(hold.remainingNs(1, clock)).isZero();
        assertThat(hold.remainingNs(-1, clock)).isZero();
        assertThat(hold.lose(1)).isTrue();
        assertThat(hold.lose(1)).isFalse();
        assertThat(hold.takeLate(1)).isFalse();
        assertThat(hold.wasLost(1)).isTrue();
        hold.begin(2, 10);
        assertThat(hold.tryRelease(2, false)).isTrue();
        assertThat(hold.lose(2)).isFalse();
    }

    @Test
    void shouldEndATermOnce()
    {
        hold.begin(1, 10);

        assertThat(hold.tryEnd(1)).isTrue();
        assertThat(hold.tryEnd(1)).isFalse();
        assertThat(hold.lose(1)).isFalse();
        assertThat(hold.term()).isEqualTo(0);
        assertThat(hold.remainingNs(1, clock)).isEqualTo(0);
    }

    @Test
    void shouldRememberTheLatestTermThatWasLost()
    {
        hold.begin(1, 10);
        assertThat(hold.lose(1)).isTrue();
        assertThat(hold.wasLost(1)).isTrue();

        hold.begin(2, 20);
        hold.tryEnd(2);
        assertThat(hold.wasLost(1)).isTrue();
        assertThat(hold.wasLost(2)).isFalse();

        hold.lose(0);
        assertThat(hold.wasLost(1)).isTrue();
    }

    /**
     * Each term ends long before the next one does, so a reader that sees more than a term ever had has mixed
     * it up with a later one.
     */
    @Test
    void shouldNeverTakeALaterDeadlineForThatOfAnEarlierTerm() throws InterruptedException
    {
        final long longestNs = 1_000;
        final AtomicBoolean isOver = new AtomicBoolean();
        final AtomicBoolean isMixedUp = new AtomicBoolean();
        final Thread reader = new Thread(() ->
        {
            while (!isOver.get())
            {
                final long term = hold.term();
                final long remainingNs = hold.remainingNs(term, () -> term * longestNs);
                if (remainingNs > longestNs)
                {
                    isMixedUp.set(true);
                }
            }
        });
        reader.start();

        for (long term = 1; term < 300_000; term++)
        {
            hold.begin(term, term * longestNs + longestNs);
            hold.tryEnd(term);
        }
        isOver.set(true);
        Deadline.join(reader);

        assertThat(isMixedUp.get()).isFalse();
    }

    /**
     * A release and a loss at the same time: one of the two ends the term.
     */
    @Test
    void shouldBeEndedByOneOfTwoThreads() throws InterruptedException
    {
        final int terms = 50_000;
        final boolean[] byRelease = new boolean[terms];
        final boolean[] byLoss = new boolean[terms];
        final AtomicInteger begun = new AtomicInteger();
        final Thread releasing = new Thread(() ->
        {
            for (int term = 1; term < terms; term++)
            {
                while (begun.get() < term)
                {
                    Thread.onSpinWait();
                }
                byRelease[term] = hold.tryEnd(term);
            }
        });
        releasing.start();

        for (int term = 1; term < terms; term++)
        {
            hold.begin(term, 0);
            begun.set(term);
            byLoss[term] = hold.lose(term);
        }
        Deadline.join(releasing);

        for (int term = 1; term < terms; term++)
        {
            assertThat(byRelease[term] ^ byLoss[term]).as("term " + term).isTrue();
        }
    }
}
