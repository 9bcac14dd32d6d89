// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import dev.redlock.fake.FakeFate;
import dev.redlock.fake.FakeFate.Close;
import dev.redlock.fake.FakeFate.End;
import dev.redlock.fake.FakeFate.Retort;
import dev.redlock.fake.FakeFate.Silence;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.runtime.client.ClientRig;
import dev.redlock.spi.Answer;
import dev.redlock.spi.DownReason;

/**
 * One of three nodes is dead for an hour of injected time.
 */
class DeadNodeTest
{
    private static final int DEAD = 2;
    private static final int MOST_IN_AN_HOUR = 12;
    private static final long STEP_NS = 100_000_000;
    private static final FakeFate REFUSED = new End(DownReason.UNREACHABLE, "connection refused");
    private static final FakeFate RESET = new End(DownReason.UNREACHABLE, "connection reset by peer");

    @TestFactory
    Stream<DynamicTest> shouldTellOfADeadNodeTwelveTimesAnHourAtMost()
    {
        return Stream.of(
            way("refuses", REFUSED),
            way("never answers an attempt to connect", new End(null, null)),
            way("resets", RESET),
            way("has no known name", new End(DownReason.UNRESOLVED, "no such host: node2")),
            way("has two addresses",
                REFUSED, new End(DownReason.UNREACHABLE, "connection refused (10.0.0.2)")),
            way("has another password",
                new Retort("HELLO", Answer.error("WRONGPASS invalid username-password pair"))),
            way("is a replica", new Retort("INFO", info("role:slave\r\nloading:0"))),
            way("loads", new Retort("INFO", info("role:master\r\nloading:1\r\nloading_eta_seconds:12")),
                new Retort("INFO", info("role:master\r\nloading:1\r\nloading_eta_seconds:11")), REFUSED),
            way("has another certificate", new End(DownReason.TLS, "does not match the name")),
            way("is half open", new Silence()),
            way("closes in the handshake", new End(DownReason.CLOSED, "closed by the node"), RESET),
            way("accepts and closes", new Close()));
    }

    private static DynamicTest way(final String name, final FakeFate... fates)
    {
        return DynamicTest.dynamicTest(name, () -> checkAnHour(fates));
    }

    private static void checkAnHour(final FakeFate... fates)
    {
        try (ClientRig rig = ClientRig.invoker())
        {
            rig.nodes.doom(DEAD, fates);
            rig.nodes.cut(DEAD);
            for (long leftNs = 3600 * ClientRig.SECOND_NS; leftNs > 0; leftNs -= STEP_NS)
            {
                rig.aheadNs.addAndGet(STEP_NS);
                rig.nodes.pass(STEP_NS / 1000);
                rig.client.poll();
            }

            final List<NodeStatus> told =
                rig.news.statuses.stream().filter((status) -> status.node().contains("node" + DEAD)).toList();
            // The first says that it came up at the start.
            assertThat(told).hasSizeBetween(2, 1 + MOST_IN_AN_HOUR);
            assertThat(rig.news.statuses).as("the others are told of once").hasSize(told.size() + DEAD);
            assertThat(rig.news.errors).isEmpty();
        }
    }

    private static Answer info(final String lines)
    {
        return Answer.text(("redis_version:7.2.0\r\nrun_id:" + "%040x".formatted(DEAD + 1) +
            "\r\nuptime_in_seconds:100000\r\n" + lines + "\r\n").getBytes(StandardCharsets.UTF_8));
    }
}
