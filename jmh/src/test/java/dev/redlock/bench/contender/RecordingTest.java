/*
 * Copyright 2026 the Redlock authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 * https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.redlock.bench.contender;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

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
