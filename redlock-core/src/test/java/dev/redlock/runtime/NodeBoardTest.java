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
