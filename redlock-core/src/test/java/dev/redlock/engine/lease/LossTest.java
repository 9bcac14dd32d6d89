// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.claim.Timers;
import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Texts;
import dev.redlock.outcome.Counter;

class LossTest
{
    private static final long MS = Limits.MS;
    private static final long TICK_NS = 1L << Timers.RESOLUTION_SHIFT;
    private static final long DEADLINE_NS = 9_898 * MS;

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(5);
    private final Caller alice = rig.caller("alice");

    /*
     * Wakes the engine only when it wants to, and says how long after the deadline the loss was told.
     */
    private long signalAfterNs(final long deadlineNs)
    {
        rig.advanceTo(deadlineNs - 1).heldBy(alice);
        while (alice.holds())
        {
            rig.advance(10_000);
        }

        return rig.elapsedNs() - deadlineNs;
    }

    @Test
    void shouldBeToldOnceAtTheDeadline()
    {
        rig.acquiresEverywhere(alice);
        assertThat(signalAfterNs(DEADLINE_NS)).isBetween(0L, TICK_NS + 10_000);

        rig.told(alice, "acquired 1", "lost EXPIRED").counted(Counter.LEASES_LOST, 1);
        rig.askedEach(Texts.RELEASE, 0, 1, 2, 3, 4);
    }

    @Test
    void shouldBeToldAtTheDeadlineDespiteOutstandingReplies()
    {
        rig.acquires(alice).grants(0, 1, 2).advanceTo(DEADLINE_NS - 10 * MS);
        rig.extendsLease(alice).grants(0, 1);
        assertThat(signalAfterNs(DEADLINE_NS)).isBetween(0L, TICK_NS + 10_000);

        rig.told(alice, "acquired 1", "lost EXPIRED", "extended LOST");
        rig.grants(2);
        assertThat(alice.log()).hasSize(3);
    }

    @Test
    void shouldBeToldAtTheDeadlineWithAllNodesSilent()
    {
        rig.acquiresEverywhere(alice);
        for (int node = 0; node < 5; node++)
        {
            rig.silence(node, true);
        }

        assertThat(signalAfterNs(DEADLINE_NS)).isBetween(0L, TICK_NS + 10_000);
    }

    @Test
    void shouldBeToldAtTheNewDeadlineAfterAnExtension()
    {
        rig.acquiresEverywhere(alice).advanceMs(5_000).extendsLease(alice).grants(0, 1, 2, 3, 4);

        assertThat(signalAfterNs(5_000 * MS + DEADLINE_NS)).isBetween(0L, TICK_NS + 10_000);
    }

    @Test
    void shouldBeToldAtTheEarlierDeadlineWhenAVoteIsDropped()
    {
        rig.acquiresEverywhere(alice).advanceMs(5_000).extendsLease(alice).grants(0, 1, 2);
        rig.validUntil(alice, 5_000 * MS + DEADLINE_NS);
        rig.goesDown(3, 4).comesBack(3, 4).goesDown(0).comesBack(0, true);
        rig.toldLast(alice, "valid shorter").validUntil(alice, DEADLINE_NS);
        assertThat(signalAfterNs(DEADLINE_NS)).isBetween(0L, TICK_NS + 10_000);
        rig.toldLast(alice, "lost EXPIRED");
    }

    @Test
    void shouldBeToldAtOnceWhenTheEarlierDeadlineIsOver()
    {
        rig.acquiresEverywhere(alice).advanceMs(5_000).extendsLease(alice).grants(0, 1, 2);
        rig.goesDown(3, 4).comesBack(3, 4).advanceTo(DEADLINE_NS + 100 * MS).goesDown(0);
        rig.comesBack(0, true);

        assertThat(alice.log().subList(3, 5)).containsExactly("valid shorter", "lost EXPIRED");
    }

    @Test
    void shouldBeToldLateAfterAStallButBeforeAnythingElse()
    {
        rig.acquiresEverywhere(alice).stall(60 * Limits.SECOND).extendsLease(alice);
        rig.told(alice, "acquired 1", "lost EXPIRED", "extended LOST");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotBeToldAfterARelease(final boolean confirmed)
    {
        rig.acquiresEverywhere(alice).advanceMs(9_000).releases(alice);
        if (confirmed)
        {
            rig.grants(0, 1, 2, 3, 4);
        }
        rig.advanceMs(2_000);
        rig.told(alice, "acquired 1", confirmed ? "released RELEASED" : "released UNKNOWN");
        rig.counted(Counter.LEASES_LOST, 0);
    }

    @Test
    void shouldBeToldForEveryTermOnItsOwn()
    {
        rig.acquiresEverywhere(alice).advanceMs(10_000).grants(0, 1, 2, 3, 4);
        rig.acquiresEverywhere(alice).advanceMs(10_000);
        rig.told(alice, "acquired 1", "lost EXPIRED", "acquired 2", "lost EXPIRED");
    }
}
