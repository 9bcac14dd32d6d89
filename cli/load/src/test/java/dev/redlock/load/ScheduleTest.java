// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

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
        assertThat(new Schedule(0, 3, 0, 1).intendedNs(3 * 3600)).isEqualTo(3600 * SECOND_NS);
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
