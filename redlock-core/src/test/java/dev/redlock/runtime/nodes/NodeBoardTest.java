// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.NodeStatus.State;
import dev.redlock.quorum.Slots;

class NodeBoardTest
{
    private final NodeBoard board = new NodeBoard(new Slots(2), List.of("a:1", "b:2"));

    @Test
    void shouldKnowNothingAtFirst()
    {
        assertThat(board.all())
            .isEqualTo(List.of(new NodeStatus("a:1", State.UNKNOWN, false, ""), new NodeStatus("b:2",
                State.UNKNOWN, false, "")));
        assertThat(board.count(State.UNKNOWN)).isEqualTo(2);
        assertThat(board.misconfigured()).isZero();
    }

    @Test
    void shouldShowTheLatestStatus()
    {
        board.set(1, State.UP, false, "");
        board.set(1, State.REFUSED, true, "is a replica");

        assertThat(board.at(1).toString()).isEqualTo("b:2 REFUSED: is a replica");
        assertThat(board.count(State.REFUSED)).isEqualTo(1);
        assertThat(board.count(State.UP)).isEqualTo(0);
        assertThat(board.misconfigured()).isEqualTo(0b10);
        assertThat(board.up()).isZero();
    }

    @Test
    void shouldGiveACopy()
    {
        final List<NodeStatus> before = board.all();
        board.set(0, State.UP, false, "");

        assertThat(before.get(0).state()).isEqualTo(State.UNKNOWN);
    }
}
