// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.NodeVote;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.NodeStatus.State;
import dev.redlock.outcome.Outcome;
import dev.redlock.spi.ErrorCode;

class WaitNewsTest
{
    private static List<NodeStatus> nodes(final State... states)
    {
        return Arrays.stream(states).map((state) -> new NodeStatus("n", state, false,
            state == State.QUARANTINED ? "does not vote before 2026-11-26T11:41:20Z: it was; it may" : ""))
            .toList();
    }

    private static final Attempt CONTENDED = new Attempt(Outcome.CONTENDED, List.of());

    @Test
    void shouldSayWhyThereIsNoLockYet()
    {
        assertThat(WaitNews.reason(CONTENDED, nodes(State.UP, State.UP, State.DOWN), 2))
            .isEqualTo("another client holds it");
        assertThat(WaitNews.reason(CONTENDED, nodes(State.UP, State.QUARANTINED, State.DOWN), 2))
            .isEqualTo("nodes do not vote until 11:41:20Z");
        assertThat(WaitNews.reason(CONTENDED, nodes(State.QUARANTINED, State.UNKNOWN, State.DOWN), 2))
            .isEqualTo("0 of 3 nodes can vote, 2 must");
    }

    /**
     * Nodes that are up may refuse all the same.
     */
    @Test
    void shouldSayWhatTheLastAttemptSuffersFrom()
    {
        final List<NodeStatus> up = nodes(State.UP, State.UP, State.UP);
        final List<NodeVote> votes = up.stream().map((node) -> new NodeVote(
            node.node(), Cause.SERVER_ERROR, ErrorCode.OTHER, "OOM command not allowed")).toList();

        assertThat(WaitNews.reason(new Attempt(Outcome.NO_QUORUM, votes), up, 2)).isEqualTo(
            "too few nodes could vote (server error: each node [OOM command not allowed])");
        assertThat(WaitNews.reason(null, up, 2)).isEmpty();
    }
}
