// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.proof.simulation.fault.Fault;
import dev.redlock.proof.simulation.fault.Reduction;

/**
 * The control of each guard, in few histories: without it, what it guards against ends with two holders.
 */
class ControlTest
{
    private static final int FIRST = 2_590;
    private static final int MOST = 400;

    @ParameterizedTest
    @EnumSource(names = {"AMNESIA", "STALE_SNAPSHOT", "FLUSHALL", "ROLE_FLAP", "CLOCK_RATE",
        "CLOCK_STEP_FORWARD", "CLIENT_SUSPEND", "DEBUG_RELOAD"})
    void shouldFindTwoHoldersWhereNothingGuards(final Fault fault)
    {
        String complaint = null;
        for (int seed = FIRST; seed < FIRST + MOST && complaint == null; seed++)
        {
            final Swarm swarm = new Swarm(seed, Envelope.BEYOND, Reduction.NONE);
            complaint = swarm.sin == fault ? Simulation.complaint(seed, "beyond") : null;
        }

        assertThat(complaint).startsWith("I1 ");
    }
}
