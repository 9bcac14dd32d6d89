// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Texts;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.scripts.ReleaseMethod;

class RestartTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private final EngineRig rig =
        EngineRig.of(Limits.of(5, (set) -> set.minNodeTimeoutNs = 2_000 * MS,
            (set) -> set.maxNodeTimeoutNs = 2_000 * MS));
    private final Caller alice = rig.caller("alice");

    private void restart(final int node)
    {
        rig.goesDown(node).comesBack(node, true);
    }

    @Test
    void shouldKeepVotesOfANodeThatOnlyLostItsConnection()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3, 4).goesDown(0).comesBack(0);
        rig.heldBy(alice).counted(Counter.NODE_RESTARTS, 0);
        assertThat(rig.news).contains("n0 down CLOSED: test", "n0 up");
    }

    @Test
    void shouldLoseALeaseThatStandsOnAQuorumOnly()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3, 4);
        restart(0);

        rig.told(alice, "acquired 1", "lost REFUSED");
        assertThat(rig.open(0)).as("it may have kept the key").containsExactly(Texts.RELEASE);
        rig.asked(1, Texts.RELEASE).counted(Counter.NODE_RESTARTS, 1);
        assertThat(rig.news).contains("n0 restarted");
    }

    /**
     * Found by the simulator: a process that had stood still was told a new validity after the old one's end.
     */
    @Test
    void shouldEndALeaseWhoseTimeWasOverWhenTheRestartIsLearned()
    {
        rig.acquiresEverywhere(alice).goesDown(0).advanceMs(500).stall(60_000 * MS);
        rig.comesUp(0, ReleaseMethod.SCRIPT, true).told(alice, "acquired 1", "lost EXPIRED");
    }

    @Test
    void shouldKeepALeaseThatStandsOnMore()
    {
        rig.acquiresEverywhere(alice);
        restart(0);
        restart(1);
        rig.told(alice, "acquired 1");
        restart(2);

        rig.told(alice, "acquired 1", "lost REFUSED");
    }

    @Test
    void shouldNotCountAVoteThatWasForgottenBeforeTheDecision()
    {
        rig.acquires(alice).grants(0, 1);
        restart(0);
        rig.cause(alice, 0, Cause.DISCONNECTED);
        rig.grants(2);
        assertThat(alice.log()).as("two of five").isEmpty();
        rig.grants(3).told(alice, "acquired 1");
    }

    @Test
    void shouldNotLetALeaseStandOnAVoteThatWasForgottenBeforeTheDecision()
    {
        rig.acquires(alice).grants(0, 1);
        restart(0);
        rig.grants(2, 3).refuses(4).heldBy(alice);
        rig.extendsLease(alice).refuses(1).told(alice, "acquired 1", "lost REFUSED", "extended LOST");
    }

    @Test
    void shouldLoseAnAttemptWhoseVotesWereForgotten()
    {
        rig.acquires(alice).grants(0).refuses(1, 2);
        restart(0);

        rig.told(alice, "denied CONTENDED").asked(0, Texts.RELEASE);
    }

    @Test
    void shouldNotCountAVoteForgottenInTheMiddleOfAnExtension()
    {
        rig.acquiresEverywhere(alice).advanceMs(1_000).extendsLease(alice).grants(0, 1);
        restart(0);
        rig.cause(alice, 0, Cause.DISCONNECTED);
        rig.grants(2);
        assertThat(alice.log()).as("two of five").containsExactly("acquired 1");
        rig.validUntil(alice, 9_898 * MS);
        rig.grants(3).told(alice, "acquired 1", "valid longer", "extended EXTENDED");
    }

    @Test
    void shouldEndAnExtensionThatCannotBeWonAnyMore()
    {
        rig.acquiresEverywhere(alice).extendsLease(alice).grants(0).goesDown(1, 2);
        rig.told(alice, "acquired 1");
        restart(0);

        rig.toldLast(alice, "extended INCONCLUSIVE");
    }

    @Test
    void shouldCountTheVoteOfTheNewIncarnation()
    {
        rig.acquiresEverywhere(alice);
        restart(0);
        rig.grants(0);
        restart(1);
        rig.grants(1).extendsLease(alice).grants(0, 1, 2);
        assertThat(alice.latest()).as("they had kept the key").isEqualTo("extended EXTENDED");
        restart(3);
        restart(4);

        rig.heldBy(alice);
    }

    @Test
    void shouldLeaveTheReleaseOfALeaseAlone()
    {
        rig.acquiresEverywhere(alice).releases(alice).grants(0, 1);
        restart(2);
        rig.grants(2).told(alice, "acquired 1", "released RELEASED");
    }
}
