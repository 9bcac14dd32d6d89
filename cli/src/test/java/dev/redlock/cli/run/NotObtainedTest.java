// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.NodeVote;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.Suspicion;
import dev.redlock.spi.ErrorCode;

class NotObtainedTest
{
    private static final List<NodeStatus> NODES = List.of(
        new NodeStatus("a:1", NodeStatus.State.UP, false, ""),
        new NodeStatus("b:2", NodeStatus.State.DOWN, false, "connection refused"),
        new NodeStatus("c:3", NodeStatus.State.UP, false, ""));

    private static NodeVote vote(final int index, final Cause cause, final String text)
    {
        return new NodeVote(NODES.get(index).node(), cause, ErrorCode.NONE, text);
    }

    @Test
    void shouldSayWhoHoldsTheLockAndHowToWait()
    {
        final List<NodeVote> votes = List.of(vote(0, Cause.HELD_BY_ANOTHER, ""), vote(1, Cause.PENDING, ""),
            vote(2, Cause.HELD_BY_ANOTHER, ""));

        assertThat(NotObtained.describe("k", Outcome.CONTENDED, votes, NODES, Duration.ZERO)).isEqualTo(
            "lock 'k' was not obtained: another holds it (held by another: a:1, c:3); --wait 30s would " +
            "wait for it");
        assertThat(NotObtained.describe("k", Outcome.CONTENDED, votes, NODES, Duration.ofSeconds(1)))
            .doesNotContain("--wait");
    }

    @Test
    void shouldSayWhatEachNodeSuffersFrom()
    {
        final List<NodeVote> votes = List.of(vote(0, Cause.SERVER_ERROR, "OOM no memory"),
            vote(1, Cause.NOT_CONNECTED, ""), vote(2, Cause.TIMEOUT, ""));

        assertThat(NotObtained.describe("k", Outcome.NO_QUORUM, votes, NODES, Duration.ZERO)).isEqualTo(
            "lock 'k' was not obtained: too few nodes could vote (timeout: c:3; not connected: b:2 " +
            "[connection refused]; server error: a:1 [OOM no memory]); 'redlock probe' looks closer at the " +
            "nodes");
    }

    @Test
    void shouldSayWhatIsWaivedForNodesThatWerePromoted()
    {
        final String detail = "until 2026-11-25T09:00:00Z, as it " + Suspicion.INHERITED.label();
        final List<NodeStatus> nodes =
            List.of(new NodeStatus("a:1", NodeStatus.State.QUARANTINED, false, detail + "; it may"));

        assertThat(NotObtained.describe("k", Outcome.NO_QUORUM,
            List.of(vote(0, Cause.QUARANTINED, "")), nodes, Duration.ZERO))
            .contains("quarantined: a:1 [" + detail + "]")
            .endsWith("; where failovers lose no locks, say --assume-failovers-keep-keys");
    }
}
