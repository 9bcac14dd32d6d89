// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;

class AutoExtendTest
{
    private static final long MS = Limits.MS;
    private static final long SECOND = Limits.SECOND;

    /*
     * Extensions are brought forward by less than a thousandth of the time to live, to leave with others.
     */
    private static final int GRID_LINES = 1024;
    private static final long GRID_MS = 12_000 / GRID_LINES + 1;

    private final EngineRig rig = EngineRig.ofNodes(3);
    private final Caller alice = rig.caller("alice", Options.ttlMs(12_000).autoExtend().build());

    @AfterEach
    void settle()
    {
        rig.settle();
    }

    private void expectExtensionAt(final long elapsedMs)
    {
        expectExtensionAt(elapsedMs, GRID_MS);
    }

    private void expectExtensionAt(final long elapsedMs, final long gridMs)
    {
        rig.advanceTo((elapsedMs - gridMs) * MS);
        assertThat(rig.hasNext(0)).as("asked before its time").isFalse();
        rig.advanceTo((elapsedMs + 3) * MS);
        assertThat(rig.hasNext(0)).as("asked in time").isTrue();
    }

    @Test
    void shouldExtendAtAThirdOfTheTimeToLive()
    {
        rig.acquiresEverywhere(alice);
        expectExtensionAt(4_000);
        assertThat(rig.open(0)).containsExactly(Texts.extendBy(12_000));
        rig.grants(0, 1, 2);

        assertThat(alice.log()).as("nobody asked").containsExactly("acquired 1", "valid longer");
        assertThat(alice.validUntilNs()).isBetween((15_878 - GRID_MS) * MS, 15_880 * MS);
        expectExtensionAt(8_000);
    }

    /**
     * Leases that were acquired at about the same time are extended at the same time, in one write per node.
     */
    @Test
    void shouldExtendLeasesTogetherThatAreDueTogether()
    {
        final Caller bob = rig.caller("bob", "stock", Options.ttlMs(12_000).autoExtend().build());
        rig.acquiresEverywhere(alice);
        rig.advanceMs(1);
        rig.acquiresEverywhere(bob);
        rig.advanceUntilAsked(0);

        assertThat(rig.open(0)).hasSize(2);
    }

    @Test
    void shouldCountTheThirdFromBeforeTheAttempt()
    {
        rig.acquires(alice);
        rig.grants(0);
        rig.stall(5 * SECOND);
        rig.grants(1, 2);
        rig.work();

        assertThat(rig.open(0)).containsExactly(Texts.extendBy(12_000));
    }

    @Test
    void shouldNotExtendAutomaticallyUnlessAsked()
    {
        final Caller bob = rig.caller("bob");
        rig.acquiresEverywhere(bob);
        rig.advanceMs(9_900);

        assertThat(rig.sent(OperationKind.EXTEND)).isZero();
        assertThat(bob.latest()).isEqualTo("lost EXPIRED");
    }

    @Test
    void shouldTryAgainAtATwelfthAfterARoundWithoutADecision()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(4_002);
        rig.grants(0);
        rig.advanceMs(60);
        assertThat(rig.count(Counter.EXTENSIONS_INCONCLUSIVE)).isEqualTo(1);
        rig.grants(1);
        rig.advanceMs(900);
        assertThat(rig.count(Counter.EXTENSIONS)).isEqualTo(1);
        rig.advanceMs(200);
        assertThat(rig.count(Counter.EXTENSIONS)).isEqualTo(2);
        rig.advanceMs(1_000);
        assertThat(rig.count(Counter.EXTENSIONS)).isEqualTo(3);
        assertThat(alice.log()).containsExactly("acquired 1", "valid longer");
    }

    @Test
    void shouldGoOnAfterFailures()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0, 1);
        rig.advanceMs(4_002);
        assertThat(rig.count(Counter.EXTENSIONS_INCONCLUSIVE)).isEqualTo(1);
        rig.comesBack(0, false);
        rig.comesBack(1, false);
        rig.advanceUntilAsked(1);
        rig.grants(0, 1, 2);

        assertThat(alice.latest()).isEqualTo("valid longer");
        assertThat(rig.count(Counter.EXTENSIONS_WON)).isEqualTo(1);
    }

    @Test
    void shouldTryUntilTheDeadlineAndNotBeyond()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0, 1);
        rig.advanceTo(11_878 * MS - 1);
        assertThat(alice.holds()).isTrue();
        assertThat(rig.count(Counter.EXTENSIONS)).isEqualTo(8);
        rig.advanceMs(2);

        assertThat(alice.latest()).isEqualTo("lost EXPIRED");
        rig.advanceMs(5_000);
        assertThat(rig.count(Counter.EXTENSIONS)).isEqualTo(8);
    }

    @Test
    void shouldNotBotherTheHolderWithCausesItDidNotAskFor()
    {
        rig.acquires(alice);
        rig.grants(0, 1);
        rig.advanceMs(4_002);
        rig.refuses(2);
        rig.advanceMs(60);

        assertThat(rig.causes(alice)).containsExactly(Cause.GRANTED, Cause.GRANTED, Cause.PENDING);
    }

    @Test
    void shouldDieWithTheRelease()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(1_000);
        rig.releases(alice);
        rig.grants(0, 1, 2);
        rig.advanceMs(20_000);

        assertThat(rig.sent(OperationKind.EXTEND)).isZero();
    }

    @Test
    void shouldDieWithAReleaseWhileARoundIsInFlight()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(4_002);
        rig.grants(0);
        rig.releases(alice);
        assertThat(rig.open(1)).containsExactly(Texts.extendBy(12_000), Texts.RELEASE);
        rig.grants(1, 2);
        rig.advanceMs(100);
        rig.grants(0, 1, 2);
        rig.advanceMs(20_000);

        assertThat(alice.log()).containsExactly("acquired 1", "released UNKNOWN");
        assertThat(rig.sent(OperationKind.EXTEND)).isEqualTo(3);
    }

    @Test
    void shouldDieWithTheLossWhileARoundIsInFlight()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(4_002);
        rig.refuses(0, 1);
        assertThat(alice.log()).containsExactly("acquired 1", "lost REFUSED");
        rig.grants(2);
        rig.advanceMs(20_000);

        assertThat(rig.sent(OperationKind.EXTEND)).isEqualTo(3);
        assertThat(alice.log()).hasSize(2);
    }

    @Test
    void shouldLeaveTheNextTermAlone()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(4_002);
        rig.releases(alice);
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.grants(0, 1, 2);
        assertThat(alice.holds()).isFalse();
        rig.grants(0, 1);

        assertThat(alice.log()).containsExactly("acquired 1", "released RELEASED", "acquired 2");
        expectExtensionAt(8_000);
    }

    @Test
    void shouldEndWithTheMaximumHold()
    {
        final Caller bob = rig.caller(
            "bob", Options.ttlMs(12_000).autoExtend().maxHoldNs(19_500 * MS).build());
        rig.acquiresEverywhere(bob);
        rig.advanceUntilAsked(0);
        rig.grants(0, 1, 2);
        rig.advanceUntilAsked(0);
        assertThat(rig.open(0)).containsExactly(Texts.extendBy(19_500 - rig.elapsedNs() / MS - 1));
        rig.grants(0, 1, 2);
        assertThat(rig.count(Counter.EXTENSIONS_WON)).isEqualTo(2);
        rig.advanceTo(20 * SECOND);

        assertThat(bob.latest()).isEqualTo("lost LIMIT_REACHED");
        assertThat(bob.validUntilNs()).isBetween((19_500 - 118) * MS - 1 * MS, (19_500 - 117) * MS);
        assertThat(rig.count(Counter.EXTENSIONS)).as("none for the last crumbs").isEqualTo(2);
    }

    @Test
    void shouldEndWithTheConfiguredNumberOfExtensions()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(12_000).autoExtend().maxExtensions(1).build());
        rig.acquiresEverywhere(bob);
        rig.advanceMs(4_002);
        rig.grants(0, 1, 2);
        rig.advanceMs(11_880);

        assertThat(bob.log()).containsExactly("acquired 1", "valid longer", "lost LIMIT_REACHED");
        assertThat(rig.count(Counter.EXTENSIONS)).isEqualTo(1);
    }

    @Test
    void shouldGoOnAfterALongerExtensionByHand()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice, 1, 60_000);
        rig.grants(0, 1, 2);
        expectExtensionAt(20_000, 60_000 / GRID_LINES + 1);
        rig.grants(0, 1, 2);
        assertThat(alice.validUntilNs()).isEqualTo((60_000 - 602) * MS);

        for (int i = 0; i < 10; i++)
        {
            rig.advanceUntilAsked(0);
            rig.grants(0, 1, 2);
        }
        assertThat(alice.holds()).isTrue();
        assertThat(alice.validUntilNs()).isGreaterThan(60 * SECOND + 10 * SECOND);
    }

    @Test
    void shouldGiveAManualExtensionItsOwnRound()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(4_002);
        rig.grants(0);
        rig.extendsLease(alice, 1, 30_000);
        assertThat(rig.open(0)).containsExactly(Texts.extendBy(30_000));
        assertThat(rig.open(1)).containsExactly(Texts.extendBy(12_000), Texts.extendBy(30_000));
        assertThat(rig.causes(alice)).containsOnly(Cause.PENDING);

        rig.grants(1, 2);
        assertThat(alice.log()).containsExactly("acquired 1", "valid longer");
        rig.grants(0, 1);

        assertThat(alice.latest()).isEqualTo("extended EXTENDED");
        assertThat(alice.validUntilNs()).isBetween((4_000 + 29_698) * MS, (4_004 + 29_698) * MS);
        assertThat(rig.count(Counter.EXTENSIONS_WON)).isEqualTo(1);
    }

    @Test
    void shouldNotExtendAutomaticallyDuringAManualExtension()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(3_990);
        rig.extendsLease(alice);
        rig.advanceMs(20);
        assertThat(rig.count(Counter.EXTENSIONS)).isEqualTo(1);
        rig.grants(0, 1);
        expectExtensionAt(7_990);
    }
}
