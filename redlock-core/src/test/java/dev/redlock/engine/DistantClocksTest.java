// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;

/**
 * Clocks of nodes whose answers take a millisecond, as over a network: nothing is sent and received at one
 * instant, and an honest answer can be older than the move that it is to disprove.
 */
class DistantClocksTest
{
    private static final long MS = Limits.MS;
    private static final int FAST_PERCENT = 8;
    private static final int FIRST_GAIN_MS = 40;

    @AutoClose("settle")
    private EngineRig rig;
    private Caller alice;
    private long sinceMs;

    private void begin(final int nodes)
    {
        begin(nodes, 2_000);
    }

    private void begin(final int nodes, final long connectTimeoutMs)
    {
        rig = EngineRig.of(Limits.of(nodes).quarantine(QuarantineLevel.RESTART)
            .connectTimeoutNs(connectTimeoutMs * MS).build());
        alice = rig.caller("alice");
        rig.acquires(alice).grantsAll().told(alice, "acquired 1");
        beats(2);
        sinceMs = elapsedMs();
    }

    private long elapsedMs()
    {
        return rig.elapsedNs() / MS;
    }

    private void beats(final int count)
    {
        for (int i = 0; i < count; i++)
        {
            silence(true);
            while (!areAllAsked())
            {
                rig.advanceMs(1);
            }
            rig.advanceMs(1);
            silence(false);
        }
    }

    private void silence(final boolean isSilent)
    {
        nodes().forEach((node) -> rig.silence(node, isSilent));
    }

    private boolean areAllAsked()
    {
        return nodes().noneMatch((node) -> rig.transport.open(node).isEmpty());
    }

    private IntStream nodes()
    {
        return IntStream.range(0, rig.nodeCount());
    }

    private void runFast(final int nodes)
    {
        IntStream.range(0, nodes).forEach((node) ->
            rig.nodeAheadMs(node, (elapsedMs() - sinceMs) * FAST_PERCENT / 100 + FIRST_GAIN_MS));
    }

    private void areAccused(final int nodes, final String suspicion)
    {
        assertThat(rig.news).contains(IntStream.range(0, nodes)
            .mapToObj((node) -> "n" + node + " quarantined: " + suspicion).toArray(String[]::new));
        rig.counted(Counter.CLIENT_PAUSES, 0);
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "3, 2", "5, 3"})
    void shouldAccuseThoseThatRunTooFast(final int nodes, final int fast)
    {
        begin(nodes);
        for (int i = 0; i < 4; i++)
        {
            runFast(fast);
            beats(1);
        }
        areAccused(fast, "CLOCK_RATE");
    }

    @Test
    void shouldCountNoVoteOfAMajorityThatRunsTooFast()
    {
        begin(3);
        rig.releases(alice).grantsAll();
        for (int i = 1; i <= 20; i++)
        {
            runFast(2);
            beats(1);
            final Caller bob = rig.caller("bob" + i, "k" + i, Options.plain());
            rig.acquires(bob);
            if (rig.hasNext(0) && rig.hasNext(2))
            {
                rig.grants(0, 2);
            }
            rig.notHeldBy(bob).grantsAll().sheds(bob).grantsAll();
        }
    }

    /*
     * However short a connection may take: the third node is asked with every heartbeat only.
     */
    @Test
    void shouldAskTheThirdNodeBeforeTwoStepsAreAPauseOfOurs()
    {
        begin(3, 100);
        rig.nodeAheadMs(0, 2_000).nodeAheadMs(1, 2_000);
        beats(3);
        areAccused(2, "CLOCK_STEPPED");
    }

    @Test
    void shouldNameAStepThatASmallGainFollows()
    {
        begin(3);
        rig.nodeAheadMs(0, 5_000);
        beats(1);
        rig.nodeAheadMs(0, 5_050);
        beats(6);
        areAccused(1, "CLOCK_STEPPED");
    }

    @Test
    void shouldKnowAPauseThatANodeShowsInTwoParts()
    {
        begin(3);
        rig.nodeAheadMs(1, 20);
        beats(1);
        nodes().forEach((node) -> rig.nodeAheadMs(node, 2_000));
        beats(4);

        assertThat(rig.news).noneMatch((news) -> news.contains("quarantined"));
        rig.counted(Counter.CLIENT_PAUSES, 1).heldBy(alice);
    }
}
