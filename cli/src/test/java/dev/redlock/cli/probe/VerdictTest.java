// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.NodeStatus;

class VerdictTest
{
    private static final long SECOND_NS = 1_000_000_000L;

    private static NodeReport report(final NodeStatus.State state, final String detail, final double ppm)
    {
        final ClockBounds clock = new ClockBounds(2, SECOND_NS);
        clock.sample(0, 0, 1000);
        clock.sample(Math.round(SECOND_NS * (1 + ppm / 1e6)) / 1000, SECOND_NS, SECOND_NS + 1000);

        final NodeReport report = new NodeReport(new NodeStatus("n", state, false, detail), clock);
        report.info = new InfoLines("uptime_in_seconds:86400\r\nmaxmemory:0\r\nconnected_slaves:0\r\n");
        report.appendonly = "yes";
        report.appendfsync = "always";
        report.maxmemoryPolicy = "noeviction";

        return report;
    }

    private static NodeReport good()
    {
        return report(NodeStatus.State.UP, "", 0);
    }

    @Test
    void shouldFindNothingWrongWithAGoodNode()
    {
        final Verdict verdict = new Verdict(good());

        assertThat(verdict.word()).isEqualTo("fit");
        assertThat(verdict.faults()).isEmpty();
        assertThat(verdict.dangers()).isEmpty();
    }

    @Test
    void shouldCallANodeUnfitThatCannotVote()
    {
        final Verdict verdict = new Verdict(report(NodeStatus.State.REFUSED, "it is a replica", 0));

        assertThat(verdict.word()).isEqualTo("UNFIT");
        assertThat(verdict.faults()).containsExactly("REFUSED: it is a replica");
    }

    @Test
    void shouldSayThatLocksAreAtRiskOnANodeThatMayDropThem()
    {
        final NodeReport report = report(NodeStatus.State.UP, "maxmemory-policy is allkeys-lru: ...", 0);
        report.maxmemoryPolicy = "allkeys-lru";
        report.info = new InfoLines("uptime_in_seconds:86400\nmaxmemory:1000000");

        final Verdict verdict = new Verdict(report);
        assertThat(verdict.risks()).containsExactly("maxmemory-policy is allkeys-lru: ...");
        assertThat(verdict.isFit()).isTrue();
        assertThat(verdict.word()).isEqualTo("AT RISK");
    }

    @Test
    void shouldWarnOfANodeThatForgets()
    {
        final NodeReport forgetful = good();
        forgetful.appendonly = "no";
        assertThat(dangers(forgetful)).singleElement().asString().startsWith("keeps no append-only file");

        final NodeReport careless = good();
        careless.appendfsync = "everysec";
        assertThat(dangers(careless)).singleElement().asString().startsWith("appendfsync is everysec");

        final NodeReport silent = good();
        silent.appendonly = NodeReport.UNKNOWN;
        assertThat(dangers(silent)).singleElement().asString().startsWith("does not say whether");
    }

    @Test
    void shouldWarnOfReplicas()
    {
        final NodeReport report = good();
        report.info = new InfoLines("uptime_in_seconds:86400\nconnected_slaves:2");

        assertThat(dangers(report)).singleElement().asString().startsWith("has 2 replicas");
    }

    @Test
    void shouldJudgeTheRateOfAClock()
    {
        assertThat(dangers(report(NodeStatus.State.UP, "", 400))).isEmpty();
        assertThat(dangers(report(NodeStatus.State.UP, "", -700))).singleElement().asString()
            .startsWith("its clock is being corrected: it runs at least 69");
        assertThat(new Verdict(report(NodeStatus.State.UP, "", 12_000)).faults()).singleElement().asString()
            .contains("more than the drift of 10000 ppm");
        assertThat(new Verdict(report(NodeStatus.State.UP, "", -12_000)).isFit()).isFalse();
    }

    @Test
    void shouldWarnOfAClockThatIsFarOff()
    {
        final NodeReport report = good();
        report.clockOffsetLowNs = -61 * SECOND_NS;
        report.clockOffsetHighNs = -60 * SECOND_NS;

        assertThat(dangers(report)).singleElement().asString().startsWith("its wall clock is 61.0 s away");
    }

    @Test
    void shouldLeaveItToTheClientToJudgeAClockInQuarantine()
    {
        final NodeReport report = report(NodeStatus.State.QUARANTINED, "has had its clock set", 12_000);
        report.clockOffsetLowNs = report.clockOffsetHighNs = 60 * SECOND_NS;

        final Verdict verdict = new Verdict(report);
        assertThat(verdict.faults()).containsExactly("has had its clock set");
        assertThat(verdict.dangers()).isEmpty();
        assertThat(verdict.word()).isEqualTo("WAITS");
    }

    /**
     * It is up, and its votes do not count: that it votes would be the wrong danger.
     */
    @Test
    void shouldCallANodeUnfitWhoseClockIsInDoubt()
    {
        final String doubt = NodeEvents.CLOCK_DOUBTED + ", and more";
        final NodeReport report = report(NodeStatus.State.UP, doubt, 0);
        report.clockOffsetLowNs = report.clockOffsetHighNs = 60 * SECOND_NS;

        final Verdict verdict = new Verdict(report);
        assertThat(verdict.faults()).containsExactly(doubt);
        assertThat(verdict.dangers()).isEmpty();
        assertThat(verdict.word()).isEqualTo("UNFIT");
    }

    /**
     * The limit is that of clients, whatever it is.
     */
    @Test
    void shouldCallANodeUnfitWhoseVotesComeTooLate()
    {
        final long limitNs = new EngineConfig.Draft().maxNodeTimeoutNs;
        final NodeReport report = good();
        report.rtt.recordValue(limitNs / 2);
        assertThat(dangers(report)).isEmpty();
        report.rtt.recordValueWithCount(limitNs + limitNs / 5, 3);
        assertThat(new Verdict(report).faults()).singleElement().asString()
            .startsWith("answers after ").contains("raise maxNodeTimeout");
    }

    @Test
    void shouldWarnOfDebugCommands()
    {
        final NodeReport report = good();
        report.debugCommand = "no";
        assertThat(dangers(report)).isEmpty();
        for (final String allowed : List.of("yes", "local"))
        {
            report.debugCommand = allowed;
            assertThat(dangers(report)).singleElement().asString()
                .startsWith("takes DEBUG (enable-debug-command " + allowed + ")");
        }
    }

    @Test
    void shouldNotCallANodeFitThatStoppedAnswering()
    {
        final NodeReport report = good();
        report.troubles.add("no answer within 1s");

        assertThat(new Verdict(report).faults()).containsExactly("no answer within 1s");
    }

    private static List<String> dangers(final NodeReport report)
    {
        final Verdict verdict = new Verdict(report);
        assertThat(verdict.isFit()).isTrue();

        return verdict.dangers();
    }
}
