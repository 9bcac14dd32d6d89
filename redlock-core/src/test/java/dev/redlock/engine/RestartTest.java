// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ReleaseMethod;

class RestartTest
{
    private static final long MS = Limits.MS;

    private final EngineRig rig = EngineRig.of(Limits.of(5).timeoutNs(2_000 * MS, 2_000 * MS).build());
    private final Caller alice = rig.caller("alice");

    @AfterEach
    void settle()
    {
        rig.settle();
    }

    private void restart(final int node)
    {
        rig.goesDown(node);
        rig.comesBack(node, true);
    }

    @Test
    void shouldKeepVotesOfANodeThatOnlyLostItsConnection()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3, 4);
        rig.goesDown(0);
        rig.comesBack(0, false);

        assertThat(alice.holds()).isTrue();
        assertThat(rig.count(Counter.NODE_RESTARTS)).isZero();
        assertThat(rig.news).contains("n0 down CLOSED: test", "n0 up");
    }

    @Test
    void shouldLoseALeaseThatStandsOnAQuorumOnly()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3, 4);
        restart(0);

        assertThat(alice.log()).containsExactly("acquired 1", "lost REFUSED");
        assertThat(rig.open(0)).as("it may have kept the key").containsExactly(Texts.RELEASE);
        assertThat(rig.open(1)).containsExactly(Texts.RELEASE);
        assertThat(rig.count(Counter.NODE_RESTARTS)).isEqualTo(1);
        assertThat(rig.news).contains("n0 restarted");
    }

    /**
     * Found by the simulator: a process that had stood still was told a new validity after the old one's end.
     */
    @Test
    void shouldEndALeaseWhoseTimeWasOverWhenTheRestartIsLearned()
    {
        rig.acquiresEverywhere(alice);
        rig.goesDown(0);
        rig.advanceMs(500);
        rig.stall(60_000 * MS);
        rig.comesUp(0, ReleaseMethod.SCRIPT, true);

        assertThat(alice.log()).containsExactly("acquired 1", "lost EXPIRED");
    }

    @Test
    void shouldKeepALeaseThatStandsOnMore()
    {
        rig.acquiresEverywhere(alice);
        restart(0);
        restart(1);
        assertThat(alice.log()).containsExactly("acquired 1");
        restart(2);

        assertThat(alice.log()).containsExactly("acquired 1", "lost REFUSED");
    }

    @Test
    void shouldNotCountAVoteThatWasForgottenBeforeTheDecision()
    {
        rig.acquires(alice);
        rig.grants(0, 1);
        restart(0);
        assertThat(rig.causes(alice).get(0)).isEqualTo(Cause.DISCONNECTED);
        rig.grants(2);
        assertThat(alice.log()).as("two of five").isEmpty();
        rig.grants(3);

        assertThat(alice.log()).containsExactly("acquired 1");
    }

    @Test
    void shouldNotLetALeaseStandOnAVoteThatWasForgottenBeforeTheDecision()
    {
        rig.acquires(alice);
        rig.grants(0, 1);
        restart(0);
        rig.grants(2, 3);
        rig.refuses(4);
        assertThat(alice.holds()).isTrue();
        rig.extendsLease(alice);
        rig.refuses(1);

        assertThat(alice.log()).containsExactly("acquired 1", "extended LOST", "lost REFUSED");
    }

    @Test
    void shouldLoseAnAttemptWhoseVotesWereForgotten()
    {
        rig.acquires(alice);
        rig.grants(0);
        rig.refuses(1, 2);
        restart(0);

        assertThat(alice.log()).containsExactly("denied CONTENDED");
        assertThat(rig.open(0)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldNotCountAVoteForgottenInTheMiddleOfAnExtension()
    {
        rig.acquiresEverywhere(alice);
        rig.advanceMs(1_000);
        rig.extendsLease(alice);
        rig.grants(0, 1);
        restart(0);
        assertThat(rig.causes(alice).get(0)).isEqualTo(Cause.DISCONNECTED);
        rig.grants(2);
        assertThat(alice.log()).as("two of five").containsExactly("acquired 1");
        assertThat(alice.validUntilNs()).isEqualTo(9_898 * MS);
        rig.grants(3);

        assertThat(alice.log()).containsExactly("acquired 1", "valid longer", "extended EXTENDED");
    }

    @Test
    void shouldEndAnExtensionThatCannotBeWonAnyMore()
    {
        rig.acquiresEverywhere(alice);
        rig.extendsLease(alice);
        rig.grants(0);
        rig.goesDown(1, 2);
        assertThat(alice.log()).containsExactly("acquired 1");
        restart(0);

        assertThat(alice.latest()).isEqualTo("extended INCONCLUSIVE");
    }

    @Test
    void shouldCountTheVoteOfTheNewIncarnation()
    {
        rig.acquiresEverywhere(alice);
        restart(0);
        restart(1);
        rig.extendsLease(alice);
        rig.grants(0, 1, 2);
        assertThat(alice.latest()).as("they had kept the key").isEqualTo("extended EXTENDED");
        restart(3);
        restart(4);

        assertThat(alice.holds()).isTrue();
    }

    @Test
    void shouldLeaveTheReleaseOfALeaseAlone()
    {
        rig.acquiresEverywhere(alice);
        rig.releases(alice);
        rig.grants(0, 1);
        restart(2);
        rig.grants(2);

        assertThat(alice.log()).containsExactly("acquired 1", "released RELEASED");
    }
}
