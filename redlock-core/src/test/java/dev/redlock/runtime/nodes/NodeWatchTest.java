// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.redlock.engine.port.Trouble;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Suspicion;
import dev.redlock.quorum.Slots;
import dev.redlock.runtime.client.News;
import dev.redlock.runtime.settings.ClientSettings;
import dev.redlock.spi.Connection;
import dev.redlock.spi.address.NodeAddress;

class NodeWatchTest
{
    @AutoClose
    private final InstantNodes nodes = new InstantNodes(3);
    private final ClientSettings settings = settings(nodes);
    private final NodeBoard board = new NodeBoard(new Slots(nodes.uris().length), List.of(nodes.uris()));
    private final NodeWatch watch = new NodeWatch(settings, settings.wall(), board, new News());

    private static ClientSettings settings(final InstantNodes nodes)
    {
        final ClientSettings.Draft settings = new ClientSettings.Draft();
        settings.nodes = Arrays.stream(nodes.uris()).map(NodeAddress::parse).toList();

        return settings.conclude();
    }

    @BeforeEach
    void admit()
    {
        nodes.introduce(0, watch.begin(
            Connection.toEach(settings.nodes(), Connection.Role.VOTING).get(0), false));
        watch.onNodeUp(0, false);
    }

    private String detail()
    {
        return board.at(0).detail();
    }

    @Test
    void shouldTellOfEachTroubleUntilItIsOver()
    {
        watch.onNodeTrouble(0, Trouble.SECOND_CONNECTION, "no second connection");
        watch.onNodeTrouble(0, Trouble.ROLE, "says no role");
        assertThat(detail()).contains("no second connection", "says no role");

        watch.onNodeTrouble(0, Trouble.ROLE, "");
        watch.onNodeQuarantineOver(0);
        assertThat(detail()).contains("no second connection").doesNotContain("says no role");

        watch.onNodeUp(0, false);
        assertThat(detail()).doesNotContain("no second connection");
    }

    /**
     * {@code redlock run} finds a suspicion in a detail by its label, and names the remedy for one of them.
     */
    @ParameterizedTest
    @EnumSource(Suspicion.class)
    void shouldTellASuspicionByItsLabelAndByNoOther(final Suspicion suspicion)
    {
        watch.onNodeQuarantined(0, suspicion, settings.clock().nanoTime());

        assertThat(EnumSet.allOf(Suspicion.class).stream().filter((any) -> detail().contains(any.label())))
            .containsExactly(suspicion);
    }
}
