// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.Sent;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

class ExtendTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private EngineRig rig = EngineRig.ofNodes(5);
    private Caller alice = rig.caller("alice");

    @Test
    void shouldBeWonByAQuorumAndCountFromItsOwnStart()
    {
        rig.acquiresEverywhere(alice).advanceMs(4_000).extendsLease(alice);
        rig.askedEach(Texts.EXTEND, 0, 1, 2, 3, 4);
        rig.advanceMs(30).grants(0, 1).validUntil(alice, 9_898 * MS);
        rig.grants(2).told(alice, "acquired 1", "valid longer", "extended EXTENDED");
        rig.validUntil(alice, (4_000 + 9_898) * MS);
        assertThat(rig.meter.extendedNs).isEqualTo(30 * MS);
        rig.counted(Counter.EXTENSIONS, 1).counted(Counter.EXTENSIONS_WON, 1);
        rig.grants(3, 4).counted(Counter.STRAGGLERS, 2 + 2);
    }

    @Test
    void shouldTakeItsOwnTimeToLive()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice, 1, 60_000).grants(0, 1, 2);
        rig.validUntil(alice, (60_000 - 602) * MS);
    }

    @Test
    void shouldNotShortenALease()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice, 1, 1_000).grants(0, 1, 2);
        rig.told(alice, "acquired 1", "extended EXTENDED").validUntil(alice, 9_898 * MS);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 86_400_001, Long.MAX_VALUE, Long.MIN_VALUE})
    void shouldRefuseATimeToLiveOutOfBounds(final long ttlMs)
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> rig.engine.extend(alice.claim, 1, ttlMs, rig.nowNs()))
            .withMessage("time to live is " + ttlMs + " ms but must be 1 ms to 86400000 ms (a day)");
    }

    @Test
    void shouldAskOnlyNodesThatMayHaveTheKey()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3);
        rig.extendsLease(alice).askedNothing(3);
        assertThat(rig.open(4)).as("it may").hasSize(2);
        rig.causes(alice, Cause.PENDING, Cause.PENDING, Cause.PENDING, Cause.NOT_ASKED, Cause.PENDING);
    }

    @Test
    void shouldBeInconclusiveWhenTooFewAnswerInTimeAndLeaveTheLeaseAlone()
    {
        rig.acquiresEverywhere(alice).advanceMs(1_000).extendsLease(alice).grants(0, 1).advanceMs(53);
        rig.told(alice, "acquired 1", "extended INCONCLUSIVE").validUntil(alice, 9_898 * MS);
        rig.counted(Counter.EXTENSIONS_INCONCLUSIVE, 1).counted(Counter.NODE_TIMEOUTS, 3);
        rig.causes(alice, Cause.GRANTED, Cause.GRANTED, Cause.TIMEOUT, Cause.TIMEOUT, Cause.TIMEOUT);
        rig.heldBy(alice);
    }

    @Test
    void shouldGrowWithLateGrantsAfterItWasInconclusive()
    {
        rig.acquiresEverywhere(alice).advanceMs(1_000).extendsLease(alice).grants(0, 1).advanceMs(53);
        rig.grants(2).toldLast(alice, "valid longer").validUntil(alice, 10_898 * MS);
        rig.counted(Counter.EXTENSIONS_WON, 0);
    }

    @Test
    void shouldBeInconclusiveAtOnceWhenTooManyNodesAreDown()
    {
        rig.acquiresEverywhere(alice).goesDown(0, 1, 2).extendsLease(alice);
        rig.toldLast(alice, "extended INCONCLUSIVE");
        rig.causesBeginWith(alice, Cause.NOT_CONNECTED, Cause.NOT_CONNECTED, Cause.NOT_CONNECTED);
        rig.heldBy(alice);
    }

    @Test
    void shouldBeInconclusiveWhenTheTransportTakesNoMore()
    {
        rig.acquiresEverywhere(alice).backPressured(true, 0, 1, 2).extendsLease(alice);
        rig.toldLast(alice, "extended INCONCLUSIVE");
        rig.causesBeginWith(alice, Cause.BACK_PRESSURED, Cause.BACK_PRESSURED, Cause.BACK_PRESSURED);
    }

    @Test
    void shouldBeInconclusiveWhenServersFailAndConnectionsEnd()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).fails(ErrorCode.OOM, 0);
        rig.answers(1, Replies.strange()).goesDown(2).toldLast(alice, "extended INCONCLUSIVE");
        rig.causesBeginWith(alice, Cause.SERVER_ERROR, Cause.UNEXPECTED_REPLY, Cause.DISCONNECTED);
        assertThat(alice.claim.errorCode(0)).isEqualTo(ErrorCode.OOM);
        assertThat(rig.count(Counter.NODE_ERRORS)).as("a lost connection is none").isEqualTo(2);
    }

    @Test
    void shouldBeInconclusiveWithLessThanTheMinimumValidity()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.minValidityNs = 9_000 * MS));
        rig.acquiresEverywhere(bob).extendsLease(bob, 1, 10_000).grants(0, 1).stall(899 * MS).grants(2);
        rig.toldLast(bob, "extended INCONCLUSIVE");
    }

    @Test
    void shouldMixTheInstantsOfAPartialExtension()
    {
        rig.acquiresEverywhere(alice).advanceMs(1_000).extendsLease(alice).grants(0, 1).advanceMs(53);
        rig.toldLast(alice, "extended INCONCLUSIVE");

        /* The next round reaches one other node only. Two rounds, three votes: the third latest counts. */
        rig.advanceMs(947).extendsLease(alice);
        final Sent second = rig.transport.open(3).get(1);
        rig.answers(second, Replies.granted(second)).validUntil(alice, (1_000 + 9_898) * MS);
        rig.advanceMs(53).toldLast(alice, "extended INCONCLUSIVE").heldBy(alice);
    }

    @Test
    void shouldSurviveRefusalsThatLeaveAQuorum()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).refuses(0, 1).told(alice, "acquired 1");
        rig.grants(2, 3, 4).told(alice, "acquired 1", "extended EXTENDED");
        rig.releases(alice);
        assertThat(rig.open(0)).as("certainly without the key").isEmpty();
        rig.asked(2, Texts.RELEASE);
    }

    @Test
    void shouldBeLostAtOnceWhenRefusalsLeaveLessThanAQuorum()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3, 4);
        rig.extendsLease(alice).refuses(1).told(alice, "acquired 1", "lost REFUSED", "extended LOST");
        rig.cause(alice, 1, Cause.HELD_BY_ANOTHER).asked(0, Texts.EXTEND, Texts.RELEASE);
        rig.askedNothing(1).asked(2, Texts.EXTEND, Texts.RELEASE).counted(Counter.LEASES_LOST, 1);
    }

    @Test
    void shouldNotTakeAKeyOfAnotherTypeForOurs()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3, 4);
        rig.extendsLease(alice).fails(ErrorCode.WRONGTYPE, 1);
        rig.told(alice, "acquired 1", "lost REFUSED", "extended LOST");
    }

    @Test
    void shouldBeRefusedAfterTheDeadline()
    {
        rig.acquiresEverywhere(alice).stall(9_898 * MS);
        final long before = rig.sent(OperationKind.EXTEND);
        rig.extendsLease(alice).told(alice, "acquired 1", "lost EXPIRED", "extended LOST");
        rig.sent(OperationKind.EXTEND, before);
    }

    @Test
    void shouldNotReviveALeaseWithAReplyAfterTheDeadline()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).grants(0, 1).stall(9_898 * MS).grants(2);
        rig.told(alice, "acquired 1", "lost EXPIRED", "extended LOST");
        rig.grants(3, 4).notHeldBy(alice);
    }

    @Test
    void shouldExtendOneNanosecondBeforeTheDeadline()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice, 1, 20_000).grants(0, 1).stall(9_898 * MS - 1);
        rig.grants(2).toldLast(alice, "extended EXTENDED").validUntil(alice, (20_000 - 202) * MS);
    }

    @Test
    void shouldNotCountRepliesOfAnOlderRoundForTheNewOne()
    {
        rig.acquiresEverywhere(alice).advanceMs(1_000).extendsLease(alice).advanceMs(53);
        rig.toldLast(alice, "extended INCONCLUSIVE");
        rig.advanceMs(947).extendsLease(alice);

        /* These are grants of the first round: they are worth what that round is worth, no more. */
        rig.grants(0, 1, 2).toldLast(alice, "valid longer").validUntil(alice, (1_000 + 9_898) * MS);

        rig.grants(0, 1, 2).toldLast(alice, "extended EXTENDED");
        rig.validUntil(alice, (2_000 + 9_898) * MS);
    }

    @Test
    void shouldHeedARefusalOfAnOlderRound()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3, 4);
        rig.extendsLease(alice).advanceMs(53).refuses(0);
        rig.told(alice, "acquired 1", "extended INCONCLUSIVE", "lost REFUSED");
    }

    @Test
    void shouldNotBelieveAGrantThatWasOvertakenByADenial()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3);
        rig.extendsLease(alice).advanceMs(53).extendsLease(alice);
        final Sent older = rig.next(0);
        final Sent newer = rig.transport.open(0).get(1);
        rig.grants(4).grants(4).answers(newer, Replies.refused(newer)).heldBy(alice);
        rig.answers(older, Replies.granted(older));

        /* The three that are left are all that it stands on. */
        rig.refuses(1).toldLast(alice, "extended LOST");
    }

    @Test
    void shouldSendTheTextOfAScriptThatIsNotCached()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).fails(ErrorCode.NOSCRIPT, 0, 1, 2, 3, 4);
        rig.askedEach(Texts.EXTEND_WITH_TEXT, 0, 1, 2, 3, 4);
        rig.advanceMs(20).grants(0, 1, 2).toldLast(alice, "extended EXTENDED");
        assertThat(alice.validUntilNs()).as("from the start of the round").isEqualTo(9_898 * MS);
        rig.counted(Counter.SCRIPTS_RESENT, 5).counted(Counter.NODE_ERRORS, 0);
    }

    @Test
    void shouldSendTheTextOnceOnly()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).fails(ErrorCode.NOSCRIPT, 0);
        rig.fails(ErrorCode.NOSCRIPT, 0).askedNothing(0).cause(alice, 0, Cause.SERVER_ERROR);
    }

    @Test
    void shouldFaultANodeToWhichTheTextCannotBeSent()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).backPressured(true, 0);
        rig.fails(ErrorCode.NOSCRIPT, 0).cause(alice, 0, Cause.BACK_PRESSURED);
    }

    @Test
    void shouldNotSendTheTextForAnOlderRound()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).advanceMs(53).fails(ErrorCode.NOSCRIPT, 0);
        rig.askedNothing(0);

        rig.extendsLease(alice).releases(alice).fails(ErrorCode.NOSCRIPT, 1);
        rig.fails(ErrorCode.NOSCRIPT, 1).asked(1, Texts.RELEASE);
        assertThat(rig.count(Counter.NODE_ERRORS)).as("a script that is missing is none").isZero();
    }

    @Test
    void shouldCutTheTimeToLiveToTheMaximumHoldInWholeMilliseconds()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000,
            (set) -> set.maxHoldNs = 12_000 * MS + 700_000));
        rig.acquiresEverywhere(bob).advance(4_000 * MS + 100_000).extendsLease(bob);
        rig.asked(0, Texts.extendBy(8_000));
        rig.grants(0, 1, 2).validUntil(bob, (4_000 + 8_000 - 82) * MS + 100_000);
        rig.toldLast(bob, "extended EXTENDED");

        rig.advanceMs(7_990).toldLast(bob, "lost MAX_HOLD_REACHED");
    }

    @Test
    void shouldRefuseToExtendWhenTheMaximumHoldLeavesNothingToGain()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.maxHoldNs = 10_000 * MS));
        rig.acquiresEverywhere(bob).advance(50_000).extendsLease(bob);
        rig.toldLast(bob, "extended MAX_HOLD_REACHED").sent(OperationKind.EXTEND, 0);
        rig.advanceMs(9_900).toldLast(bob, "lost MAX_HOLD_REACHED");
    }

    @Test
    void shouldExtendToTheMaximumHoldOnceOnly()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.maxHoldNs = 12_000 * MS));
        rig.acquiresEverywhere(bob).advanceMs(5_000).extendsLease(bob).grants(0, 1, 2, 3, 4);
        rig.toldLast(bob, "extended EXTENDED");
        rig.advanceMs(5_000).extendsLease(bob).toldLast(bob, "extended MAX_HOLD_REACHED");
    }

    @Test
    void shouldTryAgainToExtendToTheMaximumHold()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.maxHoldNs = 12_000 * MS));
        rig.acquiresEverywhere(bob).advanceMs(5_000).extendsLease(bob).advanceMs(53);
        rig.toldLast(bob, "extended INCONCLUSIVE");
        rig.extendsLease(bob).grants(0, 1, 2).grants(0, 1, 2).toldLast(bob, "extended EXTENDED");
    }

    @Test
    void shouldHoldWithoutBoundWhenAsked()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.maxHoldNs = Long.MAX_VALUE));
        rig.acquiresEverywhere(bob);
        for (int i = 0; i < 5; i++)
        {
            rig.advanceMs(5_000).extendsLease(bob).grants(0, 1, 2, 3, 4);
            rig.toldLast(bob, "extended EXTENDED");
        }
    }

    @Test
    void shouldRefuseMoreExtensionsThanConfigured()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.maxExtensions = 2));
        rig.acquiresEverywhere(bob);
        for (int i = 0; i < 2; i++)
        {
            rig.extendsLease(bob).grants(0, 1, 2, 3, 4).toldLast(bob, "extended EXTENDED");
        }
        rig.extendsLease(bob).toldLast(bob, "extended MAX_HOLD_REACHED").sent(OperationKind.EXTEND, 10);
        rig.advanceMs(9_900).toldLast(bob, "lost MAX_HOLD_REACHED");
    }

    @Test
    void shouldAnswerAnExtensionThatAReleaseOvertakes()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).releases(alice);
        rig.told(alice, "acquired 1", "extended STALE_TERM").asked(0, Texts.EXTEND, Texts.RELEASE);

        rig.grants(0, 1, 2).grants(0, 1, 2);
        rig.told(alice, "acquired 1", "extended STALE_TERM", "released RELEASED");
        rig.counted(Counter.EXTENSIONS_WON, 0);
    }

    @Test
    void shouldCallAnEarlierTermStale()
    {
        rig.acquiresEverywhere(alice).releases(alice).grants(0, 1, 2, 3, 4);
        rig.extendsLease(alice, 1, 0).acquiresEverywhere(alice).extendsLease(alice, 1, 0);
        rig.told(alice,
            "acquired 1", "released RELEASED", "extended STALE_TERM", "acquired 2", "extended STALE_TERM");
    }

    @Test
    void shouldMakeAnUnknownNodeAStandingVote()
    {
        rig.acquires(alice).grants(0, 1, 2).goesDown(3).comesBack(3).refuses(4);
        rig.extendsLease(alice).grants(3);

        /* It had been set there after all: with it, one refusal leaves a quorum. */
        rig.refuses(0).heldBy(alice);
        rig.grants(1, 2).toldLast(alice, "extended EXTENDED");
    }

    @Test
    void shouldCountAPartOfTheTimeToLiveAsTimeout()
    {
        rig = EngineRig.of(Limits.of(5, (set) -> set.minNodeTimeoutNs = 50 * MS,
            (set) -> set.maxNodeTimeoutNs = 50 * MS));
        alice = rig.caller("alice", Options.ttlMs(100));
        rig.acquiresEverywhere(alice).advanceMs(5).extendsLease(alice).advanceMs(24);
        rig.told(alice, "acquired 1");
        rig.advanceMs(4).toldLast(alice, "extended INCONCLUSIVE");
    }

    /**
     * The last extension asked for a moment. A release changes no time to live, and may take its own time.
     */
    @Test
    void shouldGiveNodesTheirTimeToReleaseAfterAnExtensionForAMoment()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice, 1, 4).grantsAll().releases(alice);
        rig.advanceMs(5).grantsAll().toldLast(alice, "released RELEASED");
    }
}
