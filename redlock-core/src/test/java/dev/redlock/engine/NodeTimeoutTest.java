// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Cause;
import dev.redlock.quorum.Drift;

class NodeTimeoutTest
{
    private static final long MS = Limits.MS;

    private final EngineRig rig = EngineRig.of(Limits.of(3).timeoutNs(5 * MS, 250 * MS).build());
    private final Caller alice = rig.caller("alice");

    @AfterEach
    void settle()
    {
        rig.settle();
    }

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
        rig.releases(alice);
        rig.advanceMs(roundTripMs);
        for (int node = 0; node < 3; node++)
        {
            while (rig.hasNext(node))
            {
                rig.grants(node);
            }
        }
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
        rig.advanceMs(1_000);
        rig.acquires(alice);
        rig.grants(1, 2);
        rig.advanceMs(100);
        rig.goesDown(0);

        assertThat(rig.engine.nodeTimeoutNs(0)).isEqualTo(5 * MS);
    }

    @Test
    void shouldStaySmallAgainstTheTimeToLive()
    {
        final Caller bob = rig.caller("bob", "stock", Options.ttlMs(40).build());
        assertThat(rig.engine.nodeTimeoutNs(0)).isEqualTo(250 * MS);
        rig.acquires(bob);
        rig.advanceMs(9);
        assertThat(bob.log()).isEmpty();
        rig.advanceMs(3);

        assertThat(bob.log()).containsExactly("denied NO_QUORUM");
    }

    @Test
    void shouldCountFromTheFlushAndValidityFromTheStart()
    {
        rig.advanceMs(1_000);
        rig.acquires(alice);
        rig.stall(120 * MS);
        rig.flushes();
        rig.advanceMs(4);
        assertThat(alice.log()).as("nodes that have been asked for 4 ms").isEmpty();
        rig.grants(0, 1);

        assertThat(alice.holds()).isTrue();
        assertThat(alice.validUntilNs() - rig.elapsedNs())
            .isEqualTo(Options.plain().ttlNs() - Drift.SPECIFICATION.of(Options.plain().ttlNs()) - 124 * MS);
    }

    @Test
    void shouldDeclareANodeLateWhenItsTimeSinceTheFlushIsOver()
    {
        rig.advanceMs(1_000);
        rig.acquires(alice);
        rig.stall(120 * MS);
        rig.flushes();
        rig.advanceMs(7);

        assertThat(alice.log()).containsExactly("denied NO_QUORUM");
        assertThat(rig.causes(alice)).containsOnly(Cause.TIMEOUT);
    }

    @Test
    void shouldLearnFromTheFlushToo()
    {
        rig.advanceMs(1_000);
        rig.acquires(alice);
        rig.stall(120 * MS);
        rig.flushes();
        rig.grants(0, 1, 2);

        assertThat(rig.engine.nodeTimeoutNs(0)).isEqualTo(5 * MS);
    }

    @Test
    void shouldCountAnExtensionFromItsFlush()
    {
        rig.advanceMs(1_000);
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice);
        rig.stall(120 * MS);
        rig.flushes();
        rig.advanceMs(4);
        rig.grants(0, 1);

        assertThat(alice.latest()).isEqualTo("extended EXTENDED");
    }

    /*
     * The answers came while the thread stood still, but what brings them (an event loop, a network behind a
     * machine that was suspended) stood still, too.
     */
    @Test
    void shouldGiveAMomentMoreWhenTheThreadHasStoodStillSinceTheFlush()
    {
        rig.advanceMs(1_000);
        rig.acquires(alice);
        rig.flushes();
        rig.stall(120 * MS);
        rig.work();
        rig.advanceMs(9);
        assertThat(alice.log()).as("after a stall of our own").isEmpty();
        rig.grants(0, 1);

        assertThat(alice.holds()).isTrue();
    }

    @Test
    void shouldGiveThatMomentOncePerRound()
    {
        rig.advanceMs(1_000);
        rig.acquires(alice);
        rig.flushes();
        rig.stall(120 * MS);
        rig.work();
        rig.stall(120 * MS);
        rig.work();

        assertThat(alice.log()).containsExactly("denied NO_QUORUM");
    }

    @Test
    void shouldWaitForASlowNodeAsLongAsItNeeds()
    {
        rig.advanceMs(1_000);
        answerAfterMs(0, 30);
        rig.goesDown(1);
        rig.acquires(alice);
        rig.grants(2);
        rig.advanceMs(80);
        rig.grants(0);

        assertThat(alice.holds()).isTrue();
    }
}
