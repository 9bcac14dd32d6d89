// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.outcome.Cause;
import dev.redlock.quorum.Drift;

class NodeTimeoutTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private final EngineRig rig =
        EngineRig.of(Limits.of(3, (set) -> set.minNodeTimeoutNs = 5 * MS,
            (set) -> set.maxNodeTimeoutNs = 250 * MS));
    private final Caller alice = rig.caller("alice");

    /*
     * Has a node answer once after so long, the others at once.
     */
    private void answerAfterMs(final int slowNode, final long roundTripMs)
    {
        rig.acquires(alice);
        for (int node = 0; node < 3; node++)
        {
            if (node != slowNode)
            {
                rig.grants(node);
            }
        }
        rig.releases(alice).advanceMs(roundTripMs).grantsAll();
    }

    @Test
    void shouldWaitAsLongAsAllowedWhileNothingIsKnown()
    {
        assertThat(rig.engine.nodeTimeoutNs(0)).isEqualTo(250 * MS);
    }

    @Test
    void shouldComeDownToTheLowerBoundWithAFastNode()
    {
        rig.advanceMs(1_000);

        assertThat(rig.engine.nodeTimeoutNs(0)).isEqualTo(5 * MS);
    }

    @Test
    void shouldGoUpAsSoonAsANodeAnswersLateAndDownAgainLater()
    {
        rig.advanceMs(1_000);
        answerAfterMs(0, 30);
        assertThat(rig.engine.nodeTimeoutNs(0)).isBetween(90 * MS, 92 * MS);
        assertThat(rig.engine.nodeTimeoutNs(1)).as("other nodes are left alone").isLessThan(92 * MS);

        rig.advanceMs(8_000);
        assertThat(rig.engine.nodeTimeoutNs(0)).isEqualTo(5 * MS);
    }

    @Test
    void shouldNotGoAboveTheUpperBound()
    {
        rig.advanceMs(1_000);
        answerAfterMs(0, 200);

        assertThat(rig.engine.nodeTimeoutNs(0)).isEqualTo(250 * MS);
    }

    /**
     * One late answer is no habit.
     */
    @Test
    void shouldSayOfNoNodeThatItIsSlowForOneAnswer()
    {
        rig.advanceMs(1_000);
        answerAfterMs(0, 300);
        rig.advanceMs(4_000);

        assertThat(rig.news).noneMatch(line -> line.contains("the limit is"));
    }

    @Test
    void shouldRememberASlowAnswerForAFewSeconds()
    {
        rig.advanceMs(1_000);
        answerAfterMs(0, 30);
        rig.advanceMs(1_500);

        assertThat(rig.engine.nodeTimeoutNs(0)).isGreaterThan(80 * MS);
    }

    @Test
    void shouldNotLearnFromALostConnection()
    {
        rig.advanceMs(1_000).acquires(alice).grants(1, 2).advanceMs(100).goesDown(0);

        assertThat(rig.engine.nodeTimeoutNs(0)).isEqualTo(5 * MS);
    }

    @Test
    void shouldStaySmallAgainstTheTimeToLive()
    {
        final Caller bob = rig.caller("bob", "stock", Options.ttlMs(40));
        assertThat(rig.engine.nodeTimeoutNs(0)).isEqualTo(250 * MS);
        rig.acquires(bob).advanceMs(9).toldNothing(bob);
        rig.advanceMs(3).told(bob, "denied NO_QUORUM");
    }

    @Test
    void shouldCountFromTheFlushAndValidityFromTheStart()
    {
        rig.advanceMs(1_000).acquires(alice).stall(120 * MS).flushes().advanceMs(4);
        assertThat(alice.log()).as("nodes that have been asked for 4 ms").isEmpty();
        rig.grants(0, 1).heldBy(alice);
        assertThat(alice.validUntilNs() - rig.elapsedNs())
            .isEqualTo(Options.plain().ttlNs() - Drift.SPECIFICATION.of(Options.plain().ttlNs()) - 124 * MS);
    }

    @Test
    void shouldDeclareANodeLateWhenItsTimeSinceTheFlushIsOver()
    {
        rig.advanceMs(1_000).acquires(alice).stall(120 * MS).flushes().advanceMs(7);
        rig.told(alice, "denied NO_QUORUM").allCauses(alice, Cause.TIMEOUT);
    }

    @Test
    void shouldLearnFromTheFlushToo()
    {
        rig.advanceMs(1_000).acquires(alice).stall(120 * MS).flushes().grants(0, 1, 2);

        assertThat(rig.engine.nodeTimeoutNs(0)).isEqualTo(5 * MS);
    }

    @Test
    void shouldCountAnExtensionFromItsFlush()
    {
        rig.advanceMs(1_000).acquiresEverywhere(alice).extendsLease(alice).stall(120 * MS).flushes();
        rig.advanceMs(4).grants(0, 1).toldLast(alice, "extended EXTENDED");
    }

    /*
     * The answers came while the thread stood still, but what brings them (an event loop, a network behind a
     * machine that was suspended) stood still, too.
     */
    @Test
    void shouldGiveAMomentMoreWhenTheThreadHasStoodStillSinceTheFlush()
    {
        rig.advanceMs(1_000).acquires(alice).flushes().stall(120 * MS).work();
        rig.advanceMs(9);
        assertThat(alice.log()).as("after a stall of our own").isEmpty();
        rig.grants(0, 1).heldBy(alice);
    }

    @Test
    void shouldGiveThatMomentOncePerRound()
    {
        rig.advanceMs(1_000).acquires(alice).flushes().stall(120 * MS).work();
        rig.stall(120 * MS).work().told(alice, "denied NO_QUORUM");
    }

    @Test
    void shouldWaitForASlowNodeAsLongAsItNeeds()
    {
        rig.advanceMs(1_000);
        answerAfterMs(0, 30);
        rig.goesDown(1).acquires(alice).grants(2).advanceMs(80).grants(0);
        rig.heldBy(alice);
    }
}
