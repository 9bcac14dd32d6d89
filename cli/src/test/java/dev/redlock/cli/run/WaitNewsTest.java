// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.NodeStatus.State;

class WaitNewsTest
{
    private static List<NodeStatus> nodes(final State... states)
    {
        return Arrays.stream(states).map((state) -> new NodeStatus("n", state, false,
            state == State.QUARANTINED ? "does not vote before 2026-11-26T11:41:20Z: it was; it may" : ""))
            .toList();
    }

    @Test
    void shouldSayWhyThereIsNoLockYet()
    {
        assertThat(WaitNews.reason(nodes(State.UP, State.UP, State.DOWN), 2))
            .isEqualTo("another client holds it");
        assertThat(WaitNews.reason(nodes(State.UP, State.QUARANTINED, State.DOWN), 2))
            .isEqualTo("nodes do not vote until 11:41:20Z");
        assertThat(WaitNews.reason(nodes(State.QUARANTINED, State.UNKNOWN, State.DOWN), 2))
            .isEqualTo("0 of 3 nodes can vote, 2 must");
    }
}
