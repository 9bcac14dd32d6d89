// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Outcome;

class RecordingTest
{
    private final Recording recording = new Recording(new Window(0, 1_000, 2_000));

    @Test
    void shouldCountFromTheIntendedBeginning()
    {
        recording.cycle(1_000, 1_300, 1_500, 1_900);

        assertThat(recording.acquire().getMaxValue()).isEqualTo(500);
        assertThat(recording.service().getMaxValue()).isEqualTo(200);
        assertThat(recording.release().getMaxValue()).isEqualTo(400);
        assertThat(recording.cycle().getMaxValue()).isEqualTo(900);
        assertThat(recording.cycles()).isEqualTo(1);
    }

    @Test
    void shouldLeaveOutTheWarmUpAndKeepWhatEndsLate()
    {
        recording.cycle(900, 900, 950, 990);
        assertThat(recording.acquire().getTotalCount()).isZero();
        assertThat(recording.cycles()).isZero();

        recording.cycle(1_999, 1_999, 2_500, 3_000);
        assertThat(recording.acquire().getTotalCount()).isEqualTo(1);
        assertThat(recording.cycles()).isZero();
    }

    @Test
    void shouldKeepWhatAnOverloadMadeWaitSinceTheWarmUp()
    {
        recording.cycle(100, 1_500, 1_600, 1_700);

        assertThat(recording.acquire().getMaxValue()).isEqualTo(1_500);
        assertThat(recording.cycles()).isEqualTo(1);
    }

    @Test
    void shouldCountAcquisitionsByTheirBeginningAndCyclesByTheirEnd()
    {
        recording.cycle(900, 900, 1_200, 1_300);

        assertThat(recording.acquire().getTotalCount()).isZero();
        assertThat(recording.cycle().getTotalCount()).isZero();
        assertThat(recording.cycles()).isEqualTo(1);
    }

    @Test
    void shouldAddUp()
    {
        final Recording other = new Recording(recording.window());
        other.cycle(1_000, 1_000, 1_100, 1_200);
        other.failure(Outcome.NO_QUORUM, 1_500);
        other.failure(Outcome.NO_QUORUM, 500);
        other.missed(3);
        recording.cycle(1_000, 1_000, 1_300, 1_400);
        recording.add(other);

        assertThat(recording.acquire().getTotalCount()).isEqualTo(2);
        assertThat(recording.cycles()).isEqualTo(2);
        assertThat(recording.failures(Outcome.NO_QUORUM)).isEqualTo(1);
        assertThat(recording.missed()).isEqualTo(3);
    }

    @Test
    void shouldKeepTheAcquisitionOfWhatWasNotReleased()
    {
        recording.unreleased(Outcome.UNKNOWN, 500, 500, 600);
        recording.unreleased(Outcome.UNKNOWN, 1_500, 1_500, 1_600);

        assertThat(recording.acquire().getTotalCount()).isEqualTo(1);
        assertThat(recording.acquire().getMaxValue()).isEqualTo(100);
        assertThat(recording.cycle().getTotalCount()).isZero();
        assertThat(recording.cycles()).isZero();
        assertThat(recording.failures()).isEqualTo(1);
    }

    @Test
    void shouldLookForTheLongestWaitAmongThoseThatReachIntoTheWindow()
    {
        recording.cycle(500, 500, 900, 950);
        recording.cycle(900, 900, 1_200, 1_300);
        recording.cycle(1_900, 1_900, 2_100, 2_200);

        assertThat(recording.longestWaitNs()).isEqualTo(300);
    }
}
