// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.runtime.client.ClientRig;
import dev.redlock.runtime.client.Heard;

/**
 * A process that turns up at another node's address.
 */
class MovedNodeTest
{
    /**
     * The node there is another one now, so it does not vote at once; and what the process granted at its old
     * address is dropped before: the lease would stand on one process twice otherwise.
     */
    @Test
    void shouldCountAProcessThatHasMovedOnce() throws InterruptedException
    {
        final Heard heard = new Heard();
        final InstantNodes nodes = new InstantNodes(3);
        try (ClientRig rig = ClientRig.dedicated(nodes))
        {
            rig.await("all up", () -> rig.client.nodes().stream()
                .allMatch(node -> node.state() == NodeStatus.State.UP));
            final long term = rig.handle("k", heard).acquire(0, false);
            rig.await("all have granted", () -> nodes.holding("k") == 3);

            nodes.move(0, 1);
            rig.await("it is up at the new address", () -> rig.news.statuses.size() >= 6 &&
                rig.client.nodes().get(1).state() == NodeStatus.State.QUARANTINED &&
                rig.client.nodes().get(0).state() == NodeStatus.State.DOWN);
            rig.await("the holder is told", () -> heard.all.size() == 2);

            assertThat(heard.all).isEqualTo(List.of("acquired " + term, "lost " + term + " REFUSED"));
        }
    }
}
