// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.settings.WaitRule;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.quorum.Drift;
import dev.redlock.spi.ErrorCode;

class TicketsTest
{
    private static final long MS = Limits.MS;
    private static final int[] ALL = {0, 1, 2, 3, 4};
    private static final long BOB = 7;

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.of(Limits.of(5, (set) ->
    {
        set.waiting = new WaitRule("mail:", "client");
        set.quarantine = QuarantineLevel.RESTART;
    }));
    private final Caller alice = rig.caller("alice");

    private String standInLine()
    {
        rig.advanceMs(1_000);
        loseFirst(60_000 * MS);
        final String token = rig.next(0).token;
        IntStream.of(ALL).forEach((node) -> rig.answers(node, Replies.place(10_000, 1, BOB)));
        rig.askedNothing(ALL);

        return token;
    }

    /*
     * Those that answer after the loss have been told to release in between.
     */
    private void loseFirst(final long waitNs)
    {
        rig.acquires(alice, waitNs).refuses(ALL).refuses(3, 4);
    }

    private long sinceUs()
    {
        final String[] words = rig.next(0).text.split(" ");

        return Long.parseLong(words[words.length - 5]);
    }

    @Test
    void shouldTakeAPlaceInLineWhenAnAttemptIsLost()
    {
        rig.advanceMs(1_000).acquires(alice, 60_000 * MS).askedEach(Texts.SET, ALL);
        final String first = rig.next(0).token;
        rig.advanceMs(7).refuses(0, 1, 2);

        final long sinceUs = Replies.START_US + rig.elapsedNs() / 1_000 - 7_000;
        assertThat(sinceUs()).isBetween(sinceUs - 2, sinceUs);
        rig.refuses(3, 4).refuses(3, 4).askedEach(Texts.waitInLine("10000 " + sinceUs() + " 0 1"), ALL);
        assertThat(rig.next(0).token).isNotEqualTo(first).startsWith(first.substring(0, 4));
    }

    @Test
    void shouldRenewItsTicketTwiceASecondWithoutTakingAnything()
    {
        standInLine();
        final long fromNs = rig.elapsedNs();
        rig.advanceUntilAsked(0);

        assertThat(rig.elapsedNs() - fromNs).isBetween(500 * MS, 523 * MS);
        assertThat(rig.next(0).text).contains(" 1100 mail: 0 0 0 1100 ").endsWith(" 0 + client");
        rig.refuses(ALL).askedNothing(ALL).toldNothing(alice);
    }

    /**
     * Each message is an answer to the question with which the ticket was renewed; the lease lasts as long as
     * the second of three. All nodes are asked to prolong it, unless it is released before.
     */
    @Test
    void shouldHoldAsSoonAsEnoughNodesHaveGivenTheLock()
    {
        final String token = standInLine();
        final long drawnNs = rig.elapsedNs();
        rig.advanceMs(100).gives(0, token, 0, 700).gives(1, token, 0, 800).gives(1, token, 0, 800);
        rig.askedNothing(ALL).gives(2, token, 0, 900).told(alice, "acquired 1");

        assertThat(alice.validUntilNs()).isEqualTo(drawnNs + (700 - 9) * MS);
        rig.advanceMs(4).askedNothing(ALL).advanceMs(1);
        assertThat(rig.next(0).token).isEqualTo(token);
        rig.askedEach(Texts.EXTEND, ALL).advanceMs(10).grants(0, 1, 2).refuses(3, 4);
        assertThat(alice.validUntilNs()).isEqualTo(rig.elapsedNs() + (10_000 - 102 - 10) * MS);
        rig.advanceMs(200).askedNothing(ALL).heldBy(alice).counted(Counter.LOCKS_GIVEN, 1);
    }

    /**
     * As if the question with which it was renewed had been executed late.
     */
    @Test
    void shouldCountAMessageFromWhenTheTicketWasSent()
    {
        final String token = standInLine();
        final long drawnNs = rig.elapsedNs();
        rig.advanceUntilAsked(0).refuses(ALL);
        final long drawnMs = (rig.elapsedNs() - drawnNs) / MS;
        rig.advanceMs(200);
        IntStream.of(0, 1, 2).forEach((node) -> rig.gives(node, token, drawnMs, 800));

        assertThat(alice.validUntilNs()).isEqualTo(drawnNs + (drawnMs + 800 - 10) * MS);
        rig.advanceMs(5).grants(ALL);
    }

    /**
     * Nobody has sent what is said to have been sent later.
     */
    @Test
    void shouldNotBelieveAMessageFromTheFuture()
    {
        final String token = standInLine();
        final long drawnNs = rig.elapsedNs();
        rig.advanceMs(300);
        IntStream.of(0, 1, 2).forEach((node) -> rig.gives(node, token, 200, 1100));

        assertThat(alice.validUntilNs()).isEqualTo(drawnNs + (1100 - 13) * MS);
        rig.advanceMs(5).grants(ALL);
    }

    @Test
    void shouldNotHoldByVotesThatAreOver()
    {
        final String token = standInLine();
        rig.gives(0, token, 0, 15).gives(1, token, 0, 15).advanceMs(20).gives(2, token).toldNothing(alice);

        rig.grantsAll().told(alice, "acquired 1");
    }

    @Test
    void shouldNotCountANodeTwice()
    {
        final String token = standInLine();
        for (int i = 0; i < 5; i++)
        {
            rig.gives(0, token).gives(1, token);
        }

        rig.toldNothing(alice).advanceUntilAsked(0).grants(ALL).told(alice, "acquired 1");
    }

    @Test
    void shouldTakeBackAVoteWhenTheNodeRefusesLater()
    {
        final String token = standInLine();
        rig.gives(0, token).gives(1, token).advanceUntilAsked(0).refuses(0).grants(1).refuses(2, 3, 4);
        rig.gives(2, token).toldNothing(alice).advanceUntilAsked(0).grants(0, 1, 2).told(alice, "acquired 1");
        rig.grants(3, 4);
    }

    @Test
    void shouldNotCountTheMessageOfANodeThatDoesNotVote()
    {
        final String token = standInLine();
        rig.goesDown(2).comesBack(2, true).gives(0, token).gives(1, token).gives(2, token).toldNothing(alice);
        rig.grants(2).refuses(3, 4).toldNothing(alice).grants(0, 1).toldNothing(alice);

        rig.cancels(alice).grantsAll();
    }

    @Test
    void shouldForgetWhatANodeHasSaidBeforeItsRestart()
    {
        final String token = standInLine();
        rig.gives(0, token).gives(1, token).goesDown(0).comesBack(0, true).gives(2, token).toldNothing(alice);

        rig.cancels(alice).grantsAll();
    }

    /**
     * While this process was suspended the keys went on to their ends; what a node had sent before is read
     * after that.
     */
    @Test
    void shouldCountNothingTwiceThatOurOwnStandstillHasUsedUp()
    {
        final String token = standInLine();
        final long drawnNs = rig.elapsedNs();
        rig.readsWall().advanceMs(100).wallAheadMs(500).readsWall();
        IntStream.of(0, 1, 2).forEach((node) -> rig.gives(node, token, 0, 1100));

        assertThat(alice.validUntilNs()).isBetween(
            drawnNs + (1100 - 13 - 520) * MS, drawnNs + (1100 - 13 - 480) * MS);
        rig.advanceMs(5).grants(ALL);
    }

    /**
     * A renewal that finds the lock given, as the messages were lost, has asked for no more than a second.
     */
    @Test
    void shouldProlongWhatARenewalHasFound()
    {
        standInLine();
        rig.advanceUntilAsked(0).grants(0, 1, 2).told(alice, "acquired 1").refuses(3, 4).advanceMs(5);
        rig.askedEach(Texts.EXTEND, 0, 1, 2).askedNothing(3, 4).grants(0, 1, 2);
        rig.told(alice, "acquired 1", "valid longer");

        rig.advanceMs(2_000).heldBy(alice).counted(Counter.LOCKS_FOUND, 1);
    }

    @Test
    void shouldAskAgainIfWhatARenewalHasFoundIsTooShort()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(5_000, (set) -> set.minValidityNs = 3_000 * MS));
        rig.advanceMs(1_000).acquires(bob, 60_000 * MS).refuses(ALL).refuses(3, 4).refuses(ALL);
        rig.advanceUntilAsked(0).grants(0, 1, 2).toldNothing(bob).refuses(3, 4);

        assertThat(rig.next(0).text).endsWith(" 1 + client");
        rig.grants(ALL).told(bob, "acquired 1");
    }

    /**
     * It is no extension that could be forbidden, and is not asked for all the time.
     */
    @Test
    void shouldProlongWhatMayNotBeExtended()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(5_000, (set) -> set.maxExtensions = 0));
        rig.advanceMs(1_000).acquires(bob, 60_000 * MS).refuses(ALL).refuses(3, 4);
        final String token = rig.next(0).token;
        rig.refuses(ALL).gives(0, token).gives(1, token).gives(2, token).told(bob, "acquired 1");
        rig.advanceMs(5).refuses(3, 4).advanceMs(600).heldBy(bob);

        assertThat(rig.sent(OperationKind.EXTEND)).isBetween(6L, 60L);
        rig.grantsAll().told(bob, "acquired 1", "valid longer", "valid longer").advanceMs(2_000).heldBy(bob);
    }

    /**
     * As one that was won without waiting.
     */
    @Test
    void shouldSetTheKeyAnewOnANodeThatHasLostIt()
    {
        final String token = standInLine();
        rig.gives(0, token).gives(1, token).gives(2, token).advanceMs(5).grants(0, 1, 2).refuses(3, 4);
        rig.advanceUntilAsked(3);

        rig.asked(3, Texts.SET.replace("10000", rig.next(3).text.replaceAll(".* PX ", "")));
        rig.grantsAll();
    }

    @Test
    void shouldNotAskAllTheTimeForAKeyThatNeverEnds()
    {
        loseFirst(60_000 * MS);
        IntStream.of(ALL).forEach((node) -> rig.answers(node, Replies.place(-1, 0, BOB)));
        rig.advanceMs(400).askedNothing(ALL);
    }

    /**
     * One of four that are there has no key: taking it would only keep it from its holder.
     */
    @Test
    void shouldNotTakeAMinority()
    {
        rig.goesDown(3, 4);
        rig.acquires(alice, 60_000 * MS).refuses(0, 1, 2).refuses(1, 2);
        IntStream.of(0, 1).forEach((node) -> rig.answers(node, Replies.place(9_000, 0, BOB)));
        rig.answers(2, Replies.place(-2, 0, 0)).advanceMs(400).askedNothing(0, 1, 2);

        rig.advanceUntilAsked(0);
        assertThat(rig.next(0).text).endsWith(" 0 + client");
    }

    @Test
    void shouldLetGoAlsoIfTheNodesThatGrantAnswerLast()
    {
        final String token = standInLine();
        IntStream.of(0, 1, 2).forEach((node) -> rig.gives(node, token, 0, 1));
        rig.refuses(2, 3, 4).grants(0, 1).advanceUntilAsked(0).refuses(2, 3, 4).grants(0, 1);

        assertThat(rig.next(0).text).isEqualTo(Texts.pass(false));
        rig.grantsAll().cancels(alice).grantsAll();
    }

    @Test
    void shouldLeaveTheLineWhereThereIsNothingToKeep()
    {
        final String token = standInLine();
        rig.gives(0, token).gives(1, token).gives(2, token).advanceMs(5).grants(ALL);
        rig.releasesAfter(alice, 1, 5_000);
        rig.grants(0, 1, 2).refuses(3).asked(3, Texts.pass(false)).refuses(3).grants(4).tokensOut(0);
    }

    /**
     * What it may hold at the most begins with the lock, and not with the wait.
     */
    @Test
    void shouldHoldAsLongAsItMayHoweverLongItHasWaited()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(2_000, (set) -> set.maxHoldNs = 3_000 * MS));
        rig.advanceMs(1_000).acquires(bob, 60_000 * MS).refuses(ALL).refuses(3, 4);
        final String token = rig.next(0).token;
        rig.refuses(ALL);
        for (int i = 0; i < 10; i++)
        {
            rig.advanceUntilAsked(0).refuses(ALL);
        }
        IntStream.of(0, 1, 2).forEach((node) -> rig.gives(node, token, 99_999, 1100));

        rig.advanceMs(5).grantsAll().told(bob, "acquired 1", "valid longer").extendsLease(bob).grantsAll();
        rig.toldLast(bob, "extended EXTENDED");
        rig.releases(bob).grantsAll();
    }

    @Test
    void shouldAskAMomentAfterTheFirstNodeHasGivenIt()
    {
        final String token = standInLine();
        rig.gives(4, token);
        final long fromNs = rig.elapsedNs();
        rig.advanceUntilAsked(0);

        assertThat(rig.elapsedNs() - fromNs).isBetween(2 * MS, 4 * MS);
        rig.grants(ALL).told(alice, "acquired 1");
    }

    @Test
    void shouldLookWhenTheKeysOfTheHolderEnd()
    {
        loseFirst(60_000 * MS);
        IntStream.of(ALL).forEach((node) -> rig.answers(node, Replies.place(200 + node, 0, BOB)));
        final long fromNs = rig.elapsedNs();
        rig.advanceUntilAsked(0);

        assertThat(rig.elapsedNs() - fromNs).isBetween(202 * MS, 213 * MS);
        assertThat(rig.next(0).text).endsWith(" 1 + client");
        rig.grants(ALL).told(alice, "acquired 1");
    }

    @Test
    void shouldGiveTheLockOnToTheNextInLine()
    {
        final String token = standInLine();
        rig.gives(0, token).gives(1, token).gives(2, token).advanceMs(5).grants(0, 1, 2).refuses(3, 4);

        rig.releases(alice).askedEach(Texts.pass(true), ALL);
        rig.grants(ALL).told(alice, "acquired 1", "valid longer", "released RELEASED").tokensOut(0);
    }

    @Test
    void shouldGiveOnWhatSomebodyIsToldToWaitFor()
    {
        rig.acquiresEverywhere(alice).releases(alice).askedEach(Texts.RELEASE, ALL).grants(ALL);
        rig.acquiresEverywhere(alice);
        rig.acquires(rig.caller("carol"), 0);
        rig.wants(3, tokenOf(OperationKind.ACQUIRE));

        rig.releases(alice).askedEach(Texts.pass(true), ALL).grants(ALL);
    }

    private String tokenOf(final OperationKind kind)
    {
        return rig.transport.sent.stream().filter((sent) -> sent.kind == kind)
            .reduce((before, after) -> after).orElseThrow().token;
    }

    /**
     * Between the message and the release, which was under way.
     */
    @Test
    void shouldSayOnceMoreWhatANodeHasNotBeenTold()
    {
        rig.acquiresEverywhere(alice).releases(alice).wants(3, tokenOf(OperationKind.ACQUIRE));
        rig.asked(3, Texts.RELEASE, Texts.pass(true)).askedEach(Texts.RELEASE, 0, 1, 2, 4);

        rig.grants(0, 1, 2, 3, 4).refuses(3).tokensOut(0);
    }

    /**
     * It waits for the node once, though that refuses it twice, and is not left to make room for itself.
     */
    @Test
    void shouldKeepOnceWhatANodeRefusesTwice()
    {
        final EngineRig small = EngineRig.of(Limits.of(5, (set) ->
        {
            set.waiting = new WaitRule("mail:", "client");
            set.maxLocks = 8;
        }));
        final Caller bob = small.caller("bob");
        small.acquiresEverywhere(bob);
        final String token = small.transport.sent.get(small.transport.sent.size() - 1).token;
        small.releases(bob).wants(3, token).grants(0, 1, 2, 4);
        small.fails(ErrorCode.NOREPLICAS, 3).fails(ErrorCode.NOREPLICAS, 3).fails(ErrorCode.NOREPLICAS, 3);

        small.tokensOut(1).advanceUntilAsked(3).grants(3).tokensOut(0);
        small.acquiresEverywhere(bob).releases(bob).grantsAll().tokensOut(0);
        small.settle();
    }

    @Test
    void shouldGoStraightToTheLineWhileOthersAreKnownToWait()
    {
        rig.acquiresEverywhere(alice).wants(3, tokenOf(OperationKind.ACQUIRE)).releases(alice);
        IntStream.of(ALL).forEach((node) -> rig.answers(node, Replies.passed(1, 1)));

        rig.acquires(alice, 60_000 * MS).sent(OperationKind.WAIT, 5).grants(ALL).releases(alice).grants(ALL);
        rig.acquires(alice, 60_000 * MS).askedEach(Texts.SET, ALL).grants(ALL);
    }

    /**
     * A release before that spares the nodes the command.
     */
    @Test
    void shouldNotProlongWhatIsReleasedSoon()
    {
        final String token = standInLine();
        rig.gives(0, token).gives(1, token).gives(2, token).advanceMs(4);

        rig.releases(alice).askedEach(Texts.pass(true), ALL).grants(ALL);
        rig.told(alice, "acquired 1", "released RELEASED").tokensOut(0);
        assertThat(rig.sent(OperationKind.EXTEND)).isZero();
    }

    /**
     * Others waited when the last lock was released, but that is some time ago.
     */
    @Test
    void shouldNotGoStraightToALineThatWasLeftLongAgo()
    {
        rig.acquiresEverywhere(alice).wants(3, tokenOf(OperationKind.ACQUIRE)).releases(alice);
        IntStream.of(ALL).forEach((node) -> rig.answers(node, Replies.passed(1, 1)));

        rig.advanceMs(1_100).acquires(alice, 60_000 * MS).askedEach(Texts.SET, ALL).grants(ALL);
    }

    @Test
    void shouldDeleteTheKeyWhereItCannotBeGivenOn()
    {
        final String token = standInLine();
        rig.gives(0, token).gives(1, token).gives(2, token).advanceMs(5).grants(ALL).releases(alice);
        rig.fails(ErrorCode.WRONGTYPE, 0).fails(ErrorCode.NOPERM, 1).fails(ErrorCode.OOM, 2);

        rig.askedEach(Texts.RELEASE, 0, 1, 2).grants(ALL);
        rig.told(alice, "acquired 1", "valid longer", "released RELEASED");
    }

    @Test
    void shouldLeaveTheLineWhenItGivesUp()
    {
        standInLine();
        rig.cancels(alice).askedEach(Texts.pass(true), ALL).refuses(ALL);
        rig.told(alice, "denied CANCELLED").tokensOut(0);
    }

    @Test
    void shouldLeaveTheLineWhenItsTimeIsUp()
    {
        loseFirst(300 * MS);
        rig.refuses(ALL).askedNothing(ALL);
        rig.advanceMs(302).askedEach(Texts.pass(true), ALL).refuses(ALL);
        rig.told(alice, "denied TIMED_OUT").allCauses(alice, Cause.HELD_BY_ANOTHER);
    }

    @Test
    void shouldTakeItsOldPlaceWithAnotherTokenIfItSharesTheNodes()
    {
        final String token = standInLine();
        IntStream.of(0, 1, 2).forEach((node) -> rig.gives(node, token, 0, 1));
        final long sinceUs = sinceUs();
        rig.grants(0, 1).refuses(2, 3, 4).advanceUntilAsked(0).grants(0, 1);
        IntStream.of(2, 3, 4).forEach((node) -> rig.answers(node, Replies.place(900, 1, node)));

        assertThat(rig.next(0).text).isEqualTo(Texts.pass(true));
        rig.grants(0);
        assertThat(rig.next(0).token).isNotEqualTo(token);
        assertThat(rig.next(0).text).endsWith(" 0 0 + client");
        assertThat(sinceUs()).isBetween(sinceUs - 2_000, sinceUs + 2_000);
        rig.counted(Counter.ATTEMPTS, 3).counted(Counter.LINES_SPLIT, 1).cancels(alice).grantsAll();
    }

    @Test
    void shouldKeepWhatItSharesFromOthersIfOneHasMostNodes()
    {
        final String token = standInLine();
        IntStream.of(0, 1, 2).forEach((node) -> rig.gives(node, token, 0, 1));
        rig.grants(0, 1).refuses(2, 3, 4).advanceUntilAsked(0).grants(0, 1);
        IntStream.of(2, 3, 4).forEach((node) -> rig.answers(node, Replies.place(900, 1, BOB)));

        assertThat(rig.next(0).text).isEqualTo(Texts.pass(false));
        rig.cancels(alice).grantsAll();
    }

    @Test
    void shouldTryAgainAsEverWhereNodesKeepNoLine()
    {
        loseFirst(60_000 * MS);
        rig.fails(ErrorCode.NOPERM, ALL).askedEach(Texts.pass(true), ALL).fails(ErrorCode.NOPERM, ALL);
        rig.refuses(ALL).advanceUntilAsked(0).askedEach(Texts.SET, ALL).refuses(ALL).refuses(3, 4);
        rig.askedNothing(ALL);
        rig.cancels(alice);
    }

    /**
     * The clock guard sees the time in an answer, not that in a message.
     */
    @Test
    void shouldAskForVotesThatAreToShowTheTimeOfTheirNodes()
    {
        final EngineRig measured = EngineRig.of(Limits.of(5, (set) ->
        {
            set.waiting = new WaitRule("mail:", "client");
            set.drift = Drift.MEASURED;
        }));
        final Caller bob = measured.caller("bob");
        measured.acquires(bob, 60_000 * MS).refuses(ALL).refuses(3, 4);
        final String token = measured.next(0).token;
        IntStream.of(ALL).forEach((node) -> measured.answers(node, Replies.place(10_000, 1, BOB)));
        measured.gives(0, token).gives(1, token).askedNothing(ALL).gives(2, token).toldNothing(bob);

        measured.grantsAll().told(bob, "acquired 1").settle();
    }

    @Test
    void shouldLeaveTheLineWhileTooFewNodesVote()
    {
        standInLine();
        rig.goesDown(0, 1, 2).advanceMs(530).askedEach(Texts.pass(true), 3, 4);
        rig.refuses(3, 4).cancels(alice);
    }

    @Test
    void shouldCountAsUnaskedWhatIsAboutNobodysToken()
    {
        standInLine();
        rig.gives(0, "12345678901234567890").tells(1, "").tells(2, "g").tells(3, "what is this?");

        rig.counted(Counter.UNASKED, 4).askedNothing(ALL).cancels(alice).grantsAll();
    }

    /**
     * Once it has refused what it had said to have given, until the ticket is renewed.
     */
    @Test
    void shouldNotBelieveANodeThatSaysAgainWhatItHasDenied()
    {
        final String token = standInLine();
        rig.gives(0, token).advanceUntilAsked(0).refuses(ALL).counted(Counter.UNASKED, 0);
        rig.gives(0, token).gives(0, token).counted(Counter.UNASKED, 2).advanceMs(100).askedNothing(ALL);

        rig.advanceUntilAsked(0).refuses(ALL).gives(0, token).counted(Counter.UNASKED, 2);
        rig.advanceUntilAsked(0).grants(ALL).told(alice, "acquired 1");
    }

    @Test
    void shouldReleaseAtOnceWhatIsGivenToOneThatHasGivenUp()
    {
        final String token = standInLine();
        rig.cancels(alice).gives(0, token).asked(0, Texts.pass(true), Texts.pass(true));

        rig.grantsAll().tokensOut(0);
    }
}
