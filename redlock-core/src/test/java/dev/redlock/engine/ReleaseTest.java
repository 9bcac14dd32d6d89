// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Quorum;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.ReleaseMethod;

class ReleaseTest
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
    void shouldTellEveryNodeThatGrantedOrHasNotAnswered()
    {
        rig.acquires(alice);
        rig.grants(0, 1);
        rig.refuses(2);
        rig.grants(3);
        rig.releases(alice);

        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
        assertThat(rig.open(1)).containsExactly(Texts.RELEASE);
        assertThat(rig.open(2)).as("refused").isEmpty();
        assertThat(rig.open(3)).containsExactly(Texts.RELEASE);
        assertThat(rig.open(4)).as("unknown").containsExactly(Texts.SET, Texts.RELEASE);
    }

    @Test
    void shouldTellNodesThatTimedOutOrAnsweredStrangelyButNotThoseThatRefusedToWork()
    {
        rig.goesDown(4);
        rig.acquires(alice, 5_000 * MS);
        rig.fails(ErrorCode.OOM, 0);
        rig.fails(ErrorCode.OTHER, 1);
        rig.answers(2, Replies.strange());

        assertThat(rig.open(0)).as("certainly not executed").isEmpty();
        assertThat(rig.open(1)).as("an error of unknown origin").containsExactly(Texts.RELEASE);
        assertThat(rig.open(3)).as("no answer").containsExactly(Texts.SET, Texts.RELEASE);
        assertThat(rig.open(4)).as("not asked").isEmpty();
        rig.work();
        rig.comesBack(2, false);
        assertThat(rig.open(2)).as("an answer nobody understands").containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldBeReleasedWhenAQuorumIsCertainlyWithoutTheKey()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(1_000);
        rig.releases(alice);
        rig.grants(0, 1);
        assertThat(alice.log()).containsExactly("acquired 1");

        rig.advanceMs(7);
        rig.grants(2);

        assertThat(alice.latest()).isEqualTo("released RELEASED");
        assertThat(rig.count(Counter.RELEASES)).isEqualTo(1);
        assertThat(rig.meter.heldNs).isEqualTo(1_000 * MS);
        assertThat(rig.meter.releasedNs).isEqualTo(7 * MS);
    }

    @Test
    void shouldCountNodesThatHadRefusedAsWithoutTheKey()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3, 4);
        rig.releases(alice);
        assertThat(alice.log()).containsExactly("acquired 1");

        rig.grants(1);

        assertThat(alice.latest()).isEqualTo("released RELEASED");
    }

    @Test
    void shouldBeFreeForAnotherAcquisitionAtOnce()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.acquires(alice);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE, Texts.SET);
        rig.grants(0, 1, 2);
        rig.grants(0, 1, 2);

        assertThat(alice.log()).containsExactly("acquired 1", "released RELEASED", "acquired 2");
    }

    @Test
    void shouldBeUnknownWhenTooFewConfirmInTime()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.grants(0, 1);
        rig.advanceMs(53);

        assertThat(alice.latest()).isEqualTo("released UNKNOWN");
        assertThat(rig.count(Counter.RELEASES_UNKNOWN)).isEqualTo(1);
        assertThat(rig.count(Counter.NODE_TIMEOUTS)).isEqualTo(3);
        rig.grants(2, 3, 4);
        assertThat(rig.engine.tokensOut()).isZero();
    }

    @Test
    void shouldWaitForSlowNodesAsLongAsTheyNeed()
    {
        rig = EngineRig.of(Limits.of(5).timeoutNs(5 * MS, 250 * MS).build());
        alice = rig.caller("alice");
        rig.advanceMs(600);
        rig.acquires(alice);
        rig.grants(3, 4);
        rig.advanceMs(7);
        rig.grants(3, 4);
        rig.advanceMs(33);
        rig.grants(0, 1, 2);
        rig.grants(0, 1, 2);
        final int timeouts = rig.count(Counter.NODE_TIMEOUTS);
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.advanceMs(20);
        assertThat(rig.count(Counter.NODE_TIMEOUTS) - timeouts).as("the two fast ones").isEqualTo(2);
        rig.grants(0, 1, 2);

        assertThat(alice.latest()).isEqualTo("released RELEASED");
    }

    @Test
    void shouldCountALateConfirmationWhileTheVoteIsOpen()
    {
        rig = EngineRig.of(Limits.of(new Quorum(3, 2)).timeoutNs(5 * MS, 250 * MS).build());
        alice = rig.caller("alice");
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.fails(ErrorCode.BUSY, 0);
        rig.advanceMs(101);
        rig.grants(0, 1);

        assertThat(alice.latest()).isEqualTo("released RELEASED");
    }

    @Test
    void shouldBeExpiredAfterTheDeadlineEvenIfUnnoticed()
    {
        rig.acquiresEverywhere(alice);
        rig.stall(9_898 * MS);
        rig.releases(alice);
        rig.grants(0, 1, 2);

        assertThat(alice.log()).containsExactly("acquired 1", "released EXPIRED");
    }

    @Test
    void shouldBeReleasedOneNanosecondBeforeTheDeadline()
    {
        rig.acquiresEverywhere(alice);
        rig.stall(9_898 * MS - 1);
        rig.releases(alice);
        rig.grants(0, 1, 2);

        assertThat(alice.log()).containsExactly("acquired 1", "released RELEASED");
    }

    @Test
    void shouldBeExpiredWhenSoManyKeysWereGoneThatNoQuorumHeld()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3, 4);
        rig.releases(alice);
        rig.refuses(0);

        assertThat(alice.latest()).isEqualTo("released EXPIRED");
    }

    @Test
    void shouldNotBeExpiredForAKeyThatWasNotNeeded()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.refuses(0, 1);
        rig.grants(2);

        assertThat(alice.latest()).isEqualTo("released RELEASED");
    }

    @Test
    void shouldNotBeExpiredForAKeyThatItsOwnFirstReleaseHadDeleted()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3, 4);
        rig.releases(alice);
        rig.goesDown(0);
        rig.comesBack(0, false);
        rig.refuses(0);

        assertThat(alice.latest()).isEqualTo("released RELEASED");
    }

    @Test
    void shouldCallAnEarlierTermStale()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.grants(0, 1, 2, 3, 4);
        rig.releases(alice, 1);
        assertThat(alice.latest()).isEqualTo("released STALE_TERM");

        rig.acquiresEverywhere(alice);
        rig.releases(alice, 1);

        assertThat(alice.latest()).isEqualTo("released STALE_TERM");
        assertThat(alice.holds()).isTrue();
        assertThat(rig.count(Counter.RELEASES)).isEqualTo(1);
    }

    @Test
    void shouldCallATermStaleThatNeverWas()
    {
        rig.releases(alice, 0);
        rig.releases(alice, 1);
        rig.releases(alice, -1);
        rig.extendsLease(alice, 0, 0);

        assertThat(alice.log()).containsExactly(
            "released STALE_TERM", "released STALE_TERM", "released STALE_TERM", "extended STALE_TERM");
    }

    @Test
    void shouldCallALostTermExpired()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(9_900);
        rig.releases(alice, 1);
        rig.extendsLease(alice, 1, 0);

        assertThat(alice.log()).containsExactly(
            "acquired 1", "lost EXPIRED", "released EXPIRED", "extended LOST");
    }

    @Test
    void shouldSendTheTextOfAScriptThatIsNotCached()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.fails(ErrorCode.NOSCRIPT, 0, 1, 2);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE_WITH_TEXT);
        rig.grants(0, 1, 2);

        assertThat(alice.latest()).isEqualTo("released RELEASED");
        assertThat(rig.count(Counter.SCRIPTS_RESENT)).isEqualTo(3);
        assertThat(rig.count(Counter.NODE_ERRORS)).isZero();
    }

    @Test
    void shouldSendTheTextOnceOnlyToANodeThatNeverKnowsTheScript()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.fails(ErrorCode.NOSCRIPT, 0);
        rig.fails(ErrorCode.NOSCRIPT, 0);

        assertThat(rig.open(0)).isEmpty();
        assertThat(rig.count(Counter.NODE_ERRORS)).isEqualTo(1);
        rig.advanceMs(102);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldTryAgainWhenTheTextCannotBeSent()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.transport.backPressured(0, true);
        rig.fails(ErrorCode.NOSCRIPT, 0);
        assertThat(rig.open(0)).isEmpty();

        rig.transport.backPressured(0, false);
        rig.advanceMs(102);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldUseTheCommandThatANodeHas()
    {
        reconnect(0, ReleaseMethod.DELIFEQ);
        reconnect(1, ReleaseMethod.DELEX);
        reconnect(2, ReleaseMethod.CAD);
        rig.acquiresEverywhere(alice);
        rig.releases(alice);

        assertThat(rig.open(0)).containsExactly("DELIFEQ orders <token>");
        assertThat(rig.open(1)).containsExactly("DELEX orders IFEQ <token>");
        assertThat(rig.open(2)).containsExactly("CAD orders <token>");
        assertThat(rig.open(3)).containsExactly(Texts.RELEASE);
        rig.grants(0, 1, 2);
        assertThat(alice.latest()).isEqualTo("released RELEASED");
    }

    @Test
    void shouldTakeTheWordOfCadThatThereIsNoKey()
    {
        reconnect(2, ReleaseMethod.CAD);
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.grants(0, 1);
        rig.answers(2, Replies.number(-1));

        assertThat(alice.latest()).isEqualTo("released RELEASED");
        rig.grants(3, 4);
        assertThat(rig.engine.tokensOut()).isZero();
    }

    @Test
    void shouldFallBackToTheScriptWhereACommandMayNotBeUsed()
    {
        reconnect(0, ReleaseMethod.DELIFEQ);
        reconnect(1, ReleaseMethod.DELEX);
        reconnect(2, ReleaseMethod.CAD);
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.fails(ErrorCode.NOPERM, 0);
        rig.fails(ErrorCode.UNKNOWN_COMMAND, 1);
        rig.fails(ErrorCode.OTHER, 2);
        for (int node = 0; node < 3; node++)
        {
            assertThat(rig.open(node)).containsExactly(Texts.RELEASE);
        }
        rig.fails(ErrorCode.NOSCRIPT, 0);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE_WITH_TEXT);
        rig.grants(0, 1, 2, 3, 4);

        assertThat(alice.latest()).isEqualTo("released RELEASED");
        assertThat(rig.count(Counter.NODE_ERRORS)).isZero();
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldFallBackWithEveryReleaseThatIsInFlight()
    {
        final Caller bob = rig.caller("bob", "stock", Options.plain());
        reconnect(0, ReleaseMethod.DELIFEQ);
        rig.acquiresEverywhere(alice);
        rig.acquiresEverywhere(bob);
        rig.releases(alice);
        rig.releases(bob);
        rig.fails(ErrorCode.UNKNOWN_COMMAND, 0);
        rig.fails(ErrorCode.UNKNOWN_COMMAND, 0);

        assertThat(rig.open(0)).containsExactly(
            Texts.RELEASE, Texts.releaseOf("stock"));
    }

    @Test
    void shouldNotTakeAKeyOfAnotherTypeForOurs()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.fails(ErrorCode.WRONGTYPE, 0, 1, 2);

        assertThat(alice.latest()).isEqualTo("released EXPIRED");
        rig.grants(3, 4);
        assertThat(rig.engine.tokensOut()).isZero();
    }

    @Test
    void shouldNotTakeAStrangeAnswerForADeletion()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.answers(0, Replies.strange());
        rig.answers(1, Replies.number(2));
        rig.answers(2, Replies.time(5));

        assertThat(alice.latest()).isEqualTo("released UNKNOWN");
        assertThat(rig.count(Counter.NODE_ERRORS)).isEqualTo(3);
        rig.work();
        rig.comesBack(0, false);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
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
        final EngineRig other = EngineRig.unconnected(Limits.of(3).build());
        for (int i = 0; i < 3; i++)
        {
            other.comesUp(i, ReleaseMethod.TEXT, false);
        }
        final Caller bob = other.caller("bob");
        other.acquiresEverywhere(bob);
        other.extendsLease(bob);
        assertThat(other.next(0).kind).isEqualTo(OperationKind.EXTEND_WITH_TEXT);
        other.refuses(0, 1, 2);
        assertThat(bob.latest()).startsWith("lost");

        other.acquiresEverywhere(bob);
        other.releases(bob);
        assertThat(other.next(0).kind).isEqualTo(OperationKind.RELEASE_WITH_TEXT);
        other.grants(0, 1, 2);
        assertThat(bob.latest()).isEqualTo("released RELEASED");
        other.settle();
    }
}
