// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.ScriptedTransport;
import dev.redlock.engine.rig.Texts;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Quorum;
import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.ErrorCode;

class ReleaseTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private EngineRig rig = EngineRig.ofNodes(5);
    private Caller alice = rig.caller("alice");

    @Test
    void shouldTellEveryNodeThatGrantedOrHasNotAnswered()
    {
        rig.acquires(alice).grants(0, 1).refuses(2).grants(3);
        rig.releases(alice).askedEach(Texts.RELEASE, 0, 1);
        assertThat(rig.open(2)).as("refused").isEmpty();
        rig.asked(3, Texts.RELEASE);
        assertThat(rig.open(4)).as("unknown").containsExactly(Texts.SET, Texts.RELEASE);
    }

    @Test
    void shouldTellNodesThatTimedOutOrAnsweredStrangelyButNotThoseThatRefusedToWork()
    {
        rig.goesDown(4).acquires(alice, 5_000 * MS).fails(ErrorCode.OOM, 0).fails(ErrorCode.OTHER, 1);
        rig.answers(2, Replies.strange());

        assertThat(rig.open(0)).as("certainly not executed").isEmpty();
        assertThat(rig.open(1)).as("an error of unknown origin").containsExactly(Texts.RELEASE);
        assertThat(rig.open(3)).as("no answer").containsExactly(Texts.SET, Texts.RELEASE);
        assertThat(rig.open(4)).as("not asked").isEmpty();
        rig.work().comesBack(2);
        assertThat(rig.open(2)).as("an answer nobody understands").containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldBeReleasedWhenAQuorumIsCertainlyWithoutTheKey()
    {
        rig.acquiresEverywhere(alice).advanceMs(1_000).releases(alice).grants(0, 1);
        rig.told(alice, "acquired 1");

        rig.advanceMs(7).grants(2).toldLast(alice, "released RELEASED").counted(Counter.RELEASES, 1);
        assertThat(rig.meter.heldNs).isEqualTo(1_000 * MS);
        assertThat(rig.meter.releasedNs).isEqualTo(7 * MS);
    }

    @Test
    void shouldCountNodesThatHadRefusedAsWithoutTheKey()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3, 4);
        rig.releases(alice).told(alice, "acquired 1");

        rig.grants(1).toldLast(alice, "released RELEASED");
    }

    @Test
    void shouldBeFreeForAnotherAcquisitionAtOnce()
    {
        rig.acquiresEverywhere(alice).releases(alice).acquires(alice);
        rig.asked(0, Texts.RELEASE, Texts.SET);
        rig.grants(0, 1, 2).grants(0, 1, 2);
        rig.told(alice, "acquired 1", "released RELEASED", "acquired 2");
    }

    @Test
    void shouldBeUnknownWhenTooFewConfirmInTime()
    {
        rig.acquiresEverywhere(alice).releases(alice).grants(0, 1).advanceMs(53);
        rig.toldLast(alice, "released UNKNOWN").counted(Counter.RELEASES_UNKNOWN, 1);
        rig.counted(Counter.NODE_TIMEOUTS, 3);
        rig.grants(2, 3, 4).tokensOut(0);
    }

    @Test
    void shouldWaitForSlowNodesAsLongAsTheyNeed()
    {
        rig = EngineRig.of(Limits.of(5, (set) -> set.minNodeTimeoutNs = 5 * MS,
            (set) -> set.maxNodeTimeoutNs = 250 * MS));
        alice = rig.caller("alice");
        rig.advanceMs(600).acquires(alice).grants(3, 4).advanceMs(7).grants(3, 4);
        rig.advanceMs(33).grants(0, 1, 2).grants(0, 1, 2);
        final int timeouts = rig.count(Counter.NODE_TIMEOUTS);
        rig.acquiresEverywhere(alice).releases(alice).advanceMs(20);
        assertThat(rig.count(Counter.NODE_TIMEOUTS) - timeouts).as("the two fast ones").isEqualTo(2);
        rig.grants(0, 1, 2).toldLast(alice, "released RELEASED");
    }

    @Test
    void shouldCountALateConfirmationWhileTheVoteIsOpen()
    {
        rig = EngineRig.of(Limits.of(Quorum.of(3, 2), (set) -> set.minNodeTimeoutNs = 5 * MS,
            (set) -> set.maxNodeTimeoutNs = 250 * MS));
        alice = rig.caller("alice");
        rig.acquiresEverywhere(alice).releases(alice).fails(ErrorCode.BUSY, 0).advanceMs(101);
        rig.grants(0, 1).toldLast(alice, "released RELEASED");
    }

    @ParameterizedTest
    @CsvSource({"-1, released RELEASED", "0, released EXPIRED"})
    void shouldBeExpiredAtTheDeadlineEvenIfUnnoticed(final long afterNs, final String told)
    {
        rig.acquiresEverywhere(alice).stall(9_898 * MS + afterNs).releases(alice).grants(0, 1, 2);
        rig.told(alice, "acquired 1", told);
    }

    @Test
    void shouldBeExpiredWhenSoManyKeysWereGoneThatNoQuorumHeld()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3, 4);
        rig.releases(alice).refuses(0).toldLast(alice, "released EXPIRED");
    }

    @Test
    void shouldNotBeExpiredForAKeyThatWasNotNeeded()
    {
        rig.acquiresEverywhere(alice).releases(alice).refuses(0, 1).grants(2);
        rig.toldLast(alice, "released RELEASED");
    }

    @Test
    void shouldNotBeExpiredForAKeyThatItsOwnFirstReleaseHadDeleted()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3, 4);
        rig.releases(alice).goesDown(0).comesBack(0).refuses(0).toldLast(alice, "released RELEASED");
    }

    @Test
    void shouldCallAnEarlierTermStale()
    {
        rig.acquiresEverywhere(alice).releases(alice).grants(0, 1, 2, 3, 4);
        rig.releases(alice, 1).toldLast(alice, "released STALE_TERM");

        rig.acquiresEverywhere(alice).releases(alice, 1).toldLast(alice, "released STALE_TERM");
        rig.heldBy(alice).counted(Counter.RELEASES, 1);
    }

    @Test
    void shouldCallATermStaleThatNeverWas()
    {
        rig.releases(alice, 0).releases(alice, 1).releases(alice, -1);
        rig.extendsLease(alice, 0, 0);
        rig.told(alice,
            "released STALE_TERM", "released STALE_TERM", "released STALE_TERM", "extended STALE_TERM");
    }

    @Test
    void shouldCallALostTermExpired()
    {
        rig.acquiresEverywhere(alice).advanceMs(9_900).releases(alice, 1);
        rig.extendsLease(alice, 1, 0);
        rig.told(alice, "acquired 1", "lost EXPIRED", "released EXPIRED", "extended LOST");
    }

    @Test
    void shouldSendTheTextOfAScriptThatIsNotCached()
    {
        rig.acquiresEverywhere(alice).releases(alice).fails(ErrorCode.NOSCRIPT, 0, 1, 2);
        rig.asked(0, Texts.RELEASE_WITH_TEXT);
        rig.grants(0, 1, 2).toldLast(alice, "released RELEASED").counted(Counter.SCRIPTS_RESENT, 3);
        rig.counted(Counter.NODE_ERRORS, 0);
    }

    @Test
    void shouldSendTheTextOnceOnlyToANodeThatNeverKnowsTheScript()
    {
        rig.acquiresEverywhere(alice).releases(alice).fails(ErrorCode.NOSCRIPT, 0);
        rig.fails(ErrorCode.NOSCRIPT, 0).askedNothing(0).counted(Counter.NODE_ERRORS, 1);
        rig.advanceMs(102).asked(0, Texts.RELEASE);
    }

    @Test
    void shouldTryAgainWhenTheTextCannotBeSent()
    {
        rig.acquiresEverywhere(alice).releases(alice).backPressured(true, 0);
        rig.fails(ErrorCode.NOSCRIPT, 0).askedNothing(0);

        rig.backPressured(false, 0).advanceMs(102).asked(0, Texts.RELEASE);
    }

    @Test
    void shouldUseTheCommandThatANodeHas()
    {
        reconnect(0, ReleaseMethod.DELIFEQ);
        reconnect(1, ReleaseMethod.DELEX);
        reconnect(2, ReleaseMethod.CAD);
        rig.acquiresEverywhere(alice).releases(alice).asked(0, "DELIFEQ orders <token>");
        rig.asked(1, "DELEX orders IFEQ <token>").asked(2, "CAD orders <token>");
        rig.asked(3, Texts.RELEASE);
        rig.grants(0, 1, 2).toldLast(alice, "released RELEASED");
    }

    @Test
    void shouldTakeTheWordOfCadThatThereIsNoKey()
    {
        reconnect(2, ReleaseMethod.CAD);
        rig.acquiresEverywhere(alice).releases(alice).grants(0, 1).answers(2, Replies.number(-1));
        rig.toldLast(alice, "released RELEASED");
        rig.grants(3, 4).tokensOut(0);
    }

    @Test
    void shouldFallBackToTheScriptWhereACommandMayNotBeUsed()
    {
        reconnect(0, ReleaseMethod.DELIFEQ);
        reconnect(1, ReleaseMethod.DELEX);
        reconnect(2, ReleaseMethod.CAD);
        rig.acquiresEverywhere(alice).releases(alice).fails(ErrorCode.NOPERM, 0);
        rig.fails(ErrorCode.UNKNOWN_COMMAND, 1).fails(ErrorCode.OTHER, 2);
        rig.askedEach(Texts.RELEASE, 0, 1, 2);
        rig.fails(ErrorCode.NOSCRIPT, 0).asked(0, Texts.RELEASE_WITH_TEXT);
        rig.grants(0, 1, 2, 3, 4).toldLast(alice, "released RELEASED").counted(Counter.NODE_ERRORS, 0);
        rig.acquiresEverywhere(alice).releases(alice).asked(0, Texts.RELEASE);
    }

    @Test
    void shouldFallBackWithEveryReleaseThatIsInFlight()
    {
        final Caller bob = rig.caller("bob", "stock", Options.plain());
        reconnect(0, ReleaseMethod.DELIFEQ);
        rig.acquiresEverywhere(alice).acquiresEverywhere(bob).releases(alice);
        rig.releases(bob).fails(ErrorCode.UNKNOWN_COMMAND, 0).fails(ErrorCode.UNKNOWN_COMMAND, 0);
        rig.asked(0, Texts.RELEASE, Texts.releaseOf("stock"));
    }

    @Test
    void shouldNotTakeAKeyOfAnotherTypeForOurs()
    {
        rig.acquiresEverywhere(alice).releases(alice).fails(ErrorCode.WRONGTYPE, 0, 1, 2);
        rig.toldLast(alice, "released EXPIRED");
        rig.grants(3, 4).tokensOut(0);
    }

    @Test
    void shouldNotTakeAStrangeAnswerForADeletion()
    {
        rig.acquiresEverywhere(alice).releases(alice).answers(0, Replies.strange());
        rig.answers(1, Replies.number(2)).answers(2, Replies.time(5));
        rig.toldLast(alice, "released UNKNOWN").counted(Counter.NODE_ERRORS, 3);
        rig.work().comesBack(0).asked(0, Texts.RELEASE);
    }

    private void reconnect(final int node, final ReleaseMethod method)
    {
        rig.goesDown(node);
        while (rig.transport.link(node) != ScriptedTransport.Link.CONNECTING)
        {
            rig.advanceMs(1);
        }
        rig.comesUp(node, method, false);
    }

    /**
     * A user that may run EVAL and not EVALSHA: what works is used from the start.
     */
    @Test
    void shouldSendScriptsWholeToANodeThatMayNotRunThemByTheirHash()
    {
        final EngineRig other = EngineRig.unconnected(Limits.of(3));
        for (int i = 0; i < 3; i++)
        {
            other.comesUp(i, ReleaseMethod.TEXT, false);
        }
        final Caller bob = other.caller("bob");
        other.acquiresEverywhere(bob);
        other.extendsLease(bob);
        assertThat(other.next(0).command.template()).hasToString("extend by EVAL");
        other.refuses(0, 1, 2);
        assertThat(bob.latest()).isEqualTo("extended LOST");

        other.acquiresEverywhere(bob);
        other.releases(bob);
        assertThat(other.next(0).command.template()).hasToString("release by EVAL");
        other.grants(0, 1, 2);
        rig.toldLast(bob, "released RELEASED");
        other.settle();
    }
}
