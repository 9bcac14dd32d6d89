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
package dev.redlock.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Counter;
import dev.redlock.testkit.memory.MemoryFault;
import dev.redlock.testkit.memory.MemoryFaults;

/**
 * A checker that has never seen two holders proves nothing. Here are the faults that Redlock does not
 * withstand, and they must show.
 */
class CheckerOnTrialTest
{
    private static final int HISTORIES = 50;
    private static final long STORM_NS = 10 * History.SECOND;

    /**
     * Nodes that return without their keys while locks on them live. The old holder does not hear of it while
     * it is cut off.
     */
    @Test
    void shouldSeeTwoHoldersWhenNodesForgetAndReturnAtOnce()
    {
        assertThat(seedOfTwoHolders(new MemoryFaults()
            .every(MemoryFault.AMNESIA, History.SECOND / 4, History.MS)
            .every(MemoryFault.PARTITION, History.SECOND / 8, History.SECOND / 2))).isNotNegative();
    }

    /**
     * Wall clocks that are set ahead expire keys early, and nobody told the holder.
     */
    @Test
    void shouldSeeTwoHoldersWhenWallClocksAreSetAhead()
    {
        assertThat(seedOfTwoHolders(new MemoryFaults()
            .every(MemoryFault.CLOCK_STEP, History.SECOND / 4, 2 * History.SECOND))).isNotNegative();
    }

    /**
     * Wall clocks that run faster than the drift allows for.
     */
    @Test
    void shouldSeeTwoHoldersWhenWallClocksRunTooFast()
    {
        assertThat(seedOfTwoHolders(new MemoryFaults().clockRates(500_000))).isNotNegative();
    }

    /**
     * The control: the same world without these faults.
     */
    @Test
    void shouldSeeNothingInFairWeather()
    {
        assertThat(seedOfTwoHolders(new MemoryFaults())).isNegative();
    }

    private static long seedOfTwoHolders(final MemoryFaults faults)
    {
        for (long seed = 0; seed < HISTORIES; seed++)
        {
            final History history = new History(seed, faults, new EnumMap<>(Counter.class));
            history.storm(STORM_NS);
            if (!history.checker().violations().isEmpty())
            {
                return seed;
            }
        }

        return -1;
    }
}
