// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.wire.OperationKind;
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

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(3);
    private final Caller alice = rig.caller("alice", Options.ttlMs(12_000, (set) -> set.autoExtend = true));

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
        rig.asked(0, Texts.extendBy(12_000));
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
        final Caller bob = rig.caller("bob", "stock", Options.ttlMs(12_000, (set) -> set.autoExtend = true));
        rig.acquiresEverywhere(alice).advanceMs(1).acquiresEverywhere(bob).advanceUntilAsked(0);

        assertThat(rig.open(0)).hasSize(2);
    }

    @Test
    void shouldCountTheThirdFromBeforeTheAttempt()
    {
        rig.acquires(alice).grants(0).stall(5 * SECOND).grants(1, 2).work();
        rig.asked(0, Texts.extendBy(12_000));
    }

    @Test
    void shouldNotExtendAutomaticallyUnlessAsked()
    {
        final Caller bob = rig.caller("bob");
        rig.acquiresEverywhere(bob).advanceMs(9_900).sent(OperationKind.EXTEND, 0);
        rig.toldLast(bob, "lost EXPIRED");
    }

    @Test
    void shouldTryAgainAtATwelfthAfterARoundWithoutADecision()
    {
        rig.acquiresEverywhere(alice).advanceMs(4_002).grants(0).advanceMs(60);
        rig.counted(Counter.EXTENSIONS_INCONCLUSIVE, 1);
        rig.grants(1).advanceMs(900).counted(Counter.EXTENSIONS, 1);
        rig.advanceMs(200).counted(Counter.EXTENSIONS, 2);
        rig.advanceMs(1_000).counted(Counter.EXTENSIONS, 3).told(alice, "acquired 1", "valid longer");
    }

    @Test
    void shouldGoOnAfterFailures()
    {
        rig.acquiresEverywhere(alice).goesDown(0, 1).advanceMs(4_002);
        rig.counted(Counter.EXTENSIONS_INCONCLUSIVE, 1);
        rig.comesBack(0, 1).advanceUntilAsked(1).grants(0, 1, 2).toldLast(alice, "valid longer");
        rig.counted(Counter.EXTENSIONS_WON, 1);
    }

    @Test
    void shouldTryUntilTheDeadlineAndNotBeyond()
    {
        rig.acquiresEverywhere(alice).goesDown(0, 1).advanceTo(11_878 * MS - 1).heldBy(alice);
        rig.counted(Counter.EXTENSIONS, 8);
        rig.advanceMs(2).toldLast(alice, "lost EXPIRED");
        rig.advanceMs(5_000).counted(Counter.EXTENSIONS, 8);
    }

    @Test
    void shouldNotBotherTheHolderWithCausesItDidNotAskFor()
    {
        rig.acquires(alice).grants(0, 1).advanceMs(4_002).refuses(2).advanceMs(60);
        rig.causes(alice, Cause.GRANTED, Cause.GRANTED, Cause.PENDING);
    }

    @Test
    void shouldDieWithTheRelease()
    {
        rig.acquiresEverywhere(alice).advanceMs(1_000).releases(alice).grants(0, 1, 2);
        rig.advanceMs(20_000).sent(OperationKind.EXTEND, 0);
    }

    @Test
    void shouldDieWithAReleaseWhileARoundIsInFlight()
    {
        rig.acquiresEverywhere(alice).advanceMs(4_002).grants(0);
        rig.releases(alice).asked(1, Texts.extendBy(12_000), Texts.RELEASE);
        rig.grants(1, 2).advanceMs(100).grants(0, 1, 2).advanceMs(20_000);
        rig.told(alice, "acquired 1", "released UNKNOWN").sent(OperationKind.EXTEND, 3);
    }

    @Test
    void shouldDieWithTheLossWhileARoundIsInFlight()
    {
        rig.acquiresEverywhere(alice).advanceMs(4_002).refuses(0, 1);
        rig.told(alice, "acquired 1", "lost REFUSED");
        rig.grants(2).advanceMs(20_000).sent(OperationKind.EXTEND, 3);
        assertThat(alice.log()).hasSize(2);
    }

    @Test
    void shouldLeaveTheNextTermAlone()
    {
        rig.acquiresEverywhere(alice).advanceMs(4_002).releases(alice);
        rig.acquires(alice).grants(0, 1, 2).grants(0, 1, 2).notHeldBy(alice);
        rig.grants(0, 1).told(alice, "acquired 1", "released RELEASED", "acquired 2");
        expectExtensionAt(8_000);
    }

    @Test
    void shouldEndWithTheMaximumHold()
    {
        final Caller bob = rig.caller(
            "bob", Options.ttlMs(12_000, (set) -> set.autoExtend = true,
                (set) -> set.maxHoldNs = 19_500 * MS));
        rig.acquiresEverywhere(bob).advanceUntilAsked(0).grants(0, 1, 2).advanceUntilAsked(0);
        rig.asked(0, Texts.extendBy(19_500 - rig.elapsedNs() / MS - 1));
        rig.grants(0, 1, 2).counted(Counter.EXTENSIONS_WON, 2);
        rig.advanceTo(20 * SECOND).toldLast(bob, "lost MAX_HOLD_REACHED");
        assertThat(bob.validUntilNs()).isBetween((19_500 - 118) * MS - 1 * MS, (19_500 - 117) * MS);
        assertThat(rig.count(Counter.EXTENSIONS)).as("none for the last crumbs").isEqualTo(2);
    }

    @Test
    void shouldEndWithTheConfiguredNumberOfExtensions()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(12_000, (set) -> set.autoExtend = true,
            (set) -> set.maxExtensions = 1));
        rig.acquiresEverywhere(bob).advanceMs(4_002).grants(0, 1, 2).advanceMs(11_880);
        rig.told(bob, "acquired 1", "valid longer", "lost MAX_HOLD_REACHED");
        rig.counted(Counter.EXTENSIONS, 1);
    }

    @Test
    void shouldGoOnAfterALongerExtensionByHand()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice, 1, 60_000).grants(0, 1, 2);
        expectExtensionAt(20_000, 60_000 / GRID_LINES + 1);
        rig.grants(0, 1, 2).validUntil(alice, (60_000 - 602) * MS);

        for (int i = 0; i < 10; i++)
        {
            rig.advanceUntilAsked(0).grants(0, 1, 2);
        }
        rig.heldBy(alice);
        assertThat(alice.validUntilNs()).isGreaterThan(60 * SECOND + 10 * SECOND);
    }

    @Test
    void shouldGiveAManualExtensionItsOwnRound()
    {
        rig.acquiresEverywhere(alice).advanceMs(4_002).grants(0);
        rig.extendsLease(alice, 1, 30_000).asked(0, Texts.extendBy(30_000));
        rig.asked(1, Texts.extendBy(12_000), Texts.extendBy(30_000)).allCauses(alice, Cause.PENDING);

        rig.grants(1, 2).told(alice, "acquired 1", "valid longer");
        rig.grants(0, 1).toldLast(alice, "extended EXTENDED");
        assertThat(alice.validUntilNs()).isBetween((4_000 + 29_698) * MS, (4_004 + 29_698) * MS);
        rig.counted(Counter.EXTENSIONS_WON, 1);
    }

    @Test
    void shouldNotExtendAutomaticallyDuringAManualExtension()
    {
        rig.acquiresEverywhere(alice).advanceMs(3_990).extendsLease(alice).advanceMs(20);
        rig.counted(Counter.EXTENSIONS, 1);
        rig.grants(0, 1);
        expectExtensionAt(7_990);
    }
}
