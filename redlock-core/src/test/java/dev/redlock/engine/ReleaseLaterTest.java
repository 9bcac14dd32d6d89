// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

/**
 * Released, but the nodes keep the key for a while. A rig's {@code grants} are promises to keep it.
 */
class ReleaseLaterTest
{
    private static final long STAY_MS = 3_000;

    private final EngineRig rig = EngineRig.ofNodes(5);
    private final Caller alice = rig.caller("alice");

    @AfterEach
    void settle()
    {
        rig.settle();
    }

    @Test
    void shouldBeReleasedWhenAQuorumHasPromisedToKeepTheKey()
    {
        rig.acquiresEverywhere(alice);
        releasesLater();
        for (int i = 0; i < 5; i++)
        {
            assertThat(rig.open(i)).containsExactly(Texts.releaseAfter(STAY_MS));
        }
        rig.grants(0, 1);
        assertThat(alice.log()).containsExactly("acquired 1");
        rig.grants(2);
        assertThat(alice.latest()).isEqualTo("released RELEASED");
        rig.grants(3, 4);

        assertThat(rig.engine.tokensOut()).isZero();
        assertThat(rig.count(Counter.RELEASES)).isEqualTo(1);
        assertThat(rig.count(Counter.RELEASES_LATER)).isEqualTo(1);
    }

    @Test
    void shouldFreeTheHandleAndItsLineAtOnceButGiveNobodyAPromise()
    {
        final Caller bob = rig.caller("bob");
        rig.acquiresEverywhere(alice);
        releasesLater();
        rig.acquires(bob);
        assertThat(rig.open(0)).containsExactly(Texts.releaseAfter(STAY_MS), Texts.SET);
        rig.grants(0, 1, 2);
        rig.refuses(0, 1, 2);
        rig.acquires(alice);
        rig.refuses(0, 1, 2);

        assertThat(bob.latest()).isEqualTo("denied CONTENDED");
        assertThat(alice.log()).containsExactly("acquired 1", "released RELEASED", "denied CONTENDED");
    }

    @Test
    void shouldNotTakeANodeWithoutTheKeyForAPromise()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3, 4);
        releasesLater();
        rig.grants(0, 1);
        assertThat(alice.log()).as("two promises").containsExactly("acquired 1");

        rig.grants(2);
        assertThat(alice.latest()).isEqualTo("released RELEASED");
    }

    @Test
    void shouldBeUnknownWhenTooFewPromiseInTime()
    {
        rig.acquiresEverywhere(alice);
        releasesLater();
        rig.grants(0, 1);
        rig.refuses(2);
        rig.advanceMs(53);
        assertThat(alice.latest()).isEqualTo("released UNKNOWN");

        rig.grants(3, 4);
        assertThat(alice.log()).hasSize(2);
        assertThat(rig.engine.tokensOut()).isZero();
    }

    @Test
    void shouldBeExpiredWhenTooFewNodesStillHaveTheKey()
    {
        rig.acquiresEverywhere(alice);
        releasesLater();
        rig.refuses(0, 1, 2);

        assertThat(alice.latest()).isEqualTo("released EXPIRED");
    }

    @Test
    void shouldOnlyReleaseWhatIsOver()
    {
        rig.acquiresEverywhere(alice);
        rig.stall(20 * Limits.SECOND);
        releasesLater();
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
        rig.refuses(0, 1, 2);

        assertThat(alice.latest()).isEqualTo("released EXPIRED");
    }

    @Test
    void shouldDoNothingForAnotherTermThanThePresentOne()
    {
        rig.acquiresEverywhere(alice);
        rig.releasesLater(alice, 7, STAY_MS);
        assertThat(alice.latest()).isEqualTo("released STALE_TERM");
        assertThat(rig.open(0)).isEmpty();

        rig.advanceMs(20_000);
        assertThat(alice.latest()).startsWith("lost");
        releasesLater();
        assertThat(alice.latest()).isEqualTo("released EXPIRED");
        assertThat(rig.sent(OperationKind.RELEASE_LATER)).isZero();
    }

    @Test
    void shouldReleaseAtOnceForNoTime()
    {
        rig.acquiresEverywhere(alice);
        rig.releasesLater(alice, 1, 0);

        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
        assertThat(rig.count(Counter.RELEASES_LATER)).isZero();
    }

    @Test
    void shouldRefuseATimeBeyondTheLimitsAndStillHold()
    {
        rig.acquiresEverywhere(alice);

        assertThatThrownBy(() ->
            rig.engine.releaseLater(alice.claim, 1, ClaimOptions.MAX_TTL_MS + 1, rig.nowNs()))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("86400001 ms");
        assertThat(alice.holds()).isTrue();
        assertThat(rig.open(0)).isEmpty();
    }

    @Test
    void shouldTellANodeThatComesBackWhatIsLeftOfTheTimeAndDeleteAfterIt()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(3, 4);
        releasesLater();
        rig.grants(0, 1, 2);
        assertThat(alice.latest()).isEqualTo("released RELEASED");

        final long askedNs = rig.elapsedNs();
        rig.comesBack(3, false);
        final long goneMs = (rig.elapsedNs() - askedNs) / Limits.MS;
        assertThat(rig.open(3)).containsExactly(Texts.releaseAfter(STAY_MS - goneMs));
        rig.grants(3);
        rig.advanceMs(STAY_MS);
        rig.comesBack(4, false);
        assertThat(rig.open(4)).containsExactly(Texts.RELEASE);
        rig.grants(4);
        assertThat(rig.engine.tokensOut()).isZero();
    }

    @Test
    void shouldSendTheTextToANodeThatHasForgottenTheScriptAndWhatIsLeftOfTheTime()
    {
        rig.acquiresEverywhere(alice);
        releasesLater();
        rig.advanceMs(10);
        rig.fails(ErrorCode.NOSCRIPT, 0, 1, 2);
        assertThat(rig.open(0)).containsExactly("EVAL X 1 orders <token> " + (STAY_MS - 10) + " exactly");
        assertThat(rig.count(Counter.NODE_ERRORS)).isZero();
        rig.grants(0, 1, 2);

        assertThat(alice.latest()).isEqualTo("released RELEASED");
    }

    @Test
    void shouldTryAgainAtANodeThatAnswersWithErrors()
    {
        rig.acquiresEverywhere(alice);
        releasesLater();
        rig.grants(0, 1, 2);
        rig.fails(ErrorCode.MISCONF, 3, 4);
        rig.advanceMs(200);

        assertThat(rig.open(3)).singleElement().asString().endsWith(" exactly");
    }

    @Test
    void shouldLeaveANodeThatStaysAwayToItsOlderTimeToLive()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(4);
        rig.releasesLater(alice, 1, 60_000);
        rig.grants(0, 1, 2, 3);
        rig.advanceMs(11_000);

        assertThat(rig.engine.tokensOut()).isZero();
        assertThat(rig.count(Counter.RELEASES_MOOT)).isEqualTo(1);
    }

    @Test
    void shouldEndExtensions()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000).autoExtend().build());
        rig.acquiresEverywhere(bob);
        rig.extendsLease(bob);
        rig.releasesLater(bob, bob.term(), STAY_MS);
        assertThat(bob.latest()).isEqualTo("extended STALE_TERM");
        assertThat(rig.open(0)).containsExactly(Texts.EXTEND, Texts.releaseAfter(STAY_MS));
        rig.grants(0, 1, 2, 3, 4);
        assertThat(bob.latest()).as("grants of the extension").isEqualTo("extended STALE_TERM");
        rig.grants(0, 1, 2, 3, 4);
        assertThat(bob.latest()).isEqualTo("released RELEASED");

        rig.advanceMs(20_000);
        assertThat(rig.sent(OperationKind.EXTEND)).isEqualTo(5);
    }

    @Test
    void shouldTellANodeWhoseGrantIsStillToCome()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        releasesLater();
        assertThat(rig.open(4)).containsExactly(Texts.SET, Texts.releaseAfter(STAY_MS));
        rig.grants(3, 4);
        rig.grants(3, 4, 0);

        assertThat(alice.log()).containsExactly("acquired 1", "released RELEASED");
    }

    @Test
    void shouldGoOnWhileTheEngineCloses()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(4);
        releasesLater();
        rig.closes();
        rig.sheds(alice);
        rig.grants(0, 1, 2, 3);
        assertThat(alice.latest()).isEqualTo("released RELEASED");

        rig.comesBack(4, false);
        assertThat(rig.open(4)).singleElement().asString().endsWith(" exactly");
    }

    private void releasesLater()
    {
        rig.releasesLater(alice, 1, STAY_MS);
    }
}
