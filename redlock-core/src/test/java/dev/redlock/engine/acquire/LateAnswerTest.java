// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.Sent;
import dev.redlock.engine.rig.Texts;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

class LateAnswerTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private EngineRig rig = EngineRig.ofNodes(5);
    private final Caller alice = rig.caller("alice");

    @Test
    void shouldCountALateGrantWhileOthersAreStillInTime()
    {
        /* Three nodes have shown that they are slow and so may take longer; the others time out before. */
        rig = EngineRig.of(Limits.of(5, (set) -> set.minNodeTimeoutNs = 5 * MS,
            (set) -> set.maxNodeTimeoutNs = 250 * MS));
        final Caller bob = rig.caller("bob");
        rig.advanceMs(600).acquires(bob).grants(3, 4).advanceMs(7).told(bob, "denied NO_QUORUM");
        rig.grants(3, 4).advanceMs(33).grants(0, 1, 2).grants(0, 1, 2);
        assertThat(rig.engine.nodeTimeoutNs(0)).isGreaterThan(100 * MS);
        assertThat(rig.engine.nodeTimeoutNs(4)).isEqualTo(5 * MS);

        rig.acquires(bob).advanceMs(10);
        assertThat(bob.claim.cause(3)).isEqualTo(Cause.TIMEOUT);
        assertThat(bob.claim.cause(4)).isEqualTo(Cause.TIMEOUT);
        rig.grants(3, 4);
        assertThat(bob.claim.cause(4)).isEqualTo(Cause.GRANTED);
        rig.grants(0).toldLast(bob, "acquired 1");
    }

    @Test
    void shouldKeepALateGrantOfAWonAttemptAsStrength()
    {
        rig.acquires(alice).grants(0, 1, 2).grants(3).advanceMs(200).grants(4);
        rig.told(alice, "acquired 1").counted(Counter.STRAGGLERS, 2);
        rig.counted(Counter.STRAGGLERS_KEPT, 2);

        /* It takes three of the five to say no now. */
        rig.extendsLease(alice).refuses(0, 1).heldBy(alice);
        rig.refuses(2).notHeldBy(alice);
    }

    @Test
    void shouldNotCountALateGrantAfterTheLoss()
    {
        rig.acquires(alice).grants(0, 1).refuses(2, 3).advanceMs(51).told(alice, "denied CONTENDED");

        rig.grants(4).told(alice, "denied CONTENDED").counted(Counter.STRAGGLERS, 1);
        rig.counted(Counter.STRAGGLERS_KEPT, 0).asked(4, Texts.RELEASE);
    }

    @Test
    void shouldHaveReleasedALateGrantBehindTheQuestion()
    {
        rig.acquires(alice).refuses(0, 1, 2).asked(3, Texts.SET, Texts.RELEASE);
        rig.asked(4, Texts.SET, Texts.RELEASE);
    }

    @Test
    void shouldNotKeepALateGrantAfterTheRelease()
    {
        rig.acquires(alice).grants(0, 1, 2).releases(alice).grants(3);
        rig.counted(Counter.STRAGGLERS_KEPT, 0).asked(3, Texts.RELEASE);
    }

    @Test
    void shouldNotLetALateGrantReviveALeaseAtItsEnd()
    {
        rig.acquires(alice).grants(0, 1, 2).stall(9_898 * MS).grants(3);
        rig.told(alice, "acquired 1", "lost EXPIRED").counted(Counter.STRAGGLERS_KEPT, 0);
    }

    @Test
    void shouldNotBelieveAGrantThatWasOvertakenByADenial()
    {
        rig.acquires(alice).grants(0, 1, 2).extendsLease(alice);
        final Sent set = rig.next(3);
        final Sent extension = rig.transport.open(3).get(1);
        rig.answers(extension, Replies.refused(extension)).answers(set, Replies.granted(set));
        rig.counted(Counter.STRAGGLERS_KEPT, 0);

        /* Had it been believed, two refusals would leave three. */
        rig.refuses(0).told(alice, "acquired 1", "lost REFUSED", "extended LOST");
    }

    @Test
    void shouldCountAStragglingRefusalAndError()
    {
        rig.acquires(alice).grants(0, 1, 2).refuses(3).fails(ErrorCode.LOADING, 4);
        rig.counted(Counter.STRAGGLERS, 2);
        rig.releases(alice).askedNothing(3, 4);
    }

    @Test
    void shouldIgnoreDuplicatesAndAnswersToNothing()
    {
        rig.acquires(alice);
        final Sent set = rig.next(0);
        rig.grants(0).babbles(0, set.correlationId, Replies.granted(set));
        rig.babbles(0, set.correlationId, Replies.granted(set));
        rig.babbles(1, 1_000_000, Replies.granted(set)).babbles(1, -1, Replies.granted(set)).grants(1);
        rig.toldNothing(alice).counted(Counter.REPLIES_UNMATCHED, 4);
    }
}
