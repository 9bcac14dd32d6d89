// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedTransport.Link;

/**
 * All connections are reset, and for a while none can be made.
 */
class OutageTest
{
    private static final long MS = Limits.MS;
    private static final long TTL_MS = 3_000;
    private static final int OUTAGES = 100;
    private static final int A_FEW = 5;
    private static final long STEP_MS = 2;
    private static final long LONG_STEP_MS = 10;

    private final SplittableRandom random = new SplittableRandom(22);

    /**
     * A lease that a quorum could extend for the last fifth of its time to live.
     */
    @ParameterizedTest
    @ValueSource(ints = {30, 50, 60})
    @Tag("proof")
    void shouldLoseNoLeaseToManyOutagesThatEndInTime(final int percent)
    {
        assertThat(survivors(OUTAGES, percent)).as("leases that had to survive").isGreaterThan(OUTAGES / 5);
    }

    @Test
    void shouldLoseNoLeaseToAFewOutagesThatEndInTime()
    {
        assertThat(survivors(A_FEW, 50)).as("leases that had to survive").isPositive();
    }

    private int survivors(final int outages, final int percent)
    {
        int survived = 0;
        for (int i = 0; i < outages; i++)
        {
            survived += survives(percent) ? 1 : 0;
        }

        return survived;
    }

    private boolean survives(final int percent)
    {
        final EngineRig rig = EngineRig.of(Limits.of(5), random.nextLong());
        final Caller alice = rig.caller("alice", Options.ttlMs(TTL_MS, (set) -> set.autoExtend = true));
        rig.acquiresEverywhere(alice);
        serve(rig, rig.elapsedNs() + random.nextLong(2 * TTL_MS) * MS);
        final long validUntilNs = alice.validUntilNs();
        final long endNs = rig.elapsedNs() + percent * TTL_MS / 100 * MS;
        rig.goesDown(0, 1, 2, 3, 4);
        while (rig.elapsedNs() < endNs)
        {
            refuse(rig);
            rig.advanceMs(STEP_MS);
        }
        final boolean isDue = endNs <= validUntilNs - TTL_MS / 5 * MS;
        serve(rig, validUntilNs + MS);

        if (isDue)
        {
            assertThat(alice.holds()).as("held after an outage that ended %d ms before the validity did",
                (validUntilNs - endNs) / MS).isTrue();
        }

        return isDue;
    }

    private static void refuse(final EngineRig rig)
    {
        for (int node = 0; node < rig.nodeCount(); node++)
        {
            if (rig.transport.link(node) == Link.CONNECTING)
            {
                rig.goesDown(node);
            }
        }
    }

    /*
     * Nodes accept connections and grant what they are asked.
     */
    private static void serve(final EngineRig rig, final long untilNs)
    {
        while (rig.elapsedNs() < untilNs)
        {
            for (int node = 0; node < rig.nodeCount(); node++)
            {
                if (rig.transport.link(node) == Link.CONNECTING)
                {
                    rig.comesUp(node);
                }
            }
            rig.grantsAll().advanceMs(STEP_MS);
        }
    }

    /**
     * The others were lost long ago, and the last of them takes the quorum with it.
     */
    @Test
    void shouldLookAtNodesThatWereLostLongAgoWhenTheyAreNeeded()
    {
        final EngineRig rig = EngineRig.ofNodes(3);
        final Caller alice = rig.caller("alice", Options.ttlMs(TTL_MS, (set) -> set.autoExtend = true));
        rig.acquiresEverywhere(alice).goesDown(2);
        final long lostNs = rig.elapsedNs();
        while (rig.elapsedNs() < lostNs + 20_000 * MS)
        {
            refuse(rig);
            rig.grantsAll().advanceMs(LONG_STEP_MS);
        }
        while (rig.transport.link(2) == Link.CONNECTING || rig.transport.connects(2) < 2)
        {
            refuse(rig);
            rig.advanceMs(1).grantsAll();
        }
        final int before = rig.transport.connects(2);
        rig.goesDown(1);
        final long leftMs = (alice.validUntilNs() - rig.elapsedNs()) / MS;
        rig.advanceMs(leftMs / 10 + 2);

        assertThat(rig.transport.connects(2)).as("looks at the node that was lost first")
            .isEqualTo(before + 1);
    }

    /**
     * A caller that waits for a quorum wants nodes soon, too.
     */
    @Test
    void shouldLookOftenWhileACallerWaitsForAQuorum()
    {
        final EngineRig rig = EngineRig.ofNodes(3);
        final Caller alice = rig.caller("alice");
        rig.goesDown(0, 1, 2);
        refuseFor(rig, 20_000);
        rig.acquires(alice, 1_000 * MS).advanceMs(150);

        for (int node = 0; node < 3; node++)
        {
            rig.link(node, Link.CONNECTING);
        }
        rig.comesUp(0, 1).advanceMs(3).grants(0, 1).heldBy(alice);
    }

    /**
     * Nobody wants anything of a dead node: not a client at rest, and not one that has lost its leases.
     */
    @Test
    @Tag("proof")
    void shouldNotStormADeadNodeWhenIdle()
    {
        final EngineRig rig = EngineRig.ofNodes(3);
        final Caller alice = rig.caller("alice", Options.ttlMs(TTL_MS, (set) -> set.autoExtend = true));
        rig.acquiresEverywhere(alice).releases(alice).grants(0, 1, 2).goesDown(0, 1, 2);
        refuseFor(rig, 5_000);
        for (int second = 0; second < 60; second++)
        {
            final int before = rig.transport.connects(0);
            refuseFor(rig, 1_000);
            assertThat(rig.transport.connects(0) - before).as("connects in a second").isLessThanOrEqualTo(1);
        }
    }

    /**
     * Neither if it is the only dead one, and leases need it not.
     */
    @Test
    @Tag("proof")
    void shouldNotStormADeadNodeThatNoLeaseNeeds()
    {
        final EngineRig rig = EngineRig.ofNodes(3);
        final Caller alice = rig.caller("alice", Options.ttlMs(TTL_MS, (set) -> set.autoExtend = true));
        rig.acquiresEverywhere(alice).goesDown(0);
        refuseFor(rig, 5_000);
        final int before = rig.transport.connects(0);
        refuseFor(rig, 60_000);

        assertThat(rig.transport.connects(0) - before).as("connects in a minute").isLessThanOrEqualTo(60);
        rig.heldBy(alice);
    }

    private static void refuseFor(final EngineRig rig, final long durationMs)
    {
        final long endNs = rig.elapsedNs() + durationMs * MS;
        while (rig.elapsedNs() < endNs)
        {
            refuse(rig);
            rig.grantsAll().advanceMs(LONG_STEP_MS);
        }
    }
}
