// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.ScriptedTransport.Link;

class CloseTest
{
    private static final long MS = Limits.MS;

    private final EngineRig rig = EngineRig.ofNodes(3);
    private final Caller alice = rig.caller("alice");
    private final Caller bob = rig.caller("bob");

    @AfterEach
    void settle()
    {
        rig.settle();
    }

    @Test
    void shouldRefuseNewAcquisitions()
    {
        rig.closes();
        rig.acquires(alice);
        rig.acquires(bob, 1_000 * MS);

        assertThat(alice.log()).containsExactly("denied CLOSED");
        assertThat(bob.log()).containsExactly("denied CLOSED");
        assertThat(rig.hasNext(0)).isFalse();
    }

    @Test
    void shouldLeaveALeaseToItsOwner()
    {
        rig.acquiresEverywhere(alice);
        rig.closes();
        rig.extendsLease(alice);
        rig.grants(0, 1, 2);
        rig.acquires(alice);
        rig.releases(alice);
        rig.grants(0, 1, 2);

        assertThat(alice.log()).containsExactly(
            "acquired 1", "extended EXTENDED", "denied CLOSED", "released RELEASED");
    }

    @Test
    void shouldLetAnAttemptUnderWayWin()
    {
        rig.acquires(alice);
        rig.closes();
        rig.grants(0, 1);

        assertThat(alice.holds()).isTrue();
    }

    @Test
    void shouldDenyAClaimInLineWhenItsTurnComes()
    {
        rig.acquiresEverywhere(alice);
        rig.acquires(bob, 5_000 * MS);
        rig.closes();
        rig.releases(alice);

        assertThat(bob.log()).containsExactly("denied CLOSED");
    }

    @Test
    void shouldDenyAPausingClaimWhenItsTurnComes()
    {
        rig.acquires(alice, 5_000 * MS);
        rig.refuses(0, 1, 2);
        rig.closes();
        rig.advanceMs(300);

        assertThat(alice.log()).containsExactly("denied CLOSED");
    }

    @Test
    void shouldShedInEveryState()
    {
        final Caller idle = rig.caller("idle");
        final Caller pausing = rig.caller("pausing", "stock", Options.plain());
        final Caller attempting = rig.caller("attempting", "shelf", Options.plain());
        rig.acquires(pausing, 5_000 * MS);
        rig.refuses(0, 1, 2);
        rig.acquiresEverywhere(alice);
        rig.acquires(bob, 5_000 * MS);
        rig.acquires(attempting);
        rig.closes();

        rig.sheds(idle);
        rig.sheds(bob);
        rig.sheds(pausing);
        rig.sheds(attempting);
        rig.sheds(alice);
        for (int node = 0; node < 3; node++)
        {
            while (rig.hasNext(node))
            {
                rig.grants(node);
            }
        }

        assertThat(idle.log()).isEmpty();
        assertThat(bob.log()).containsExactly("denied CLOSED");
        assertThat(pausing.log()).containsExactly("denied CLOSED");
        assertThat(attempting.log()).containsExactly("denied CLOSED");
        assertThat(alice.log()).containsExactly("acquired 1", "released RELEASED");
        assertThat(rig.engine.tokensOut()).isZero();
    }

    @Test
    void shouldCallALeaseThatIsOverExpiredWhenShed()
    {
        rig.acquiresEverywhere(alice);
        rig.stall(9_898 * MS);
        rig.sheds(alice);
        rig.grants(0, 1, 2);

        assertThat(alice.log()).containsExactly("acquired 1", "released EXPIRED");
    }

    @Test
    void shouldNotConnectAgain()
    {
        rig.closes();
        rig.goesDown(0);
        rig.advanceMs(10_000);
        assertThat(rig.transport.link(0)).isEqualTo(Link.DOWN);
        assertThat(rig.engine.timersArmed()).isEqualTo(2);
    }

    @Test
    void shouldNotConnectAgainToANodeThatWasDownBefore()
    {
        rig.goesDown(0);
        rig.closes();
        rig.advanceMs(10_000);

        assertThat(rig.transport.link(0)).isEqualTo(Link.DOWN);
    }

    @Test
    void shouldStillReleaseOnANodeThatComesUp()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0);
        rig.advanceMs(25);
        rig.closes();
        rig.releases(alice);
        rig.comesUp(0);

        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldReconnectToDeliverLostReleases()
    {
        rig.acquiresEverywhere(alice);
        rig.closes();
        rig.sheds(alice);
        rig.goesDown(0);
        rig.comesBack(0, false);
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
        rig.grants(0, 1, 2);

        assertThat(rig.engine.tokensOut()).isZero();
        rig.goesDown(0);
        rig.advanceMs(10_000);
        assertThat(rig.transport.link(0)).isEqualTo(Link.DOWN);
    }

    @Test
    void shouldForgetAReleaseOnANodeThatStaysDown()
    {
        rig.acquiresEverywhere(alice);
        rig.closes();
        rig.goesDown(0);
        rig.releases(alice);
        rig.grants(1, 2);
        assertThat(rig.engine.tokensOut()).isEqualTo(1);
        staysDown(0, 10_101);
        assertThat(rig.engine.tokensOut()).isEqualTo(1);
        staysDown(0, 2_100);

        assertThat(rig.engine.tokensOut()).isZero();
        assertThat(rig.transport.link(0)).isEqualTo(Link.DOWN);
    }

    @Test
    void shouldForgetAReleaseThatWaitedBeforeTheClose()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0);
        rig.releases(alice);
        rig.grants(1, 2);
        rig.closes();
        staysDown(0, 12_200);

        assertThat(rig.engine.tokensOut()).isZero();
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
