// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

class LateAnswerTest
{
    private static final long MS = Limits.MS;

    private final EngineRig rig = EngineRig.ofNodes(5);
    private final Caller alice = rig.caller("alice");

    @AfterEach
    void settle()
    {
        rig.settle();
    }

    @Test
    void shouldCountALateGrantWhileOthersAreStillInTime()
    {
        /* Three nodes have shown that they are slow and so may take longer; the others time out before. */
        final EngineRig adaptive = EngineRig.of(Limits.of(5).timeoutNs(5 * MS, 250 * MS).build());
        final Caller bob = adaptive.caller("bob");
        adaptive.advanceMs(600);
        adaptive.acquires(bob);
        adaptive.grants(3, 4);
        adaptive.advanceMs(7);
        assertThat(bob.log()).containsExactly("denied NO_QUORUM");
        adaptive.grants(3, 4);
        adaptive.advanceMs(33);
        adaptive.grants(0, 1, 2);
        adaptive.grants(0, 1, 2);
        assertThat(adaptive.engine.nodeTimeoutNs(0)).isGreaterThan(100 * MS);
        assertThat(adaptive.engine.nodeTimeoutNs(4)).isEqualTo(5 * MS);

        adaptive.acquires(bob);
        adaptive.advanceMs(10);
        assertThat(bob.claim.cause(3)).isEqualTo(Cause.TIMEOUT);
        assertThat(bob.claim.cause(4)).isEqualTo(Cause.TIMEOUT);
        adaptive.grants(3, 4);
        assertThat(bob.claim.cause(4)).isEqualTo(Cause.GRANTED);
        adaptive.grants(0);

        assertThat(bob.latest()).isEqualTo("acquired 1");
        adaptive.settle();
    }

    @Test
    void shouldKeepALateGrantOfAWonAttemptAsStrength()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.grants(3);
        rig.advanceMs(200);
        rig.grants(4);

        assertThat(alice.log()).containsExactly("acquired 1");
        assertThat(rig.count(Counter.STRAGGLERS)).isEqualTo(2);
        assertThat(rig.count(Counter.STRAGGLERS_KEPT)).isEqualTo(2);

        /* It takes three of the five to say no now. */
        rig.extendsLease(alice);
        rig.refuses(0, 1);
        assertThat(alice.holds()).isTrue();
        rig.refuses(2);
        assertThat(alice.holds()).isFalse();
    }

    @Test
    void shouldNotCountALateGrantAfterTheLoss()
    {
        rig.acquires(alice);
        rig.grants(0, 1);
        rig.refuses(2, 3);
        rig.advanceMs(51);
        assertThat(alice.log()).containsExactly("denied CONTENDED");

        rig.grants(4);

        assertThat(alice.log()).containsExactly("denied CONTENDED");
        assertThat(rig.count(Counter.STRAGGLERS)).isEqualTo(1);
        assertThat(rig.count(Counter.STRAGGLERS_KEPT)).isZero();
        assertThat(rig.open(4)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldHaveReleasedALateGrantBehindTheQuestion()
    {
        rig.acquires(alice);
        rig.refuses(0, 1, 2);

        assertThat(rig.open(3)).containsExactly(Texts.SET, Texts.RELEASE);
        assertThat(rig.open(4)).containsExactly(Texts.SET, Texts.RELEASE);
    }

    @Test
    void shouldNotKeepALateGrantAfterTheRelease()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.releases(alice);
        rig.grants(3);

        assertThat(rig.count(Counter.STRAGGLERS_KEPT)).isZero();
        assertThat(rig.open(3)).containsExactly(Texts.RELEASE);
    }

    @Test
    void shouldNotLetALateGrantReviveALeaseAtItsEnd()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.stall(9_898 * MS);
        rig.grants(3);

        assertThat(alice.log()).containsExactly("acquired 1", "lost EXPIRED");
        assertThat(rig.count(Counter.STRAGGLERS_KEPT)).isZero();
    }

    @Test
    void shouldNotBelieveAGrantThatWasOvertakenByADenial()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.extendsLease(alice);
        final Sent set = rig.next(3);
        final Sent extension = rig.transport.open(3).get(1);
        rig.answers(extension, Replies.refused(extension));
        rig.answers(set, Replies.granted(set));
        assertThat(rig.count(Counter.STRAGGLERS_KEPT)).isZero();

        /* Had it been believed, two refusals would leave three. */
        rig.refuses(0);

        assertThat(alice.log()).containsExactly("acquired 1", "extended LOST", "lost REFUSED");
    }

    @Test
    void shouldCountAStragglingRefusalAndError()
    {
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3);
        rig.fails(ErrorCode.LOADING, 4);

        assertThat(rig.count(Counter.STRAGGLERS)).isEqualTo(2);
        rig.releases(alice);
        assertThat(rig.open(3)).isEmpty();
        assertThat(rig.open(4)).isEmpty();
    }

    @Test
    void shouldIgnoreDuplicatesAndAnswersToNothing()
    {
        rig.acquires(alice);
        final Sent set = rig.next(0);
        rig.grants(0);
        rig.babbles(0, set.correlationId, Replies.granted(set));
        rig.babbles(0, set.correlationId, Replies.granted(set));
        rig.babbles(1, 1_000_000, Replies.granted(set));
        rig.babbles(1, -1, Replies.granted(set));
        rig.grants(1);

        assertThat(alice.log()).isEmpty();
        assertThat(rig.count(Counter.REPLIES_UNMATCHED)).isEqualTo(4);
    }
}
