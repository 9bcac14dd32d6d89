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
package dev.redlock.testkit.memory;

import static dev.redlock.testkit.memory.MemoryClient.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class FaultInjectorTest
{
    private static final long SECOND = 1000 * MS;

    @Test
    void shouldStrikeWithEveryFaultAboutAsOftenAsTold()
    {
        for (final MemoryFault fault : MemoryFault.values())
        {
            final MemoryNetwork network = MemoryNetwork.ofNodes(3, 9);
            new MemoryClient(network, "alice");
            final FaultInjector injector =
                FaultInjector.start(network, new MemoryFaults().every(fault, SECOND, MS));
            network.runUntil(200 * SECOND);

            assertThat(injector.strikes(fault)).as(fault.name()).isBetween(150L, 250L);
        }
    }

    @Test
    void shouldStrikeTheSameWayForTheSameSeed()
    {
        assertThat(strikes(3)).isEqualTo(strikes(3)).hasSizeGreaterThan(20).isNotEqualTo(strikes(4));
    }

    @Test
    void shouldNotChangeTheStrikesOfOneFaultByAnother()
    {
        final List<String> alone = strikes(3);
        final List<String> together = strikes(3, MemoryFault.SCRIPT_FLUSH);
        together.removeIf((words) -> words.contains(MemoryFault.SCRIPT_FLUSH.name()));

        assertThat(together).isEqualTo(alone);
    }

    @Test
    void shouldLeaveAllWellWhenItHeals()
    {
        final MemoryNetwork network = MemoryNetwork.ofNodes(3, 9);
        final MemoryClient client = new MemoryClient(network, "alice").connect();
        final MemoryFaults faults = new MemoryFaults().clockRates(1000).service(MS);
        for (final MemoryFault fault : MemoryFault.values())
        {
            faults.every(fault, SECOND / 5, SECOND);
        }
        final FaultInjector injector = FaultInjector.start(network, faults);
        client.pass(20 * SECOND);
        injector.heal();
        client.pass(3 * SECOND);
        final MemoryClient other = new MemoryClient(network, "bob").connect();

        for (int i = 0; i < 3; i++)
        {
            assertThat(other.call(i, "SET", "key", "x").text()).isEqualTo("OK");
        }
        final long strikes = injector.strikes(MemoryFault.CUT);
        other.pass(10 * SECOND);
        assertThat(injector.strikes(MemoryFault.CUT)).isEqualTo(strikes);
    }

    @Test
    void shouldStayAwayLongEnoughWithAmnesia()
    {
        final MemoryNetwork network = MemoryNetwork.ofNodes(1, 9);
        final List<Long> crashes = new ArrayList<>();
        final List<Long> absences = new ArrayList<>();
        network.watch((timeNs, words) ->
        {
            if (words.contains("crashes"))
            {
                crashes.add(timeNs);
            }
            else if (words.contains("restarts"))
            {
                absences.add(timeNs - crashes.get(crashes.size() - 1));
            }
        });
        FaultInjector.start(network, new MemoryFaults().every(MemoryFault.AMNESIA, SECOND, SECOND)
            .every(MemoryFault.CRASH, SECOND, MS));
        network.runUntil(200 * SECOND);

        assertThat(absences).hasSizeGreaterThan(50);
        assertThat(absences.stream().filter((absenceNs) -> absenceNs > 2 * MS))
            .allMatch((absenceNs) -> absenceNs >= SECOND && absenceNs <= 2 * SECOND);
    }

    @Test
    void shouldNameEverythingThatItDoes()
    {
        assertThat(new MemoryFaults().every(MemoryFault.CUT, 5).every(MemoryFault.CLOG, 7, 8).clockRates(9))
            .hasToString("delay 50000 to 50000 ns, service 0 ns, clock rates 9 ppm, " +
                "CUT every 5 ns for 0 ns, CLOG every 7 ns for 8 ns");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new MemoryFaults().every(MemoryFault.CUT, 0)).withMessageContaining("CUT");
    }

    private static List<String> strikes(final long seed, final MemoryFault... more)
    {
        final MemoryNetwork network = MemoryNetwork.ofNodes(3, seed);
        new MemoryClient(network, "alice");
        final MemoryFaults faults = new MemoryFaults()
            .every(MemoryFault.CUT, SECOND).every(MemoryFault.CLOG, SECOND, MS);
        for (final MemoryFault fault : more)
        {
            faults.every(fault, SECOND);
        }
        final List<String> strikes = new ArrayList<>();
        network.watch((timeNs, words) -> strikes.add(timeNs + " " + words));
        FaultInjector.start(network, faults);
        network.runUntil(20 * SECOND);

        return strikes;
    }
}
