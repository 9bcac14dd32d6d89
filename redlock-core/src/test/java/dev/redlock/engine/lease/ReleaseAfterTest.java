// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

/**
 * Released, but the nodes keep the key for a while. A rig's {@code grants} are promises to keep it.
 */
class ReleaseAfterTest
{
    private static final long KEEP_MS = 3_000;

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(5);
    private final Caller alice = rig.caller("alice");

    @Test
    void shouldBeReleasedWhenAQuorumHasPromisedToKeepTheKey()
    {
        rig.acquiresEverywhere(alice).releasesAfter(alice, 1, KEEP_MS);
        rig.askedEach(Texts.releaseAfter(KEEP_MS), 0, 1, 2, 3, 4);
        rig.grants(0, 1).told(alice, "acquired 1");
        rig.grants(2).toldLast(alice, "released RELEASED");
        rig.grants(3, 4).tokensOut(0).counted(Counter.RELEASES, 1).counted(Counter.RELEASES_AFTER, 1);
    }

    @Test
    void shouldFreeTheHandleAndItsLineAtOnceButGiveNobodyAPromise()
    {
        final Caller bob = rig.caller("bob");
        rig.acquiresEverywhere(alice).releasesAfter(alice, 1, KEEP_MS).acquires(bob);
        rig.asked(0, Texts.releaseAfter(KEEP_MS), Texts.SET);
        rig.grants(0, 1, 2).refuses(0, 1, 2).acquires(alice).refuses(0, 1, 2);
        rig.toldLast(bob, "denied CONTENDED");
        rig.told(alice, "acquired 1", "released RELEASED", "denied CONTENDED");
    }

    @Test
    void shouldNotTakeANodeWithoutTheKeyForAPromise()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3, 4).releasesAfter(alice, 1, KEEP_MS).grants(0, 1);
        assertThat(alice.log()).as("two promises").containsExactly("acquired 1");

        rig.grants(2).toldLast(alice, "released RELEASED");
    }

    @Test
    void shouldBeUnknownWhenTooFewPromiseInTime()
    {
        rig.acquiresEverywhere(alice).releasesAfter(alice, 1, KEEP_MS).grants(0, 1).refuses(2);
        rig.advanceMs(53).toldLast(alice, "released UNKNOWN");

        rig.grants(3, 4);
        assertThat(alice.log()).hasSize(2);
        rig.tokensOut(0);
    }

    @Test
    void shouldBeExpiredWhenTooFewNodesStillHaveTheKey()
    {
        rig.acquiresEverywhere(alice).releasesAfter(alice, 1, KEEP_MS).refuses(0, 1, 2);
        rig.toldLast(alice, "released EXPIRED");
    }

    @Test
    void shouldOnlyReleaseWhatIsOver()
    {
        rig.acquiresEverywhere(alice).stall(20 * Limits.SECOND).releasesAfter(alice, 1, KEEP_MS);
        rig.asked(0, Texts.RELEASE);
        rig.refuses(0, 1, 2).toldLast(alice, "released EXPIRED");
    }

    @Test
    void shouldDoNothingForAnotherTermThanThePresentOne()
    {
        rig.acquiresEverywhere(alice).releasesAfter(alice, 7, KEEP_MS);
        rig.toldLast(alice, "released STALE_TERM").askedNothing(0);

        rig.advanceMs(20_000);
        assertThat(alice.latest()).startsWith("lost");
        rig.releasesAfter(alice, 1, KEEP_MS).toldLast(alice, "released EXPIRED");
        rig.sent(OperationKind.RELEASE_AFTER, 0);
    }

    @Test
    void shouldReleaseAtOnceForNoTime()
    {
        rig.acquiresEverywhere(alice).releasesAfter(alice, 1, 0).asked(0, Texts.RELEASE);
        rig.counted(Counter.RELEASES_AFTER, 0);
    }

    @Test
    void shouldRefuseATimeBeyondTheLimitsAndStillHold()
    {
        rig.acquiresEverywhere(alice);

        assertThatThrownBy(() ->
            rig.engine.release(alice.claim, 1, ClaimOptions.MAX_TTL_MS + 1, rig.nowNs()))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("86400001 ms");
        rig.heldBy(alice).askedNothing(0);
    }

    @Test
    void shouldTellANodeThatComesBackWhatIsLeftOfTheTimeAndDeleteAfterIt()
    {
        rig.acquiresEverywhere(alice).goesDown(3, 4).releasesAfter(alice, 1, KEEP_MS).grants(0, 1, 2);
        rig.toldLast(alice, "released RELEASED");

        final long askedNs = rig.elapsedNs();
        rig.comesBack(3);
        final long goneMs = (rig.elapsedNs() - askedNs) / Limits.MS;
        rig.asked(3, Texts.releaseAfter(KEEP_MS - goneMs));
        rig.grants(3).advanceMs(KEEP_MS).comesBack(4).asked(4, Texts.RELEASE);
        rig.grants(4).tokensOut(0);
    }

    @Test
    void shouldSendTheTextToANodeThatHasForgottenTheScriptAndWhatIsLeftOfTheTime()
    {
        rig.acquiresEverywhere(alice).releasesAfter(alice, 1, KEEP_MS).advanceMs(10);
        rig.fails(ErrorCode.NOSCRIPT, 0, 1, 2);
        rig.asked(0, "EVAL X 1 orders <token> " + (KEEP_MS - 10) + " exactly");
        rig.counted(Counter.NODE_ERRORS, 0);
        rig.grants(0, 1, 2).toldLast(alice, "released RELEASED");
    }

    @Test
    void shouldTryAgainAtANodeThatAnswersWithErrors()
    {
        rig.acquiresEverywhere(alice).releasesAfter(alice, 1, KEEP_MS).grants(0, 1, 2);
        rig.fails(ErrorCode.MISCONF, 3, 4).advanceMs(200);

        assertThat(rig.open(3)).singleElement().asString().endsWith(" exactly");
    }

    @Test
    void shouldLeaveANodeThatStaysAwayToItsOlderTimeToLive()
    {
        rig.acquiresEverywhere(alice).goesDown(4).releasesAfter(alice, 1, 60_000).grants(0, 1, 2, 3);
        rig.advanceMs(11_000).tokensOut(0).counted(Counter.RELEASES_MOOT, 1);
    }

    @Test
    void shouldEndExtensions()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.autoExtend = true));
        rig.acquiresEverywhere(bob).extendsLease(bob).releasesAfter(bob, bob.term(), KEEP_MS);
        rig.toldLast(bob, "extended STALE_TERM").asked(0, Texts.EXTEND, Texts.releaseAfter(KEEP_MS));
        rig.grants(0, 1, 2, 3, 4);
        assertThat(bob.latest()).as("grants of the extension").isEqualTo("extended STALE_TERM");
        rig.grants(0, 1, 2, 3, 4).toldLast(bob, "released RELEASED");

        rig.advanceMs(20_000).sent(OperationKind.EXTEND, 5);
    }

    @Test
    void shouldTellANodeWhoseGrantIsStillToCome()
    {
        rig.acquires(alice).grants(0, 1, 2).releasesAfter(alice, 1, KEEP_MS);
        rig.asked(4, Texts.SET, Texts.releaseAfter(KEEP_MS));
        rig.grants(3, 4).grants(3, 4, 0).told(alice, "acquired 1", "released RELEASED");
    }

    @Test
    void shouldGoOnWhileTheEngineCloses()
    {
        rig.acquiresEverywhere(alice).goesDown(4).releasesAfter(alice, 1, KEEP_MS).closes();
        rig.sheds(alice).grants(0, 1, 2, 3).toldLast(alice, "released RELEASED");

        rig.comesBack(4);
        assertThat(rig.open(4)).singleElement().asString().endsWith(" exactly");
    }
}
