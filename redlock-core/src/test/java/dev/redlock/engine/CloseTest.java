// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedTransport.Link;
import dev.redlock.engine.rig.Texts;

class CloseTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(3);
    private final Caller alice = rig.caller("alice");
    private final Caller bob = rig.caller("bob");

    @Test
    void shouldRefuseNewAcquisitions()
    {
        rig.closes().acquires(alice).acquires(bob, 1_000 * MS).told(alice, "denied CLOSED");
        rig.told(bob, "denied CLOSED").askedNothing(0);
    }

    @Test
    void shouldLeaveALeaseToItsOwner()
    {
        rig.acquiresEverywhere(alice).closes().extendsLease(alice).grants(0, 1, 2);
        rig.acquires(alice).releases(alice).grants(0, 1, 2);
        rig.told(alice, "acquired 1", "extended EXTENDED", "denied CLOSED", "released RELEASED");
    }

    @Test
    void shouldLetAnAttemptUnderWayWin()
    {
        rig.acquires(alice).closes().grants(0, 1).heldBy(alice);
    }

    @Test
    void shouldDenyAClaimInLineWhenItsTurnComes()
    {
        rig.acquiresEverywhere(alice).acquires(bob, 5_000 * MS).closes();
        rig.releases(alice).told(bob, "denied CLOSED");
    }

    @Test
    void shouldDenyAPausingClaimWhenItsTurnComes()
    {
        rig.acquires(alice, 5_000 * MS).refuses(0, 1, 2).closes().advanceMs(300);
        rig.told(alice, "denied CLOSED");
    }

    @Test
    void shouldShedInEveryState()
    {
        final Caller idle = rig.caller("idle");
        final Caller pausing = rig.caller("pausing", "stock", Options.plain());
        final Caller attempting = rig.caller("attempting", "shelf", Options.plain());
        rig.acquires(pausing, 5_000 * MS).refuses(0, 1, 2).acquiresEverywhere(alice);
        rig.acquires(bob, 5_000 * MS).acquires(attempting).closes();

        rig.sheds(idle, bob, pausing, attempting, alice).grantsAll().toldNothing(idle);
        rig.told(bob, "denied CLOSED").told(pausing, "denied CLOSED").told(attempting, "denied CLOSED");
        rig.told(alice, "acquired 1", "released RELEASED").tokensOut(0);
    }

    @Test
    void shouldCallALeaseThatIsOverExpiredWhenShed()
    {
        rig.acquiresEverywhere(alice).stall(9_898 * MS).sheds(alice).grants(0, 1, 2);
        rig.told(alice, "acquired 1", "released EXPIRED");
    }

    @Test
    void shouldNotConnectAgain()
    {
        rig.closes().goesDown(0).advanceMs(10_000).link(0, Link.DOWN);
        assertThat(rig.engine.timersArmed()).isEqualTo(2);
    }

    @Test
    void shouldNotConnectAgainToANodeThatWasDownBefore()
    {
        rig.goesDown(0).closes().advanceMs(10_000).link(0, Link.DOWN);
    }

    @Test
    void shouldStillReleaseOnANodeThatComesUp()
    {
        rig.acquiresEverywhere(alice).goesDown(0).advanceMs(25).closes();
        rig.releases(alice).comesUp(0).asked(0, Texts.RELEASE);
    }

    @Test
    void shouldReconnectToDeliverLostReleases()
    {
        rig.acquiresEverywhere(alice).closes().sheds(alice).goesDown(0).comesBack(0);
        rig.asked(0, Texts.RELEASE);
        rig.grants(0, 1, 2).tokensOut(0);
        rig.goesDown(0).advanceMs(10_000).link(0, Link.DOWN);
    }

    @Test
    void shouldForgetAReleaseOnANodeThatStaysDown()
    {
        rig.acquiresEverywhere(alice).closes().goesDown(0);
        rig.releases(alice).grants(1, 2).tokensOut(1);
        staysDown(0, 10_101);
        rig.tokensOut(1);
        staysDown(0, 2_100);

        rig.tokensOut(0).link(0, Link.DOWN);
    }

    @Test
    void shouldForgetAReleaseThatWaitedBeforeTheClose()
    {
        rig.acquiresEverywhere(alice).goesDown(0).releases(alice).grants(1, 2).closes();
        staysDown(0, 12_200);

        rig.tokensOut(0);
    }

    /**
     * Nobody is there: every attempt to connect ends within a millisecond.
     */
    private void staysDown(final int node, final int ms)
    {
        for (int i = 0; i < ms; i++)
        {
            if (rig.transport.link(node) == Link.CONNECTING)
            {
                rig.goesDown(node);
            }
            rig.advanceMs(1);
        }
    }
}
