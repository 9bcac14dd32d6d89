// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedTransport;
import dev.redlock.engine.rig.Texts;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

/**
 * How many votes a lease has, and may be asked to have.
 */
class StrengthTest
{
    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(5);
    private final Caller alice = rig.caller("alice");
    private final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.minGrants = 4));

    private EngineRig stands(final Caller caller, final int expected)
    {
        assertThat(caller.claim.grants()).as("votes that carry %s's lease", caller.name).isEqualTo(expected);

        return rig;
    }

    @Test
    void shouldCountTheVotesThatCarryALease()
    {
        rig.acquires(alice).grants(0, 1, 2);
        stands(alice, 3).grants(4);
        stands(alice, 4).fails(ErrorCode.BUSY, 3);
        stands(alice, 4);
    }

    @Test
    void shouldCountInAnExtensionThoseThatHaveAnswered()
    {
        rig.acquiresEverywhere(alice);
        stands(alice, 5).advanceMs(100).extendsLease(alice).grants(0, 1, 2);
        stands(alice, 3).grants(3, 4);
        stands(alice, 5);
    }

    @Test
    void shouldCountNoVoteThatIsGone()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).refuses(4).grants(0, 1, 2, 3);
        stands(alice, 4).goesDown(1).comesBack(1, true);
        stands(alice, 3);
    }

    @Test
    void shouldWinOnlyWithTheMinimumOfGrants()
    {
        rig.acquires(bob).grants(0, 1, 2).toldNothing(bob).grants(3).told(bob, "acquired 1");
        stands(bob, 4);
    }

    @Test
    void shouldBlameTheNodesIfTheirFaultsPutTheMinimumOutOfReach()
    {
        rig.acquires(bob).grants(0, 1, 2).fails(ErrorCode.LOADING, 3).toldNothing(bob);
        rig.fails(ErrorCode.LOADING, 4).told(bob, "denied NO_QUORUM");
        rig.causes(bob, Cause.GRANTED, Cause.GRANTED, Cause.GRANTED, Cause.SERVER_ERROR, Cause.SERVER_ERROR);
        rig.askedEach(Texts.RELEASE, 0, 1, 2).grantsAll();
    }

    @Test
    void shouldBlameAnotherHolderIfThatPutsTheMinimumOutOfReach()
    {
        rig.acquires(bob).grants(0, 1, 2).refuses(3, 4).told(bob, "denied CONTENDED");
        rig.grantsAll();
    }

    @Test
    void shouldAskNobodyIfTooFewNodesAreUpForTheMinimum()
    {
        rig.goesDown(3, 4).acquires(bob).told(bob, "denied NO_QUORUM").askedNothing(0, 1, 2);
        rig.acquires(alice).grants(0, 1, 2).told(alice, "acquired 1");
    }

    /**
     * A node that comes and goes is no reason to ask again at once as long as there are too few with it.
     */
    @Test
    void shouldPauseUntilThereAreEnoughNodesForTheMinimum()
    {
        rig.goesDown(2, 3, 4).acquires(bob, 3_600_000 * Limits.MS);
        while (rig.transport.link(2) != ScriptedTransport.Link.CONNECTING ||
            rig.transport.link(3) != ScriptedTransport.Link.CONNECTING || bob.claim.faultsInARow() < 3)
        {
            rig.advanceMs(1);
        }
        final int faults = bob.claim.faultsInARow();
        rig.comesUp(2).work();
        assertThat(bob.claim.faultsInARow()).isEqualTo(faults).isPositive();
        rig.comesUp(3).work().asked(0, Texts.SET).grantsAll();
    }

    @Test
    void shouldKeepALeaseAsLongAsAQuorumStands()
    {
        rig.acquires(bob).grants(0, 1, 2, 3, 4).extendsLease(bob).refuses(3, 4).heldBy(bob).grants(0, 1, 2);
        rig.toldLast(bob, "extended EXTENDED");
        stands(bob, 3).counted(Counter.EXTENSIONS_WON, 1);
    }

    @Test
    void shouldRefuseAMinimumThatNeedNotOrCannotBeReached()
    {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> rig.caller("carol", Options.ttlMs(10_000, (set) -> set.minGrants = 2)))
            .withMessage("minimum of grants is 2 but for 5 nodes must be 3 (the quorum) to 5: no lock is " +
                "won with fewer than a quorum; ask for more, or leave it out");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> Limits.of(3).check(Options.ttlMs(10_000, (set) -> set.minGrants = 4)))
            .withMessage("minimum of grants is 4 but for 3 nodes must be 2 (the quorum) to 3: each node " +
                "has one vote; ask for fewer");
    }
}
