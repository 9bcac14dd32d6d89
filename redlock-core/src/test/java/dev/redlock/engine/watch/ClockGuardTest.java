// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.port.NodeEvents;
import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.settings.EngineConfig;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Drift;

class ClockGuardTest
{
    private static final long MS = Limits.MS;

    /*
     * Of a lease that began 700 ms after the start: 10 s, less 1 % and 2 ms.
     */
    private static final long VALID_MS = 700 + 10_000 - 102;

    /*
     * The longest time to live, 1 % and 2 ms.
     */
    private static final long QUARANTINE_MS = 60_602;

    private static final long BEAT_MS = 510;

    @AutoClose("settle")
    private EngineRig rig = EngineRig.of(guarded(3)).advanceMs(700);
    private Caller alice = rig.caller("alice");

    private static EngineConfig guarded(final int nodes)
    {
        return Limits.of(nodes, (set) -> set.quarantine = QuarantineLevel.RESTART);
    }

    private void begin(final int nodes)
    {
        rig = EngineRig.unconnected(guarded(nodes));
        alice = rig.caller("alice");
    }

    private void holdOnTwo()
    {
        rig.acquires(alice).grants(0, 1).refuses(2).told(alice, "acquired 1");
    }

    private void quarantines(final String... expected)
    {
        assertThat(rig.news.stream().filter(news -> news.contains("quarantined"))).containsExactly(expected);
    }

    @Test
    void shouldLoseALeaseWhoseNodeWasSetForwardBeyondIt()
    {
        holdOnTwo();
        rig.nodeAheadMs(0, 60_000).advanceMs(BEAT_MS).toldLast(alice, "lost EXPIRED");
    }

    @Test
    void shouldShortenALeaseByAStepForwardAtOnce()
    {
        rig.acquires(alice).grants(0, 1, 2).told(alice, "acquired 1").validUntil(alice, VALID_MS * MS);
        rig.nodeAheadMs(0, 2_000).nodeAheadMs(1, 3_000).advanceMs(BEAT_MS);
        assertThat(alice.validUntilNs()).as("the second latest of three")
            .isBetween((VALID_MS - 2_020) * MS, (VALID_MS - 2_000) * MS);
    }

    @Test
    void shouldQuarantineANodeWhoseClockWasSetAloneAtItsNextBeat()
    {
        rig.acquires(alice).grants(0, 1, 2);
        rig.nodeAheadMs(0, 2_000).advanceMs(BEAT_MS);
        quarantines();
        rig.advanceMs(BEAT_MS).counted(Counter.CLOCK_STEPS, 1);
        quarantines("n0 quarantined: CLOCK_STEPPED");
        rig.heldBy(alice).grantsAll().releases(alice).grantsAll();

        rig.acquires(alice).grants(0, 1).cause(alice, 0, Cause.QUARANTINED).grants(2).heldBy(alice);
        rig.releases(alice).grants(0, 1, 2).advanceMs(QUARANTINE_MS);
        rig.acquires(alice).grants(0, 1).heldBy(alice).counted(Counter.QUARANTINES, 1);
    }

    @Test
    void shouldNotCountAGrantOfANodeInDoubt()
    {
        rig.nodeAheadMs(0, 2_000).advanceMs(BEAT_MS);
        rig.acquires(alice).grants(0, 1).cause(alice, 0, Cause.CLOCK_DOUBTED).toldNothing(alice);
        rig.grants(2).heldBy(alice);
    }

    @Test
    void shouldNotCountTheGrantOfAFencedReplyThatShowsTheStep()
    {
        final Caller bob = rig.caller("bob", Options.fenced());
        rig.nodeAheadMs(0, 60_000).acquires(bob).grants(0, 1).cause(bob, 0, Cause.CLOCK_DOUBTED);
        rig.refuses(2).told(bob, "denied CONTENDED");
    }

    @Test
    void shouldHaveEveryGrantCarryTheTimeIfThatIsMeasured()
    {
        rig = EngineRig.of(Limits.of(3, (set) -> set.drift = Drift.MEASURED,
            (set) -> set.maxNodeTimeoutNs = 250 * MS, (set) -> set.quarantine = QuarantineLevel.RESTART))
            .advanceMs(700);
        alice = rig.caller("alice");
        rig.nodeAheadMs(0, 60_000).acquires(alice).grants(0, 1).cause(alice, 0, Cause.CLOCK_DOUBTED);
        rig.grants(2).heldBy(alice);
    }

    @Test
    void shouldLoseAFencedLeaseByItsOwnExtension()
    {
        final Caller bob = rig.caller("bob", Options.fenced());
        rig.acquires(bob).grants(0, 1).refuses(2).heldBy(bob);
        rig.nodeAheadMs(0, 60_000).extendsLease(bob).grants(0).notHeldBy(bob);
    }

    @Test
    void shouldKeepOutANodeThatWasSetBack()
    {
        rig.acquires(alice).grants(0, 1, 2);
        rig.nodeAheadMs(0, -3_600_000).advanceMs(2 * BEAT_MS).heldBy(alice);
        quarantines("n0 quarantined: CLOCK_STEPPED");
        rig.validUntil(alice, VALID_MS * MS);
    }

    @Test
    void shouldKeepOutANodeWhoseClockStandsStillUntilItHasGoneOnForLong()
    {
        rig.stopsClock(0).advanceMs(10 * BEAT_MS).clockGoesOn(0);
        assertThat(rig.news.stream().filter(news -> news.contains("n0 quarantined: CLOCK_STANDS_STILL")))
            .isNotEmpty();
        assertThat(rig.count(Counter.CLOCK_STANDSTILLS)).isGreaterThanOrEqualTo(8);

        rig.advanceMs(QUARANTINE_MS - BEAT_MS).acquires(alice).grants(0, 1).toldNothing(alice).grants(2);
        rig.heldBy(alice).releases(alice).grants(0, 1, 2);
        rig.advanceMs(3 * BEAT_MS).acquires(alice).grants(0, 1).heldBy(alice);
    }

    @ParameterizedTest
    @ValueSource(longs = {100_000, -100_000})
    void shouldKeepOutANodeThatRunsAtAWrongRate(final long ppm)
    {
        for (int i = 1; i <= 6; i++)
        {
            rig.nodeAheadMs(2, i * BEAT_MS * ppm / 1_000_000).advanceMs(BEAT_MS);
        }
        assertThat(rig.news).contains("n2 quarantined: CLOCK_RATE");
        assertThat(rig.count(Counter.CLOCK_RATES)).isGreaterThanOrEqualTo(4);
    }

    @Test
    void shouldTakeAJumpOfAllNodesForOurOwnPause()
    {
        rig.acquires(alice).grants(0, 1, 2).told(alice, "acquired 1");
        rig.nodesAheadUs(2_000_000).advanceMs(BEAT_MS).heldBy(alice).counted(Counter.CLIENT_PAUSES, 1);
        assertThat(alice.validUntilNs()).isBetween((VALID_MS - 2_020) * MS, (VALID_MS - 2_000) * MS);
        rig.advanceMs(2 * BEAT_MS);
        quarantines();
        rig.nodesAheadUs(62_000_000).advanceMs(BEAT_MS).toldLast(alice, "lost EXPIRED");
        rig.grants(0, 1, 2).acquires(alice).grants(0, 1).heldBy(alice);
    }

    @Test
    void shouldFindTheNodeThatWasSetWhileWeStoodStill()
    {
        rig.nodesAheadUs(2_000_000).nodeAheadMs(1, 60_000).advanceMs(3 * BEAT_MS);

        quarantines("n1 quarantined: CLOCK_STEPPED");
    }

    @Test
    void shouldShortenLeasesByThePauseThatTheWallClockShows()
    {
        rig.readsWall().acquires(alice).grants(0, 1, 2).validUntil(alice, VALID_MS * MS);
        rig.nodesAheadUs(2_000_000).wallAheadMs(2_000).counted(Counter.CLIENT_PAUSES, 1);
        assertThat(alice.validUntilNs()).isBetween((VALID_MS - 2_020) * MS, (VALID_MS - 2_000) * MS);
        final long validUntilNs = alice.validUntilNs();
        rig.advanceMs(3 * BEAT_MS).heldBy(alice).counted(Counter.CLIENT_PAUSES, 1);
        quarantines();
        assertThat(alice.validUntilNs()).as("not shortened twice").isBetween(
            validUntilNs - 20 * MS, validUntilNs);
    }

    @Test
    void shouldEndLeasesEarlyWhenTheWallClockIsSetForwardAndNotAtAllWhenItIsSetBack()
    {
        rig.readsWall().acquires(alice).grants(0, 1, 2);
        rig.wallAheadMs(-3_600_000).validUntil(alice, VALID_MS * MS);
        rig.wallAheadMs(-3_590_000).told(alice, "acquired 1", "valid shorter", "lost EXPIRED");
        rig.grants(0, 1, 2).acquires(alice).grants(0, 1).heldBy(alice);
        rig.advanceMs(3 * BEAT_MS);
        quarantines();
    }

    @Test
    void shouldAddUpSmallPauses()
    {
        rig.readsWall().acquires(alice).grants(0, 1, 2);
        for (int i = 1; i <= 20; i++)
        {
            rig.advanceMs(20).wallAheadMs(i * 5);
        }
        assertThat(alice.validUntilNs()).as("of 100 ms").isLessThan((VALID_MS - 70) * MS);
    }

    @Test
    void shouldNoticeAPauseThatTheClocksOfNodesMightHide()
    {
        rig = EngineRig.of(Limits.of(3, (set) -> set.quarantine = QuarantineLevel.RESTART,
            (set) -> set.drift = Drift.PARANOID))
            .advanceMs(700);
        alice = rig.caller("alice");
        rig.readsWall().acquires(alice).grants(0, 1, 2);
        final long validUntilNs = alice.validUntilNs();
        rig.advanceMs(BEAT_MS).wallAheadMs(60).counted(Counter.CLIENT_PAUSES, 1);
        assertThat(alice.validUntilNs()).isBetween(validUntilNs - 62 * MS, validUntilNs - 60 * MS);
    }

    @Test
    void shouldNotExcuseAStepByThePauseBeforeIt()
    {
        rig.goesDown(2).readsWall().wallAheadMs(5_000).counted(Counter.CLIENT_PAUSES, 1);
        rig.acquires(alice).grants(0, 1).told(alice, "acquired 1");
        rig.nodeAheadMs(0, 5_000).advanceMs(BEAT_MS);
        assertThat(alice.validUntilNs()).isLessThanOrEqualTo((VALID_MS - 5_000) * MS);
        rig.advanceMs(5 * BEAT_MS).toldLast(alice, "lost REFUSED");
        quarantines("n0 quarantined: CLOCK_STEPPED");
    }

    @Test
    void shouldNotAbsolveANodeThatAnotherDisproves()
    {
        rig.goesDown(2).readsWall().acquires(alice).grants(0, 1).told(alice, "acquired 1");
        rig.nodeAheadMs(0, 2_000).wallAheadMs(2_000).advanceMs(5 * BEAT_MS);
        quarantines("n0 quarantined: CLOCK_STEPPED");
    }

    @Test
    void shouldShortenTheVoteThatIsUnderWay()
    {
        rig.readsWall().acquires(alice).grants(0);
        rig.wallAheadMs(4_000).grants(1).told(alice, "acquired 1");
        assertThat(alice.validUntilNs()).isLessThanOrEqualTo((VALID_MS - 4_000) * MS);
    }

    @Test
    void shouldKeepOutANewNodeThatIsFarFromAMajorityOnce()
    {
        begin(3);
        rig.nodeAheadMs(1, 1_500).comesUp(0, 1, 2);
        quarantines("n1 quarantined: CLOCK_STEPPED");
        rig.advanceMs(QUARANTINE_MS + BEAT_MS).acquires(alice).grants(0, 1).heldBy(alice);
        rig.goesDown(2).advanceMs(300).comesUp(2).advanceMs(BEAT_MS);
        quarantines("n1 quarantined: CLOCK_STEPPED");
    }

    @Test
    void shouldNotAccuseANewNodeThatIsFarFromOneAtTheEdge()
    {
        begin(5);
        rig.nodeAheadMs(0, 900).nodeAheadMs(4, -200).comesUp(0, 1, 2, 3, 4);
        quarantines();
    }

    @Test
    void shouldNotDecideBetweenTwoNodesBeforeTheThirdHasSpoken()
    {
        begin(3);
        rig.nodeAheadMs(1, 60_000).comesUp(0, 1).acquires(alice).told(alice, "denied NO_QUORUM");
        rig.comesUp(2).acquires(alice).grants(0, 1).cause(alice, 1, Cause.QUARANTINED).grants(2);
        rig.heldBy(alice);
        quarantines("n1 quarantined: CLOCK_STEPPED");
    }

    @Test
    void shouldTakeItsOwnWallClockForANodeThatDoesNotComeUp()
    {
        begin(3);
        rig.readsWall().nodeAheadMs(1, 60_000).comesUp(0, 1).advanceMs(2_000 + BEAT_MS);

        quarantines("n1 quarantined: CLOCK_STEPPED");
    }

    /**
     * The one that has come first has waited for the third when the other has not: our wall clock, which
     * would speak for the other, does not stand in for the third yet.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 10, 100, 300, 499, 500, 501, 900, 1_900})
    void shouldNotLetAWrongClockVoteBeforeTheOtherHasWaited(final long laterMs)
    {
        begin(3);
        rig.readsWall().nodeAheadMs(1, 60_000).comesUp(1).advanceMs(laterMs).comesUp(0);
        rig.advanceMs(2_000 + BEAT_MS);

        quarantines("n1 quarantined: CLOCK_STEPPED");
    }

    /**
     * Of five, two have waited for the others in vain. The third to come agrees with one of them.
     */
    @Test
    void shouldNotLetAWrongClockVoteBeforeAMajorityHasToldItsTime()
    {
        begin(5);
        rig.readsWall().nodeAheadMs(1, 60_000).comesUp(0, 1).advanceMs(3_000 + BEAT_MS).comesUp(2);
        rig.advanceMs(BEAT_MS);

        quarantines("n1 quarantined: CLOCK_STEPPED");
    }

    /**
     * Nobody waits in vain without being told for what, and with each connection anew.
     */
    @Test
    void shouldTellOfAClockInDoubtUntilAMajorityHasToldItsTime()
    {
        begin(5);
        rig.readsWall().nodeAheadMs(1, 60_000).comesUp(0, 1).advanceMs(3_000 + BEAT_MS);
        assertThat(troubles()).hasSize(2).allMatch(news -> news.contains(NodeEvents.CLOCK_DOUBTED))
            .allMatch(news -> news.contains("bring a majority of the nodes up"));
        rig.news.clear();

        rig.goesDown(1).advanceMs(300);
        assertThat(troubles()).isEmpty();
        rig.comesUp(1);
        assertThat(troubles()).singleElement().asString().startsWith("n1 trouble: does not vote yet");
        rig.news.clear();

        rig.comesUp(2).advanceMs(BEAT_MS);
        assertThat(troubles()).containsExactlyInAnyOrder("n0 trouble: ", "n1 trouble: ");
    }

    /**
     * That it is in trouble would say that it is up.
     */
    @Test
    void shouldTellOfNoClockWhoseNodeIsDown()
    {
        begin(5);
        rig.nodeAheadMs(1, 60_000).nodeAheadMs(2, 120_000).comesUp(0, 1).advanceMs(1_000).goesDown(1);
        rig.news.clear();
        rig.comesUp(2).advanceMs(2_000 + BEAT_MS);

        assertThat(troubles()).isNotEmpty().noneMatch(news -> news.startsWith("n1"));
    }

    private List<String> troubles()
    {
        return rig.news.stream().filter(news -> news.contains(" trouble: ")).toList();
    }

    @Test
    void shouldLetNodesVoteThatNobodyCanCompare()
    {
        begin(3);
        rig.nodeAheadMs(1, 3_000).nodeAheadMs(2, 7_000).comesUp(0, 1, 2).acquires(alice).grants(0, 1);
        rig.heldBy(alice);
        quarantines();
        assertThat(rig.news).anyMatch(news -> news.startsWith("n1 trouble: its clock is more than a second"));
    }

    @Test
    void shouldLetTheOnlyNodeVote()
    {
        begin(1);
        rig.readsWall().nodeAheadMs(0, 60_000).comesUp(0).acquires(alice).grants(0).heldBy(alice);
    }

    @Test
    void shouldKeepTheEvidenceWhenTheConnectionIsLost()
    {
        rig.acquires(alice).grants(0, 1).refuses(2).heldBy(alice);
        rig.goesDown(0).nodeAheadMs(0, 60_000).advanceMs(300).comesUp(0);

        rig.toldLast(alice, "lost EXPIRED");
    }

    @Test
    void shouldNotWinWithTheVoteOfANodeThatIsKnownToHaveStepped()
    {
        rig.advanceMs(290).nodeAheadMs(0, 5_000).acquires(alice).grants(0).advanceMs(20);
        rig.cause(alice, 0, Cause.CLOCK_DOUBTED).grants(1).toldNothing(alice);
        rig.refuses(2).told(alice, "denied CONTENDED");
    }

    @Test
    void shouldNotCountTheDurableVoteOfANodeThatHasSteppedMeanwhile()
    {
        final DurabilityRule onDisk = new DurabilityRule(2 * Limits.SECOND, 0, "redlock:barrier");
        rig = EngineRig.of(Limits.of(3, (set) -> set.durability = onDisk,
            (set) -> set.quarantine = QuarantineLevel.RESTART));
        rig.sideComesUp(0, 1, 2).advanceMs(700);
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.isDurable = true));
        rig.nodeAheadMs(0, 5_000).acquires(bob).grants(0, 1, 2).work().advanceMs(BEAT_MS);
        rig.confirms(0, 1).toldNothing(bob).confirms(2).heldBy(bob);
    }

    @Test
    void shouldNotTakeAStepOfAMajorityForOurOwnPauseIfAnotherNodeDisprovesIt()
    {
        rig.nodeAheadMs(0, 2_000).nodeAheadMs(1, 2_000).advanceMs(3 * BEAT_MS);
        assertThat(rig.news).contains("n0 quarantined: CLOCK_STEPPED", "n1 quarantined: CLOCK_STEPPED");
        rig.counted(Counter.CLIENT_PAUSES, 0).acquires(alice).told(alice, "denied NO_QUORUM");
    }

    @Test
    void shouldBelieveAMajorityOnceTheLastNodeHasHadTimeToDisproveIt()
    {
        rig.goesDown(2).nodeAheadMs(0, 2_000).nodeAheadMs(1, 2_000).advanceMs(BEAT_MS);
        rig.acquires(alice).told(alice, "denied NO_QUORUM").advanceMs(2_000 + BEAT_MS);
        quarantines();
        rig.acquires(alice).grants(0, 1).heldBy(alice).counted(Counter.CLIENT_PAUSES, 1);
    }

    @Test
    void shouldNotCountTheAnswersThatShowOurOwnPause()
    {
        rig = EngineRig.of(Limits.of(3, (set) -> set.drift = Drift.MEASURED,
            (set) -> set.maxNodeTimeoutNs = 250 * MS, (set) -> set.quarantine = QuarantineLevel.RESTART))
            .advanceMs(700);
        alice = rig.caller("alice");
        rig.nodesAheadUs(2_000_000).acquires(alice).grants(0, 1, 2).told(alice, "denied NO_QUORUM");
        rig.causesBeginWith(alice, Cause.CLOCK_DOUBTED, Cause.CLOCK_DOUBTED);
        rig.grantsAll().advanceMs(BEAT_MS);
        rig.acquires(alice).grants(0, 1).heldBy(alice);
    }

    @Test
    void shouldTellOnceOfAClockThatJumpsToAndFro()
    {
        for (int i = 1; i <= 20; i++)
        {
            rig.nodeAheadMs(0, i % 2 * 5_000).advanceMs(BEAT_MS);
        }
        rig.advanceMs(QUARANTINE_MS - 2 * BEAT_MS);
        assertThat(rig.news.stream().filter(news -> news.contains("n0 quarantined"))).hasSizeBetween(1, 2);
        rig.acquires(alice).grants(0, 1).toldNothing(alice).grants(2).heldBy(alice);
    }

    @Test
    void shouldExtendInTimeWhatWasShortened()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.autoExtend = true));
        rig.acquires(bob).grants(0, 1, 2).nodesAheadUs(8_000_000).advanceMs(BEAT_MS);
        rig.sent(OperationKind.EXTEND, 0).advanceMs(1_000).sent(OperationKind.EXTEND, 3).grants(0, 1, 2);
        rig.advanceMs(2_500).heldBy(bob);
    }

    @Test
    void shouldExtendAtOnceWhatWasShortenedWhileItWasAcquired()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.autoExtend = true));
        rig.readsWall().acquires(bob).grants(0).wallAheadMs(8_000).grants(1).heldBy(bob);
        rig.advanceMs(100).sent(OperationKind.EXTEND, 3);
        rig.grantsAll().advanceMs(2_500).heldBy(bob);
    }
}
