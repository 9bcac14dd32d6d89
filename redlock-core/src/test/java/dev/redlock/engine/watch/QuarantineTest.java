// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;

class QuarantineTest
{
    private static final long MS = Limits.MS;

    /*
     * The longest time to live, 1 % and 2 ms.
     */
    private static final long LENGTH_MS = 60_602;

    @AutoClose("settle")
    private EngineRig rig = EngineRig.of(guarded());
    private Caller alice = rig.caller("alice");

    private static EngineConfig guarded()
    {
        return Limits.of(3, (set) -> set.quarantine = QuarantineLevel.RESTART);
    }

    private void meets(final long agedMs, final int... nodes)
    {
        rig = EngineRig.unconnected(guarded());
        alice = rig.caller("alice");
        rig.comesUpAged(agedMs * MS, nodes);
    }

    private void restart(final int node)
    {
        rig.goesDown(node).comesBack(node, true);
    }

    @Test
    void shouldNotCountAGrantOfARestartedNode()
    {
        restart(0);
        rig.acquires(alice).grants(0, 1).toldNothing(alice).grants(2).told(alice, "acquired 1");
        rig.counted(Counter.QUARANTINES, 1).counted(Counter.VOTES_QUARANTINED, 1);
        assertThat(rig.news).containsSubsequence("n0 quarantined: RESTARTED", "n0 restarted");
    }

    @Test
    void shouldReleaseWhatANodeInQuarantineHasGranted()
    {
        restart(0);
        rig.acquires(alice).grants(0).refuses(1).told(alice, "denied CONTENDED").cause(alice, 0,
            Cause.QUARANTINED);
        rig.asked(0, Texts.RELEASE).counted(Counter.NODE_ERRORS, 0);
    }

    @Test
    void shouldCountARefusalOfANodeInQuarantine()
    {
        restart(0);
        rig.acquires(alice).refuses(0, 1).told(alice, "denied CONTENDED");
    }

    @Test
    void shouldNotExtendOnAGrantOfANodeInQuarantine()
    {
        rig.acquiresEverywhere(alice);
        restart(0);
        rig.extendsLease(alice).grants(0, 1).toldLast(alice, "acquired 1").grants(2);
        rig.toldLast(alice, "extended EXTENDED");
        rig.extendsLease(alice).grants(0, 1).refuses(2).toldLast(alice, "extended LOST");
    }

    @Test
    void shouldLoseALeaseThatStoodOnTheRestartedNode()
    {
        rig.acquires(alice).grants(0, 1).refuses(2);
        restart(0);
        rig.told(alice, "acquired 1", "lost REFUSED");
    }

    @Test
    void shouldCountGrantsAgainWhenTheLongestTimeToLiveIsOver()
    {
        restart(0);
        rig.advanceMs(LENGTH_MS - 1).acquires(alice).grants(0).refuses(1, 2).grants(0).refuses(2);
        rig.told(alice, "denied CONTENDED");
        rig.advanceMs(3).acquires(alice).grants(0, 2).toldLast(alice, "acquired 1");
        assertThat(rig.news).contains("n0 out of quarantine");
    }

    @Test
    void shouldNotAskAnybodyWithoutAQuorumOfVoters()
    {
        restart(0);
        restart(1);
        rig.acquires(alice).told(alice, "denied NO_QUORUM").askedNothing(0, 1, 2);
        rig.causes(alice, Cause.QUARANTINED, Cause.QUARANTINED, Cause.NOT_ASKED);
    }

    @Test
    void shouldTryAgainWhenAQuarantineEnds()
    {
        restart(0);
        rig.advanceMs(100);
        restart(1);
        rig.acquires(alice, 90_000 * MS).advanceMs(LENGTH_MS - 200).toldNothing(alice).askedNothing(0, 2);
        rig.advanceMs(90).askedEach(Texts.SET, 0, 2).grants(0, 2).toldLast(alice, "acquired 1");
    }

    @Test
    void shouldKeepAQuarantineOverReconnects()
    {
        restart(0);
        rig.goesDown(0).comesBack(0);
        rig.acquires(alice).grants(0).refuses(1).told(alice, "denied CONTENDED").cause(alice, 0,
            Cause.QUARANTINED);
    }

    @Test
    void shouldNotShortenAQuarantineForWhatANodeSaysOfItsAge()
    {
        restart(0);
        rig.goesDown(0).advanceMs(1_000).comesUpAged(Long.MAX_VALUE, 0);
        rig.advanceMs(LENGTH_MS - 2_000).acquires(alice).grants(0).refuses(1).told(alice, "denied CONTENDED");
    }

    @Test
    void shouldNotCountAYoungNodeThatIsMetForTheFirstTime()
    {
        meets(50_000, 0, 1, 2);
        rig.acquires(alice).told(alice, "denied NO_QUORUM").counted(Counter.QUARANTINES, 3);
        rig.advanceMs(11_200).acquires(alice).grants(0, 1).toldLast(alice, "acquired 1");
    }

    @Test
    void shouldCountAnOldNodeAtOnce()
    {
        meets(62_000, 0, 1, 2);
        rig.acquires(alice).grants(0, 1).told(alice, "acquired 1").counted(Counter.QUARANTINES, 0);
    }

    /**
     * Its process is old enough, but its data are another's, and nobody knows since when.
     */
    @Test
    void shouldNotCountANodeWhoseDataAreOfUnknownAge()
    {
        meets(-1, 0, 1, 2);
        assertThat(rig.news).containsOnlyOnce("n0 quarantined: INHERITED");
        rig.acquires(alice).told(alice, "denied NO_QUORUM").counted(Counter.QUARANTINES, 3);
        rig.advanceMs(LENGTH_MS - 1).acquires(alice).toldLast(alice, "denied NO_QUORUM");
        rig.advanceMs(1).acquires(alice).grants(0, 1).toldLast(alice, "acquired 1");
    }

    @Test
    void shouldOnlyDropVotesIfOff()
    {
        rig = EngineRig.ofNodes(3);
        alice = rig.caller("alice");
        rig.acquires(alice).grants(0, 1).refuses(2).goesDown(0).comesBack(0, true);
        rig.told(alice, "acquired 1", "lost REFUSED");
        rig.grants(0, 1).acquires(alice).grants(0, 1).toldLast(alice, "acquired 2");
        rig.counted(Counter.QUARANTINES, 0);
    }
}
