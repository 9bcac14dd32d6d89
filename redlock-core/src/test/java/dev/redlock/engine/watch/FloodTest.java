// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.ScriptedTransport.Link;
import dev.redlock.outcome.Counter;

/**
 * Nodes that say what nobody asked for.
 */
class FloodTest
{
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long SHARE = 64 * 1024;
    private static final int TIMES = 1000;

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(3);
    private final Caller alice = rig.caller("alice");

    @Test
    void shouldHangUpOnANodeBeyondItsShareAndKeepItsVotes()
    {
        rig.acquiresEverywhere(alice);
        rig.pushes(1, SHARE).link(1, Link.UP).pushes(1, 1).link(1, Link.DROPPED);
        rig.work();

        assertThat(rig.news).last().asString()
            .startsWith("n1 down PROTOCOL: sent what nobody asked for, more than 64 KiB or 1000 times");
        rig.told(alice, "acquired 1").heldBy(alice).counted(Counter.UNASKED, 2).counted(Counter.FLOODS, 1);
    }

    /**
     * Each time the engine wakes, for however little.
     */
    @Test
    void shouldHangUpOnANodeThatSaysALittleTooOften()
    {
        rig.acquiresEverywhere(alice);
        for (int i = 0; i < TIMES; i++)
        {
            rig.pushes(1, 1);
        }
        rig.link(1, Link.UP).pushes(1, 1).link(1, Link.DROPPED);

        rig.heldBy(alice).counted(Counter.FLOODS, 1);
    }

    @Test
    void shouldBearALittleForEver()
    {
        for (int i = 0; i < 10; i++)
        {
            rig.pushes(1, SHARE).advance(SECOND_NS);
        }

        rig.counted(Counter.FLOODS, 0).counted(Counter.UNASKED, 10);
    }

    @Test
    void shouldConnectAFloodingNodeEverLater()
    {
        long lastNs = 0;
        for (int i = 0; i < 12; i++)
        {
            rig.pushes(1, SHARE + 1).work();
            final long fromNs = rig.elapsedNs();
            rig.comesBack(1);
            lastNs = rig.elapsedNs() - fromNs;
        }

        assertThat(lastNs).isGreaterThan(rig.config.maxReconnectNs() / 2 - 1_000_000);
        rig.counted(Counter.FLOODS, 12);
    }

    @Test
    void shouldConnectANodeEverLaterThatEndsItsConnectionsAtOnce()
    {
        long lastNs = 0;
        for (int i = 0; i < 40; i++)
        {
            rig.goesDown(1);
            final long fromNs = rig.elapsedNs();
            rig.comesBack(1);
            lastNs = rig.elapsedNs() - fromNs;
        }

        assertThat(lastNs).isGreaterThan(rig.config.maxReconnectNs() / 2 - 1_000_000);
    }

    /**
     * As behind a proxy that is replaced, instance by instance.
     */
    @Test
    void shouldForgetEndsInARowOnceAConnectionHasLived()
    {
        for (int i = 0; i < 40; i++)
        {
            rig.goesDown(1).comesBack(1);
        }
        rig.advance(SECOND_NS).goesDown(1);
        final long fromNs = rig.elapsedNs();
        rig.comesBack(1);

        assertThat(rig.elapsedNs() - fromNs).isLessThanOrEqualTo(rig.config.minReconnectNs() + 2_000_000);
    }
}
