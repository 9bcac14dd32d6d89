// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.NodeStatus.State;

class NodeBoardTest
{
    private final NodeBoard board = new NodeBoard(List.of("a:1", "b:2"));

    @Test
    void shouldKnowNothingAtFirst()
    {
        assertEquals(
            List.of(new NodeStatus("a:1", State.UNKNOWN, false, ""),
                new NodeStatus("b:2", State.UNKNOWN, false, "")),
            board.all());
        assertEquals(2, board.count(State.UNKNOWN));
        assertEquals(0, board.configurationErrors());
    }

    @Test
    void shouldShowTheLatestStatus()
    {
        board.set(1, State.UP, false, "");
        board.set(1, State.REFUSED, true, "is a replica");

        assertEquals("b:2 REFUSED: is a replica", board.at(1).toString());
        assertEquals(1, board.count(State.REFUSED));
        assertEquals(0, board.count(State.UP));
        assertEquals(1, board.configurationErrors());
    }

    @Test
    void shouldTellNewsFromRepetition()
    {
        assertTrue(board.set(0, State.DOWN, false, "nobody there"));
        assertFalse(board.set(0, State.DOWN, false, "nobody there"));
        assertTrue(board.set(0, State.DOWN, false, "no such host"));
        assertTrue(board.set(0, State.UP, false, ""));
        assertFalse(board.set(0, State.UP, false, ""));
        assertTrue(board.set(0, State.UP, false, "evicts keys"));
    }

    @Test
    void shouldGiveACopy()
    {
        final List<NodeStatus> before = board.all();
        board.set(0, State.UP, false, "");

        assertEquals(State.UNKNOWN, before.get(0).state());
    }
}
