// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.engine.settings.Trouble;
import dev.redlock.outcome.Suspicion;

class NodeWatchTest
{
    @Test
    void shouldTellOfEachTroubleUntilItIsOver()
    {
        try (Rig rig = Rig.invoker())
        {
            final NodeWatch watch = rig.client.agent.nodeWatch;

            watch.onNodeTrouble(0, Trouble.SECOND_CONNECTION, "no second connection");
            watch.onNodeTrouble(0, Trouble.ROLE, "says no role");
            assertThat(rig.client.nodes().get(0).detail()).contains("no second connection", "says no role");

            watch.onNodeTrouble(0, Trouble.ROLE, "");
            watch.onNodeQuarantineOver(0);
            assertThat(rig.client.nodes().get(0).detail())
                .contains("no second connection").doesNotContain("says no role");

            watch.onNodeUp(0, false);
            assertThat(rig.client.nodes().get(0).detail()).doesNotContain("no second connection");
        }
    }

    /**
     * {@code redlock run} finds a suspicion in a detail by its label, and names the remedy for one of them.
     */
    @ParameterizedTest
    @EnumSource(Suspicion.class)
    void shouldTellASuspicionByItsLabelAndByNoOther(final Suspicion suspicion)
    {
        try (Rig rig = Rig.invoker())
        {
            rig.client.agent.nodeWatch
                .onNodeQuarantined(0, suspicion, rig.client.settings().clock.nanoTime());

            final String detail = rig.client.nodes().get(0).detail();
            assertThat(EnumSet.allOf(Suspicion.class).stream().filter((any) -> detail.contains(any.label())))
                .containsExactly(suspicion);
        }
    }
}
