// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

class ExtendTest
{
    private static final long MS = Limits.MS;

    private EngineRig rig = EngineRig.ofNodes(5);
    private Caller alice = rig.caller("alice");

    @AfterEach
    void settle()
    {
        rig.settle();
    }

    @Test
    void shouldBeWonByAQuorumAndCountFromItsOwnStart()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(4_000);
        rig.extendsLease(alice);
        for (int node = 0; node < 5; node++)
        {
            assertThat(rig.open(node)).containsExactly(Texts.EXTEND);
        }
        rig.advanceMs(30);
        rig.grants(0, 1);
        assertThat(alice.validUntilNs()).isEqualTo(9_898 * MS);
        rig.grants(2);

        assertThat(alice.log()).containsExactly("acquired 1", "valid longer", "extended EXTENDED");
        assertThat(alice.validUntilNs()).isEqualTo((4_000 + 9_898) * MS);
        assertThat(rig.meter.extendedNs).isEqualTo(30 * MS);
        assertThat(rig.count(Counter.EXTENSIONS)).isEqualTo(1);
        assertThat(rig.count(Counter.EXTENSIONS_WON)).isEqualTo(1);
        rig.grants(3, 4);
        assertThat(rig.count(Counter.STRAGGLERS)).isEqualTo(2 + 2);
    }

    @Test
    void shouldTakeItsOwnTimeToLive()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice, 1, 60_000);
        rig.grants(0, 1, 2);

        assertThat(alice.validUntilNs()).isEqualTo((60_000 - 602) * MS);
    }

    @Test
    void shouldNotShortenALease()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice, 1, 1_000);
        rig.grants(0, 1, 2);

        assertThat(alice.log()).containsExactly("acquired 1", "extended EXTENDED");
        assertThat(alice.validUntilNs()).isEqualTo(9_898 * MS);
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
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3);
        rig.extendsLease(alice);

        assertThat(rig.open(3)).isEmpty();
        assertThat(rig.open(4)).as("it may").hasSize(2);
        assertThat(rig.causes(alice)).containsExactly(
            Cause.PENDING, Cause.PENDING, Cause.PENDING, Cause.NOT_ASKED, Cause.PENDING);
    }

    @Test
    void shouldBeInconclusiveWhenTooFewAnswerInTimeAndLeaveTheLeaseAlone()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(1_000);
        rig.extendsLease(alice);
        rig.grants(0, 1);
        rig.advanceMs(53);

        assertThat(alice.log()).containsExactly("acquired 1", "extended INCONCLUSIVE");
        assertThat(alice.validUntilNs()).isEqualTo(9_898 * MS);
        assertThat(rig.count(Counter.EXTENSIONS_INCONCLUSIVE)).isEqualTo(1);
        assertThat(rig.count(Counter.NODE_TIMEOUTS)).isEqualTo(3);
        assertThat(rig.causes(alice)).containsExactly(
            Cause.GRANTED, Cause.GRANTED, Cause.TIMEOUT, Cause.TIMEOUT, Cause.TIMEOUT);
        assertThat(alice.holds()).isTrue();
    }

    @Test
    void shouldGrowWithLateGrantsAfterItWasInconclusive()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(1_000);
        rig.extendsLease(alice);
        rig.grants(0, 1);
        rig.advanceMs(53);
        rig.grants(2);

        assertThat(alice.latest()).isEqualTo("valid longer");
        assertThat(alice.validUntilNs()).isEqualTo(10_898 * MS);
        assertThat(rig.count(Counter.EXTENSIONS_WON)).isZero();
    }

    @Test
    void shouldBeInconclusiveAtOnceWhenTooManyNodesAreDown()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0, 1, 2);
        rig.extendsLease(alice);

        assertThat(alice.latest()).isEqualTo("extended INCONCLUSIVE");
        assertThat(rig.causes(alice).subList(0, 3)).containsOnly(Cause.NOT_CONNECTED);
        assertThat(alice.holds()).isTrue();
    }

    @Test
    void shouldBeInconclusiveWhenTheTransportTakesNoMore()
    {
        rig.acquiresEverywhere(alice);
        rig.transport.backPressured(0, true);
        rig.transport.backPressured(1, true);
        rig.transport.backPressured(2, true);
        rig.extendsLease(alice);

        assertThat(alice.latest()).isEqualTo("extended INCONCLUSIVE");
        assertThat(rig.causes(alice).subList(0, 3)).containsOnly(Cause.BACK_PRESSURED);
    }

    @Test
    void shouldBeInconclusiveWhenServersFailAndConnectionsEnd()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice);
        rig.fails(ErrorCode.OOM, 0);
        rig.answers(1, Replies.strange());
        rig.goesDown(2);

        assertThat(alice.latest()).isEqualTo("extended INCONCLUSIVE");
        assertThat(rig.causes(alice).subList(0, 3)).containsExactly(
            Cause.SERVER_ERROR, Cause.UNEXPECTED_REPLY, Cause.DISCONNECTED);
        assertThat(alice.claim.errorCode(0)).isEqualTo(ErrorCode.OOM);
        assertThat(rig.count(Counter.NODE_ERRORS)).as("a lost connection is none").isEqualTo(2);
    }

    @Test
    void shouldBeInconclusiveWithLessThanTheMinimumValidity()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000).minValidityNs(9_000 * MS).build());
        rig.acquiresEverywhere(bob);
        rig.extendsLease(bob, 1, 10_000);
        rig.grants(0, 1);
        rig.stall(899 * MS);
        rig.grants(2);

        assertThat(bob.latest()).isEqualTo("extended INCONCLUSIVE");
    }

    @Test
    void shouldMixTheInstantsOfAPartialExtension()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(1_000);
        rig.extendsLease(alice);
        rig.grants(0, 1);
        rig.advanceMs(53);
        assertThat(alice.latest()).isEqualTo("extended INCONCLUSIVE");

        /* The next round reaches one other node only. Two rounds, three votes: the third latest counts. */
        rig.advanceMs(947);
        rig.extendsLease(alice);
        final Sent second = rig.transport.open(3).get(1);
        rig.answers(second, Replies.granted(second));

        assertThat(alice.validUntilNs()).isEqualTo((1_000 + 9_898) * MS);
        rig.advanceMs(53);
        assertThat(alice.latest()).isEqualTo("extended INCONCLUSIVE");
        assertThat(alice.holds()).isTrue();
    }

    @Test
    void shouldSurviveRefusalsThatLeaveAQuorum()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice);
        rig.refuses(0, 1);
        assertThat(alice.log()).containsExactly("acquired 1");
        rig.grants(2, 3, 4);

        assertThat(alice.log()).containsExactly("acquired 1", "extended EXTENDED");
        rig.releases(alice);
        assertThat(rig.open(0)).as("certainly without the key").isEmpty();
        assertThat(rig.open(2)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldBeLostAtOnceWhenRefusalsLeaveLessThanAQuorum()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3, 4);
        rig.extendsLease(alice);
        rig.refuses(1);

        assertThat(alice.log()).containsExactly("acquired 1", "extended LOST", "lost REFUSED");
        assertThat(rig.causes(alice).get(1)).isEqualTo(Cause.HELD_BY_ANOTHER);
        assertThat(rig.open(0)).containsExactly(Texts.EXTEND, Texts.RELEASE);
        assertThat(rig.open(1)).isEmpty();
        assertThat(rig.open(2)).containsExactly(Texts.EXTEND, Texts.RELEASE);
        assertThat(rig.count(Counter.LEASES_LOST)).isEqualTo(1);
    }

    @Test
    void shouldNotTakeAKeyOfAnotherTypeForOurs()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3, 4);
        rig.extendsLease(alice);
        rig.fails(ErrorCode.WRONGTYPE, 1);

        assertThat(alice.log()).containsExactly("acquired 1", "extended LOST", "lost REFUSED");
    }

    @Test
    void shouldBeRefusedAfterTheDeadline()
    {
        rig.acquiresEverywhere(alice);
        rig.stall(9_898 * MS);
        final long before = rig.sent(OperationKind.EXTEND);
        rig.extendsLease(alice);

        assertThat(alice.log()).containsExactly("acquired 1", "extended LOST", "lost EXPIRED");
        assertThat(rig.sent(OperationKind.EXTEND)).isEqualTo(before);
    }

    @Test
    void shouldNotReviveALeaseWithAReplyAfterTheDeadline()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice);
        rig.grants(0, 1);
        rig.stall(9_898 * MS);
        rig.grants(2);

        assertThat(alice.log()).containsExactly("acquired 1", "extended LOST", "lost EXPIRED");
        rig.grants(3, 4);
        assertThat(alice.holds()).isFalse();
    }

    @Test
    void shouldExtendOneNanosecondBeforeTheDeadline()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice, 1, 20_000);
        rig.grants(0, 1);
        rig.stall(9_898 * MS - 1);
        rig.grants(2);

        assertThat(alice.latest()).isEqualTo("extended EXTENDED");
        assertThat(alice.validUntilNs()).isEqualTo((20_000 - 202) * MS);
    }

    @Test
    void shouldNotCountRepliesOfAnOlderRoundForTheNewOne()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(1_000);
        rig.extendsLease(alice);
        rig.advanceMs(53);
        assertThat(alice.latest()).isEqualTo("extended INCONCLUSIVE");
        rig.advanceMs(947);
        rig.extendsLease(alice);

        /* These are grants of the first round: they are worth what that round is worth, no more. */
        rig.grants(0, 1, 2);
        assertThat(alice.latest()).isEqualTo("valid longer");
        assertThat(alice.validUntilNs()).isEqualTo((1_000 + 9_898) * MS);

        rig.grants(0, 1, 2);
        assertThat(alice.latest()).isEqualTo("extended EXTENDED");
        assertThat(alice.validUntilNs()).isEqualTo((2_000 + 9_898) * MS);
    }

    @Test
    void shouldHeedARefusalOfAnOlderRound()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3, 4);
        rig.extendsLease(alice);
        rig.advanceMs(53);
        rig.refuses(0);

        assertThat(alice.log()).containsExactly("acquired 1", "extended INCONCLUSIVE", "lost REFUSED");
    }

    @Test
    void shouldNotBelieveAGrantThatWasOvertakenByADenial()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3);
        rig.extendsLease(alice);
        rig.advanceMs(53);
        rig.extendsLease(alice);
        final Sent older = rig.next(0);
        final Sent newer = rig.transport.open(0).get(1);
        rig.grants(4);
        rig.grants(4);
        rig.answers(newer, Replies.refused(newer));
        assertThat(alice.holds()).isTrue();
        rig.answers(older, Replies.granted(older));

        /* The three that are left are all that it stands on. */
        rig.refuses(1);
        assertThat(alice.latest()).isEqualTo("lost REFUSED");
    }

    @Test
    void shouldSendTheTextOfAScriptThatIsNotCached()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice);
        rig.fails(ErrorCode.NOSCRIPT, 0, 1, 2, 3, 4);
        for (int node = 0; node < 5; node++)
        {
            assertThat(rig.open(node)).containsExactly(Texts.EXTEND_WITH_TEXT);
        }
        rig.advanceMs(20);
        rig.grants(0, 1, 2);

        assertThat(alice.latest()).isEqualTo("extended EXTENDED");
        assertThat(alice.validUntilNs()).as("from the start of the round").isEqualTo(9_898 * MS);
        assertThat(rig.count(Counter.SCRIPTS_RESENT)).isEqualTo(5);
        assertThat(rig.count(Counter.NODE_ERRORS)).isZero();
    }

    @Test
    void shouldSendTheTextOnceOnly()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice);
        rig.fails(ErrorCode.NOSCRIPT, 0);
        rig.fails(ErrorCode.NOSCRIPT, 0);

        assertThat(rig.open(0)).isEmpty();
        assertThat(rig.causes(alice).get(0)).isEqualTo(Cause.SERVER_ERROR);
    }

    @Test
    void shouldFaultANodeToWhichTheTextCannotBeSent()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice);
        rig.transport.backPressured(0, true);
        rig.fails(ErrorCode.NOSCRIPT, 0);

        assertThat(rig.causes(alice).get(0)).isEqualTo(Cause.BACK_PRESSURED);
    }

    @Test
    void shouldNotSendTheTextForAnOlderRound()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice);
        rig.advanceMs(53);
        rig.fails(ErrorCode.NOSCRIPT, 0);
        assertThat(rig.open(0)).isEmpty();

        rig.extendsLease(alice);
        rig.releases(alice);
        rig.fails(ErrorCode.NOSCRIPT, 1);
        rig.fails(ErrorCode.NOSCRIPT, 1);
        assertThat(rig.open(1)).containsExactly(Texts.RELEASE);
        assertThat(rig.count(Counter.NODE_ERRORS)).as("a script that is missing is none").isZero();
    }

    @Test
    void shouldCutTheTimeToLiveToTheMaximumHoldInWholeMilliseconds()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000).maxHoldNs(12_000 * MS + 700_000).build());
        rig.acquiresEverywhere(bob);
        rig.advance(4_000 * MS + 100_000);
        rig.extendsLease(bob);
        assertThat(rig.open(0)).containsExactly(Texts.extendBy(8_000));
        rig.grants(0, 1, 2);

        assertThat(bob.validUntilNs()).isEqualTo((4_000 + 8_000 - 82) * MS + 100_000);
        assertThat(bob.latest()).isEqualTo("extended EXTENDED");

        rig.advanceMs(7_990);
        assertThat(bob.latest()).isEqualTo("lost LIMIT_REACHED");
    }

    @Test
    void shouldRefuseToExtendWhenTheMaximumHoldLeavesNothingToGain()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000).maxHoldNs(10_000 * MS).build());
        rig.acquiresEverywhere(bob);
        rig.advance(50_000);
        rig.extendsLease(bob);

        assertThat(bob.latest()).isEqualTo("extended LIMIT_REACHED");
        assertThat(rig.sent(OperationKind.EXTEND)).isZero();
        rig.advanceMs(9_900);
        assertThat(bob.latest()).isEqualTo("lost LIMIT_REACHED");
    }

    @Test
    void shouldExtendToTheMaximumHoldOnceOnly()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000).maxHoldNs(12_000 * MS).build());
        rig.acquiresEverywhere(bob);
        rig.advanceMs(5_000);
        rig.extendsLease(bob);
        rig.grants(0, 1, 2, 3, 4);
        assertThat(bob.latest()).isEqualTo("extended EXTENDED");
        rig.advanceMs(5_000);
        rig.extendsLease(bob);

        assertThat(bob.latest()).isEqualTo("extended LIMIT_REACHED");
    }

    @Test
    void shouldTryAgainToExtendToTheMaximumHold()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000).maxHoldNs(12_000 * MS).build());
        rig.acquiresEverywhere(bob);
        rig.advanceMs(5_000);
        rig.extendsLease(bob);
        rig.advanceMs(53);
        assertThat(bob.latest()).isEqualTo("extended INCONCLUSIVE");
        rig.extendsLease(bob);
        rig.grants(0, 1, 2);
        rig.grants(0, 1, 2);

        assertThat(bob.latest()).isEqualTo("extended EXTENDED");
    }

    @Test
    void shouldHoldWithoutBoundWhenAsked()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000).maxHoldNs(Long.MAX_VALUE).build());
        rig.acquiresEverywhere(bob);
        for (int i = 0; i < 5; i++)
        {
            rig.advanceMs(5_000);
            rig.extendsLease(bob);
            rig.grants(0, 1, 2, 3, 4);
            assertThat(bob.latest()).isEqualTo("extended EXTENDED");
        }
    }

    @Test
    void shouldRefuseMoreExtensionsThanConfigured()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000).maxExtensions(2).build());
        rig.acquiresEverywhere(bob);
        for (int i = 0; i < 2; i++)
        {
            rig.extendsLease(bob);
            rig.grants(0, 1, 2, 3, 4);
            assertThat(bob.latest()).isEqualTo("extended EXTENDED");
        }
        rig.extendsLease(bob);

        assertThat(bob.latest()).isEqualTo("extended LIMIT_REACHED");
        assertThat(rig.sent(OperationKind.EXTEND)).isEqualTo(10);
        rig.advanceMs(9_900);
        assertThat(bob.latest()).isEqualTo("lost LIMIT_REACHED");
    }

    @Test
    void shouldAnswerAnExtensionThatAReleaseOvertakes()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice);
        rig.releases(alice);
        assertThat(alice.log()).containsExactly("acquired 1", "extended STALE_TERM");
        assertThat(rig.open(0)).containsExactly(Texts.EXTEND, Texts.RELEASE);

        rig.grants(0, 1, 2);
        rig.grants(0, 1, 2);
        assertThat(alice.log()).containsExactly("acquired 1", "extended STALE_TERM", "released RELEASED");
        assertThat(rig.count(Counter.EXTENSIONS_WON)).isZero();
    }

    @Test
    void shouldCallAnEarlierTermStale()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.grants(0, 1, 2, 3, 4);
        rig.extendsLease(alice, 1, 0);
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice, 1, 0);

        assertThat(alice.log()).containsExactly(
            "acquired 1", "released RELEASED", "extended STALE_TERM", "acquired 2", "extended STALE_TERM");
    }

    @Test
    void shouldMakeAnUnknownNodeAStandingVote()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.goesDown(3);
        rig.comesBack(3, false);
        rig.refuses(4);
        rig.extendsLease(alice);
        rig.grants(3);

        /* It had been set there after all: with it, one refusal leaves a quorum. */
        rig.refuses(0);
        assertThat(alice.holds()).isTrue();
        rig.grants(1, 2);
        assertThat(alice.latest()).isEqualTo("extended EXTENDED");
    }

    @Test
    void shouldCountAPartOfTheTimeToLiveAsTimeout()
    {
        rig = EngineRig.of(Limits.of(5).timeoutNs(50 * MS, 50 * MS).build());
        alice = rig.caller("alice", Options.ttlMs(100).build());
        rig.acquiresEverywhere(alice);
        rig.advanceMs(5);
        rig.extendsLease(alice);
        rig.advanceMs(24);
        assertThat(alice.log()).containsExactly("acquired 1");
        rig.advanceMs(4);

        assertThat(alice.latest()).isEqualTo("extended INCONCLUSIVE");
    }
}
