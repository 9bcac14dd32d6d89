// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

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

    private static final Instant NOW = Instant.parse("2026-11-26T11:40:10Z");

    private static NodeVote vote(final int index, final Cause cause, final String text)
    {
        return new NodeVote(NODES.get(index).node(), cause, ErrorCode.NONE, text);
    }

    private static String describe(final Outcome outcome, final List<NodeVote> votes,
        final List<NodeStatus> nodes, final Duration patience)
    {
        return NotObtained.describe("k", new Attempt(outcome, votes), nodes, patience, NOW);
    }

    @Test
    void shouldSayWhoHoldsTheLockAndHowToWait()
    {
        final List<NodeVote> votes = List.of(vote(0, Cause.HELD_BY_ANOTHER, ""), vote(1, Cause.PENDING, ""),
            vote(2, Cause.HELD_BY_ANOTHER, ""));

        assertThat(describe(Outcome.CONTENDED, votes, NODES, Duration.ZERO)).isEqualTo(
            "lock 'k' was not obtained: another client holds it (held by another: a:1, c:3); to wait " +
            "for it, say --wait 30s");
        assertThat(describe(Outcome.CONTENDED, votes, NODES, Duration.ofSeconds(1)))
            .doesNotContain("--wait");
    }

    @Test
    void shouldSayWhatEachNodeSuffersFrom()
    {
        final List<NodeVote> votes = List.of(vote(0, Cause.SERVER_ERROR, "OOM no memory"),
            vote(1, Cause.NOT_CONNECTED, ""), vote(2, Cause.TIMEOUT, ""));

        assertThat(describe(Outcome.NO_QUORUM, votes, NODES, Duration.ZERO)).isEqualTo(
            "lock 'k' was not obtained: too few nodes could vote (timeout: c:3; not connected: b:2 " +
            "[connection refused]; server error: a:1 [OOM no memory]); 'redlock probe' looks closer at the " +
            "nodes");
    }

    @Test
    void shouldSayWhatIsWaivedForNodesThatWerePromoted()
    {
        final String detail = "does not vote before 2026-11-25T09:00:00Z: it " + Suspicion.INHERITED.label();
        final List<NodeStatus> nodes =
            List.of(new NodeStatus("a:1", NodeStatus.State.QUARANTINED, false, detail + "; it may"));

        assertThat(describe(Outcome.NO_QUORUM, List.of(vote(0, Cause.QUARANTINED, "")), nodes, Duration.ZERO))
            .contains("quarantined: a:1 [" + detail + "]")
            .endsWith("; where failovers lose no locks, say --assume-failovers-keep-keys");
    }

    @Test
    void shouldSayHowLongToWaitForYoungNodesAndWhatATrialNeeds()
    {
        final List<NodeStatus> nodes = young("11:41:08", "11:41:08", "11:41:08");
        final List<NodeVote> votes = votesOf(nodes, Cause.QUARANTINED);
        final String remedy = "; --wait 60s waits for them; if they were never used, as in a trial, say " +
            "--assume-nodes-fresh";

        assertThat(describe(Outcome.NO_QUORUM, votes, nodes, Duration.ZERO)).isEqualTo(
            "lock 'k' was not obtained: too few nodes could vote (quarantined: each node [does not vote " +
            "before 2026-11-26T11:41:08Z: it " + Suspicion.YOUNG.label() + "])" + remedy);
        assertThat(describe(Outcome.TIMED_OUT, votes, nodes, Duration.ofSeconds(1)))
            .startsWith("lock 'k' was not obtained in 1s: the time to wait is over (").endsWith(remedy);
    }

    @Test
    void shouldSayEqualTroublesOnceAndWaitForTheLast()
    {
        final List<NodeStatus> nodes = young("11:41:08", "11:41:10", "11:41:08");

        assertThat(describe(Outcome.NO_QUORUM, votesOf(nodes, Cause.QUARANTINED), nodes, Duration.ZERO))
            .contains("quarantined: n0, n2 [does not vote before 2026-11-26T11:41:08Z: it " +
                Suspicion.YOUNG.label() + "]; quarantined: n1 [does not vote before 2026-11-26T11:41:10Z",
                "; --wait 70s waits for them;");
    }

    @Test
    void shouldNotPromiseAQuorumThatQuarantineDoesNotKeepAway()
    {
        final List<NodeStatus> nodes = List.of(young("11:41:08").get(0),
            new NodeStatus("b:2", NodeStatus.State.DOWN, false, "connection refused"),
            new NodeStatus("c:3", NodeStatus.State.DOWN, false, "connection refused"));
        final List<NodeVote> votes = List.of(new NodeVote("n0", Cause.QUARANTINED, ErrorCode.NONE, ""),
            vote(1, Cause.NOT_CONNECTED, ""), vote(2, Cause.NOT_CONNECTED, ""));

        assertThat(describe(Outcome.NO_QUORUM, votes, nodes, Duration.ZERO))
            .contains("not connected: b:2, c:3 [connection refused]")
            .endsWith("; 'redlock probe' looks closer at the nodes");
    }

    private static List<NodeStatus> young(final String... untilTimes)
    {
        return IntStream.range(0, untilTimes.length).mapToObj((i) -> new NodeStatus("n" + i,
            NodeStatus.State.QUARANTINED, false,
            "does not vote before 2026-11-26T" + untilTimes[i] + "Z: it " +
            Suspicion.YOUNG.label() + "; it may have forgotten locks")).toList();
    }

    private static List<NodeVote> votesOf(final List<NodeStatus> nodes, final Cause cause)
    {
        return nodes.stream().map((node) -> new NodeVote(node.node(), cause, ErrorCode.NONE, "")).toList();
    }

    @Test
    void shouldNotBlameAHolderForARefusedToken()
    {
        final List<NodeVote> votes = List.of(vote(0, Cause.TOKEN_REFUSED, ""), vote(1, Cause.PENDING, ""),
            vote(2, Cause.TOKEN_REFUSED, ""));

        assertThat(describe(Outcome.CONTENDED, votes, NODES, Duration.ZERO))
            .isEqualTo("lock 'k' was not obtained: nodes refuse the fencing token: look at their clocks " +
                "(token refused: a:1, c:3)");
    }
}
