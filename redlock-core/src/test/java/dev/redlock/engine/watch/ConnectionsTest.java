// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.ScriptedTransport.Link;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.DownReason;

class ConnectionsTest
{
    private static final long MS = Limits.MS;

    private static final String NOT_READY = "no answer in 2 s; is it stopped or overloaded?";
    private static final String SILENT = "owed answers and sent nothing for 1.4 s";

    @AutoClose("settle")
    private EngineRig rig = EngineRig.ofNodes(3);

    @Test
    void shouldConnectToAllNodesWhenStarted()
    {
        rig = EngineRig.unconnected(Limits.of(3));
        for (int node = 0; node < 3; node++)
        {
            rig.link(node, Link.CONNECTING);
            assertThat(rig.engine.isUp(node)).isFalse();
        }
        assertThat(rig.engine.upCount()).isZero();
        assertThat(rig.engine.timersArmed()).isEqualTo(3);

        rig.comesUp(1);

        assertThat(rig.engine.isUp(1)).isTrue();
        assertThat(rig.engine.upCount()).isEqualTo(1);
        assertThat(rig.news).containsExactly("n1 up");
        rig.counted(Counter.CONNECTS, 1);
    }

    @Test
    void shouldGiveUpAConnectionThatDoesNotComeUp()
    {
        rig = EngineRig.unconnected(Limits.of(1));
        rig.advanceMs(1_999).link(0, Link.CONNECTING).counted(Counter.DISCONNECTS, 0);
        rig.advanceMs(3);

        assertThat(rig.news).containsExactly("n0 down LOCAL: " + NOT_READY);
        rig.counted(Counter.DISCONNECTS, 1);
        rig.advanceMs(25);
        assertThat(rig.transport.connects(0)).isEqualTo(2);
    }

    @Test
    void shouldAskAgainToGiveUpWhenTheTransportTakesItsTime()
    {
        rig = EngineRig.unconnected(Limits.of(1));
        rig.stall(2_001 * MS);
        rig.engine.doWork(rig.nowNs());
        rig.link(0, Link.DROPPED);
        rig.transport.link(0, Link.CONNECTING);
        rig.stall(2_001 * MS);
        rig.engine.doWork(rig.nowNs());

        rig.link(0, Link.DROPPED);
        rig.work();
        assertThat(rig.news).containsExactly("n0 down LOCAL: " + NOT_READY);
    }

    @Test
    void shouldConnectAgainForEverWithGrowingRandomDelays()
    {
        long longestNs = 0;
        for (int failure = 1; failure <= 30; failure++)
        {
            rig.goesDown(0);
            final long downNs = rig.elapsedNs();
            while (rig.transport.link(0) != Link.CONNECTING)
            {
                rig.advanceMs(1);
            }
            final long delayNs = rig.elapsedNs() - downNs;
            final long windowNs = Math.min(2_000, 20L << Math.min(failure - 1, 10)) * MS;
            assertThat(delayNs).as("delay after failure %d", failure)
                .isBetween(windowNs / 2, windowNs + 2 * MS);
            longestNs = Math.max(longestNs, delayNs);
        }

        assertThat(longestNs).isGreaterThan(1_500 * MS);
        assertThat(rig.transport.connects(0)).isEqualTo(31);
    }

    @Test
    void shouldConnectAgainSoonAfterAConnectionThatWasUp()
    {
        for (int i = 0; i < 20; i++)
        {
            rig.goesDown(0).advanceMs(23).comesUp(0);
        }
    }

    @Test
    void shouldNotHurryToANodeThatIsRefused()
    {
        rig.goesDown(0, DownReason.REFUSED, true).advanceMs(990);
        assertThat(rig.transport.connects(0)).isEqualTo(1);
        rig.counted(Counter.NODES_REFUSED, 1);
        assertThat(rig.news).contains("n0 down REFUSED: test");
        rig.advanceMs(1_020);

        assertThat(rig.transport.connects(0)).isEqualTo(2);
    }

    @Test
    void shouldSampleTheNodesClockAtASteadyBeat()
    {
        rig.sent(OperationKind.TIME, 3);
        rig.advanceMs(499).sent(OperationKind.TIME, 3);
        rig.advanceMs(3).sent(OperationKind.TIME, 6);
        rig.advanceMs(9_600);

        assertThat(rig.sent(OperationKind.TIME)).isBetween(3 * 20L, 3 * 21L);
        assertThat(rig.transport.sent.subList(0, 3)).extracting(sent -> sent.text)
            .satisfies(texts -> assertThat(texts.get(0)).matches("PING [0-9]+"))
            .endsWith("TIME", "INFO replication");
    }

    /**
     * One wake-up for all nodes, not one for each.
     */
    @Test
    void shouldSampleAllClocksAtOneBeatWheneverNodesCame()
    {
        rig.advanceMs(130).goesDown(1).comesBack(1).advanceMs(120).goesDown(2).comesBack(2).advanceMs(1_000);
        rig.transport.sent.clear();
        rig.advanceMs(2_000);

        assertThat(rig.transport.sent.stream().filter((sent) -> sent.kind == OperationKind.TIME)
            .collect(Collectors.groupingBy((sent) -> sent.atNs, Collectors.counting())).values())
            .hasSizeBetween(3, 4).containsOnly(3L);
    }

    @Test
    void shouldMeasureTheRateOfANodesClock()
    {
        rig.advanceMs(900);
        assertThat(rig.meter.clocks).as("too early to tell").isZero();
        assertThat(rig.meter.offsets).as("one sample is enough for an offset").isPositive();
        assertThat(rig.meter.offsetHighNs - rig.meter.offsetLowNs).isPositive();
        assertThat(rig.meter.offsets).as("one sample is enough for an offset").isPositive();
        assertThat(rig.meter.offsetHighNs - rig.meter.offsetLowNs).isPositive();
        rig.advanceMs(9_000);

        assertThat(rig.meter.clocks).isPositive();
        assertThat(rig.meter.lowPpm).isBetween(-1L, 0L);
        assertThat(rig.meter.highPpm).isBetween(0L, 1L);
    }

    @Test
    void shouldHangUpOnAStrangeAnswerToAHeartbeat()
    {
        rig.silence(0, true).advanceMs(501).answers(rig.transport.open(0).get(0), Replies.number(5));
        rig.work();

        assertThat(rig.news).last().asString().startsWith("n0 down PROTOCOL: answered PING with NUMBERS");
    }

    @Test
    void shouldFindAHalfOpenConnectionWithinTwoSeconds()
    {
        rig.advanceMs(1_234).silence(0, true);
        final long silentNs = rig.elapsedNs();
        while (rig.engine.isUp(0))
        {
            rig.advanceMs(1);
        }

        assertThat(rig.elapsedNs() - silentNs).isBetween(1_400 * MS, 2_000 * MS);
        rig.counted(Counter.HALF_OPEN, 1);
        assertThat(rig.news).contains("n0 down LOCAL: " + SILENT);
        assertThat(rig.engine.upCount()).isEqualTo(2);
    }

    @Test
    void shouldForgetWhyItHungUpOnceTheConnectionHasEnded()
    {
        rig.silence(0, true).advanceMs(2_000).silence(0, false).comesUp(0);
        rig.goesDown(0, DownReason.LOCAL, false);

        assertThat(rig.news).endsWith("n0 up", "n0 down LOCAL: test");
    }

    /*
     * The engine has asked for the end of the connection and has not been told of it.
     */
    private void hangUpOnASilentNode()
    {
        rig.silence(0, true).advanceMs(501).stall(1_500 * MS);
        rig.engine.doWork(rig.nowNs());
        rig.link(0, Link.DROPPED);
    }

    @Test
    void shouldNotTakeTheEndOfAPeerForItsOwnDoing()
    {
        hangUpOnASilentNode();
        rig.goesDown(0, DownReason.CLOSED, false);

        assertThat(rig.news).endsWith("n0 down CLOSED: test");
    }

    @Test
    void shouldFindAHalfOpenConnectionByAnAttempt()
    {
        final Caller alice = rig.caller("alice");
        rig.silence(0, true).acquires(alice).grants(1, 2).advanceMs(1_405);
        assertThat(rig.engine.isUp(0)).isFalse();

        rig.counted(Counter.HALF_OPEN, 1).heldBy(alice);
    }

    @Test
    void shouldKeepAConnectionOnWhichAnythingComesBack()
    {
        final Caller alice = rig.caller("alice");
        rig.silence(0, true);
        for (int i = 0; i < 6; i++)
        {
            rig.acquires(alice).grants(1, 2).advanceMs(1_000).grants(0);
            rig.releases(alice).grants(0, 1, 2);
        }

        rig.counted(Counter.HALF_OPEN, 0);
        assertThat(rig.engine.isUp(0)).isTrue();
    }

    @Test
    void shouldAskAgainToDropAConnectionThatDoesNotEnd()
    {
        hangUpOnASilentNode();
        rig.transport.link(0, Link.UP);
        rig.stall(1_402 * MS);
        rig.engine.doWork(rig.nowNs());

        rig.link(0, Link.DROPPED);
        rig.work();
        assertThat(rig.engine.isUp(0)).isFalse();
    }

    @Test
    void shouldNotTakeAStallOfItsOwnThreadForASilentNode()
    {
        rig.advanceMs(501).stall(10_000 * MS).work().advanceMs(100).counted(Counter.HALF_OPEN, 0);
    }

    @Test
    void shouldNotCountAnUnmatchedReplyAsASignOfLife()
    {
        rig.silence(0, true);
        for (int i = 0; i < 50; i++)
        {
            rig.advanceMs(50).babbles(0, 12_345, Replies.number(1));
        }

        rig.counted(Counter.HALF_OPEN, 1).counted(Counter.REPLIES_UNMATCHED, 50);
    }

    @Test
    void shouldAskANodeAgainAsSoonAsItIsUp()
    {
        final Caller alice = rig.caller("alice");
        rig.goesDown(0).comesBack(0).acquires(alice).asked(0, Texts.SET);
    }
}
