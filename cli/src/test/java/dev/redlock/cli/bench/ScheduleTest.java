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
package dev.redlock.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeSet;

import org.junit.jupiter.api.Test;

class ScheduleTest
{
    private static final long SECOND_NS = 1_000_000_000L;

    @Test
    void shouldSpaceEvenlyAcrossItsSources()
    {
        final TreeSet<Long> instants = new TreeSet<>();
        for (int source = 0; source < 4; source++)
        {
            final Schedule schedule = new Schedule(100, 1000, source, 4);
            for (long number = 0; number < 250; number++)
            {
                instants.add(schedule.intendedNs(number));
            }
        }

        long expected = 100;
        assertThat(instants).hasSize(1000);
        for (final long instant : instants)
        {
            assertThat(instant).isEqualTo(expected);
            expected += SECOND_NS / 1000;
        }
    }

    @Test
    void shouldNotDriftWithARateThatDoesNotDivideASecond()
    {
        final Schedule schedule = new Schedule(0, 3, 0, 1);

        assertThat(schedule.intendedNs(3 * 3600)).isEqualTo(3600 * SECOND_NS);
    }

    @Test
    void shouldCountWhatIsDue()
    {
        final Schedule schedule = new Schedule(1000, 1000, 1, 2);
        final long first = schedule.intendedNs(0);
        final long second = schedule.intendedNs(1);

        assertThat(schedule.dueBefore(1000)).isEqualTo(0);
        assertThat(schedule.dueBefore(first)).isEqualTo(0);
        assertThat(schedule.dueBefore(first + 1)).isEqualTo(1);
        assertThat(schedule.dueBefore(second)).isEqualTo(1);
        assertThat(schedule.dueBefore(second + 1)).isEqualTo(2);
    }
}
