// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecordingTest
{
    private static final long FROM_NS = 1000;
    private static final long TO_NS = 2000;

    private final Recording recording = new Recording(new Window(0, FROM_NS, TO_NS));

    @Test
    void shouldCountWhatBeganWithinAndCyclesThatEndedWithin()
    {
        recording.cycle(500, 600, 700);
        recording.cycle(900, 1200, 1300);
        recording.cycle(1900, 2100, 2200);

        assertThat(recording.acquireNs().getTotalCount()).isEqualTo(1);
        assertThat(recording.acquireNs().getMaxValue()).isEqualTo(200);
        assertThat(recording.cycleNs().getTotalCount()).isEqualTo(1);
        assertThat(recording.cycles()).isEqualTo(1);
        assertThat(recording.longestWaitNs()).isEqualTo(300);
        assertThat(recording.failures()).isZero();
    }

    @Test
    void shouldKeepTheAcquisitionOfWhatWasNotReleased()
    {
        recording.unreleased(500, 600);
        recording.unreleased(1500, 1600);

        assertThat(recording.acquireNs().getTotalCount()).isEqualTo(1);
        assertThat(recording.acquireNs().getMaxValue()).isEqualTo(100);
        assertThat(recording.cycleNs().getTotalCount()).isZero();
        assertThat(recording.cycles()).isZero();
        assertThat(recording.failures()).isEqualTo(1);
    }
}
