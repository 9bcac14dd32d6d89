// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.redlock.engine.Trouble;

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
}
