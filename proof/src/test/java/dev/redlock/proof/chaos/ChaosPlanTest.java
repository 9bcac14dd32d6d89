// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class ChaosPlanTest
{
    private static final Duration TWO_MINUTES = Duration.ofMinutes(2);
    private static final int SEEDS = 200;

    @Test
    void shouldFollowFromTheSeedAlone()
    {
        assertThat(ChaosPlan.draw(42, TWO_MINUTES, 4, true))
            .isEqualTo(ChaosPlan.draw(42, TWO_MINUTES, 4, true))
            .isNotEqualTo(ChaosPlan.draw(43, TWO_MINUTES, 4, true));
    }

    @Test
    void shouldHaveEachClassSeveralTimesInTwoMinutes()
    {
        for (int seed = 0; seed < SEEDS; seed++)
        {
            final Map<FaultClass, Integer> counts = new EnumMap<>(FaultClass.class);
            ChaosPlan.draw(seed, TWO_MINUTES, 4, true)
                .forEach(fault -> counts.merge(fault.faultClass(), 1, Integer::sum));

            assertThat(counts).hasSize(FaultClass.values().length);
            assertThat(counts.values()).as("seed %d", seed).allMatch(count -> count >= 5);
        }
    }

    @Test
    void shouldLeaveTheSecondProcessOutWhenThereIsNone()
    {
        assertThat(ChaosPlan.draw(1, TWO_MINUTES, 3, false))
            .noneMatch(fault -> fault.faultClass() == FaultClass.STOP_PROCESS)
            .allMatch(fault -> fault.client() < 3);
    }

    @Test
    void shouldHaveOneFaultAtATimeForATarget()
    {
        for (int seed = 0; seed < SEEDS; seed++)
        {
            final List<PlannedFault> plan = ChaosPlan.draw(seed, TWO_MINUTES, 4, true);
            for (final PlannedFault one : plan)
            {
                assertThat(plan)
                    .filteredOn(other -> other.position() > one.position() && one.hasSameTarget(other))
                    .allMatch(other -> other.atNs() > one.atNs() + one.lengthNs());
            }
        }
    }

    @Test
    void shouldKeepForgetfulNodesAwayUntilNoLockOfTheirsCanBeHeld()
    {
        assertThat(ChaosPlan.draw(1, TWO_MINUTES, 4, true))
            .filteredOn(fault -> fault.faultClass() == FaultClass.KILL_FORGETFUL)
            .isNotEmpty()
            .allMatch(fault -> fault.nodes().stream().allMatch(node -> node < ChaosPlan.FIRST_DURABLE))
            .allMatch(fault -> fault.lengthNs() > LoadSettings.LONGEST_TTL.toNanos());
    }
}
