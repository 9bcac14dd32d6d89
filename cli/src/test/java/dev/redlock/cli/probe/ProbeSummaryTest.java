// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.NodeStatus.State;
import dev.redlock.quorum.Quorum;

class ProbeSummaryTest
{
    private static String summary(final State... states)
    {
        return summary(reports(states));
    }

    private static String summary(final List<NodeReport> reports)
    {
        final List<String> lines = ProbeText.lines(reports, Quorum.majorityOf(reports.size()));
        return lines.get(lines.size() - 1);
    }

    private static List<NodeReport> reports(final State... states)
    {
        return Arrays.stream(states).map((state) ->
            new NodeReport(new NodeStatus("n", state, false, ""), new ClockBounds(2, 1))).toList();
    }

    @Test
    void shouldSayWhatMayBeDownWhereAllAreFit()
    {
        assertThat(summary(State.UP, State.UP, State.UP)).isEqualTo("3 of 3 nodes are fit; a quorum is 2: " +
            "1 may be down, 0 may forget locks unseen");
    }

    @Test
    void shouldCountTheNodesThatAreUnfitAlready()
    {
        assertThat(summary(State.UP, State.DOWN, State.UP))
            .isEqualTo("2 of 3 nodes are fit, and a quorum is 2: no other may go down now");
        assertThat(summary(State.UP, State.UP, State.UP, State.UP, State.REFUSED))
            .isEqualTo("4 of 5 nodes are fit, and a quorum is 3: 1 other may go down now");
    }

    @Test
    void shouldSayThatNobodyCanGetALock()
    {
        assertThat(summary(State.DOWN, State.DOWN, State.REFUSED))
            .isEqualTo("0 of 3 nodes are fit, and a quorum is 2: nobody can get a lock");
        assertThat(summary(State.UP, State.DOWN, State.DOWN))
            .isEqualTo("1 of 3 nodes is fit, and a quorum is 2: nobody can get a lock");
        assertThat(summary(State.DOWN))
            .isEqualTo("0 of 1 node is fit, and a quorum is 1: nobody can get a lock");
    }

    @Test
    void shouldSayThatNewClientsWaitForNodesThatDoNotVoteYet()
    {
        assertThat(summary(State.QUARANTINED, State.UP, State.DOWN))
            .isEqualTo("1 of 3 nodes is fit, and a quorum is 2: new clients get no lock yet");
    }

    @Test
    void shouldNotCountTheVoteOfANodeThatIsUpAndGrantsNothing()
    {
        final List<NodeReport> reports = reports(State.UP, State.UP, State.DOWN);
        reports.get(0).troubles.add("grants no lock now");

        assertThat(summary(reports))
            .isEqualTo("1 of 3 nodes is fit, and a quorum is 2: nobody can get a lock");
    }

    @Test
    void shouldSayThatNodesMayDropLocks()
    {
        final List<NodeReport> reports = reports(State.UP, State.UP, State.UP);
        reports.get(0).status = new NodeStatus("n", State.UP, false, "maxmemory-policy is allkeys-lru");
        reports.get(0).maxmemoryPolicy = "allkeys-lru";
        reports.get(0).info = new InfoLines("maxmemory:1");

        assertThat(summary(reports)).isEqualTo("3 of 3 nodes are fit, but 1 may drop locks that are held");
    }
}
