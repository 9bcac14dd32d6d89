// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.proof.simulation.fault.Fault;
import dev.redlock.proof.simulation.fault.Reduction;

class SwarmTest
{
    private static final int SEEDS = 2_000;
    private static final Fault[] FAULTS = Fault.values();

    /**
     * A world in which a fault strikes says nothing of the neighbours' worlds: neither of the same fault nor
     * of the next one. One world in four has each.
     */
    @ParameterizedTest
    @CsvSource({"1,0", "1,1", "1,2", "2,0", "2,1", "2,2", "3,1", "4,1", "4,2"})
    void shouldDrawAWorldOfItsOwnForEachSeed(final int seedsApart, final int faultsApart)
    {
        int struck = 0;
        int struckInBoth = 0;
        for (int seed = 0; seed < SEEDS; seed++)
        {
            final Swarm one = new Swarm(seed, Envelope.INSIDE, Reduction.NONE);
            final Swarm other = new Swarm(seed + seedsApart, Envelope.INSIDE, Reduction.NONE);
            for (int fault = faultsApart; fault < FAULTS.length; fault++)
            {
                if (one.everyNs.containsKey(FAULTS[fault]))
                {
                    struck++;
                    struckInBoth += other.everyNs.containsKey(FAULTS[fault - faultsApart]) ? 1 : 0;
                }
            }
        }

        assertThat((double)struckInBoth / struck).as("of %d strikes", struck).isBetween(0.15, 0.35);
    }
}
