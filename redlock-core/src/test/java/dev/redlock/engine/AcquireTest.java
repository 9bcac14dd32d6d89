// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Quorum;
import dev.redlock.spi.ErrorCode;

class AcquireTest
{
    private static final long MS = Limits.MS;

    private EngineRig rig = EngineRig.ofNodes(5);
    private Caller alice = rig.caller("alice");

    @AfterEach
    void settle()
    {
        rig.settle();
    }

    private void startOver(final EngineRig newRig)
    {
        rig = newRig;
        alice = rig.caller("alice");
    }

    @Test
    void shouldAskAllNodesAtOnceWithTheSameTokenAndTimeToLive()
    {
        rig.acquires(alice);

        for (int node = 0; node < 5; node++)
        {
            assertThat(rig.open(node)).containsExactly(Texts.SET);
            assertThat(rig.next(node).token).isEqualTo(rig.next(0).token).hasSize(20);
        }
        assertThat(rig.causes(alice)).containsOnly(Cause.PENDING);
        assertThat(rig.count(Counter.ATTEMPTS)).isEqualTo(1);
    }

    @Test
    void shouldWinWithTheThirdGrantOfFive()
    {
        rig.acquires(alice);
        rig.grants(0, 3);
        assertThat(alice.log()).isEmpty();

        rig.grants(4);

        assertThat(alice.log()).containsExactly("acquired 1");
        assertThat(rig.causes(alice)).containsExactly(
            Cause.GRANTED, Cause.PENDING, Cause.PENDING, Cause.GRANTED, Cause.GRANTED);
        assertThat(rig.count(Counter.ATTEMPTS_WON)).isEqualTo(1);
    }

    @Test
    void shouldCountValidityFromBeforeTheFirstByte()
    {
        rig.acquires(alice);
        rig.advanceMs(20);
        rig.grants(0, 1, 2);

        assertThat(alice.validUntilNs()).isEqualTo((10_000 - 102) * MS);
        assertThat(rig.meter.acquiredNs).isEqualTo(20 * MS);
        assertThat(rig.meter.marginNs).isEqualTo((10_000 - 102 - 20) * MS);
    }

    @Test
    void shouldLoseWithTheThirdRefusalOfFive()
    {
        rig.acquires(alice);
        rig.refuses(0, 1);
        assertThat(alice.log()).isEmpty();

        rig.refuses(2);

        assertThat(alice.log()).containsExactly("denied CONTENDED");
        assertThat(rig.count(Counter.ATTEMPTS_CONTENDED)).isEqualTo(1);
        assertThat(rig.causes(alice)).containsExactly(
            Cause.HELD_BY_ANOTHER, Cause.HELD_BY_ANOTHER, Cause.HELD_BY_ANOTHER,
            Cause.PENDING, Cause.PENDING);
    }

    @Test
    void shouldLoseASplitVoteAsContended()
    {
        rig.acquires(alice);
        rig.grants(0, 1);
        rig.refuses(2, 3);
        assertThat(alice.log()).isEmpty();

        rig.advanceMs(51);

        assertThat(alice.log()).containsExactly("denied CONTENDED");
        assertThat(rig.causes(alice).get(4)).isEqualTo(Cause.TIMEOUT);
        assertThat(rig.count(Counter.NODE_TIMEOUTS)).isEqualTo(1);
    }

    /**
     * From the last of as many nodes as there may be down to the middle; an extension and a release by all.
     */
    @Test
    void shouldAskAsManyNodesAsThereMayBe()
    {
        startOver(EngineRig.ofNodes(Quorum.MAX_NODES));
        rig.acquires(alice);
        rig.grants(IntStream.rangeClosed(16, 30).toArray());
        assertThat(alice.log()).isEmpty();
        rig.grants(15);
        assertThat(alice.log()).containsExactly("acquired 1");

        rig.grants(IntStream.range(0, 15).toArray());
        rig.extendsLease(alice);
        rig.grants(IntStream.range(0, Quorum.MAX_NODES).toArray());
        rig.releases(alice);
        rig.grants(IntStream.range(0, Quorum.MAX_NODES).toArray());

        assertThat(alice.log()).containsExactly("acquired 1", "extended EXTENDED", "released RELEASED");
        assertThat(rig.engine.tokensOut()).isZero();
    }

    @Test
    void shouldNotLoseAtHalfOfAnEvenNumberButWinBeyondIt()
    {
        startOver(EngineRig.ofNodes(4));
        rig.acquires(alice);
        rig.grants(0, 1);
        rig.refuses(2);
        assertThat(alice.log()).isEmpty();

        rig.grants(3);

        assertThat(alice.log()).containsExactly("acquired 1");
    }

    @Test
    void shouldLoseAtHalfOfAnEvenNumber()
    {
        startOver(EngineRig.ofNodes(4));
        rig.acquires(alice);
        rig.grants(0, 1);
        rig.refuses(2, 3);

        assertThat(alice.log()).containsExactly("denied CONTENDED");
    }

    @Test
    void shouldNeedBothOfTwo()
    {
        startOver(EngineRig.ofNodes(2));
        rig.acquires(alice);
        rig.grants(0);
        assertThat(alice.log()).isEmpty();
        rig.grants(1);
        assertThat(alice.log()).containsExactly("acquired 1");
    }

    @Test
    void shouldBeDecidedByASingleNode()
    {
        startOver(EngineRig.ofNodes(1));
        final Caller bob = rig.caller("bob", "stock", Options.plain());
        rig.acquires(alice);
        rig.acquires(bob);
        rig.grants(0);
        rig.refuses(0);

        assertThat(alice.log()).containsExactly("acquired 1");
        assertThat(bob.log()).containsExactly("denied CONTENDED");
    }

    @Test
    void shouldWaitForTheLargerQuorum()
    {
        startOver(EngineRig.of(Limits.of(new Quorum(5, 4)).build()));
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        assertThat(alice.log()).isEmpty();
        rig.grants(3);
        assertThat(alice.log()).containsExactly("acquired 1");
    }

    @Test
    void shouldLoseWithTheSecondRefusalUnderTheLargerQuorum()
    {
        startOver(EngineRig.of(Limits.of(new Quorum(5, 4)).build()));
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        rig.refuses(3);
        assertThat(alice.log()).isEmpty();
        rig.refuses(4);
        assertThat(alice.log()).containsExactly("denied CONTENDED");
    }

    @Test
    void shouldWinWithoutTheNodesThatAreDown()
    {
        rig.goesDown(1, 2);
        rig.acquires(alice);
        assertThat(rig.causes(alice)).containsExactly(
            Cause.PENDING, Cause.NOT_CONNECTED, Cause.NOT_CONNECTED, Cause.PENDING, Cause.PENDING);

        rig.grants(0, 3, 4);

        assertThat(alice.log()).containsExactly("acquired 1");
    }

    @Test
    void shouldSayNoQuorumAtOnceWhenTooManyNodesAreDown()
    {
        rig.goesDown(1, 2, 4);
        final int sent = rig.transport.sent.size();

        rig.acquires(alice);

        assertThat(alice.log()).containsExactly("denied NO_QUORUM");
        assertThat(rig.transport.sent).hasSize(sent);
        assertThat(rig.engine.tokensOut()).isZero();
        assertThat(rig.causes(alice)).containsExactly(
            Cause.NOT_ASKED, Cause.NOT_CONNECTED, Cause.NOT_CONNECTED, Cause.NOT_ASKED, Cause.NOT_CONNECTED);
    }

    @Test
    void shouldSayNoQuorumWhenTooManyConnectionsEndMeanwhile()
    {
        rig.acquires(alice);
        rig.grants(0);
        rig.goesDown(1, 2);
        assertThat(alice.log()).isEmpty();

        rig.goesDown(3);

        assertThat(alice.log()).containsExactly("denied NO_QUORUM");
        assertThat(rig.causes(alice)).containsExactly(
            Cause.GRANTED, Cause.DISCONNECTED, Cause.DISCONNECTED, Cause.DISCONNECTED, Cause.PENDING);
        assertThat(rig.count(Counter.ATTEMPTS_NO_QUORUM)).isEqualTo(1);
    }

    @Test
    void shouldSayNoQuorumAfterTheNodesTimeoutWhenNobodyAnswers()
    {
        rig.acquires(alice);
        rig.advanceMs(49);
        assertThat(alice.log()).isEmpty();

        rig.advanceMs(3);

        assertThat(alice.log()).containsExactly("denied NO_QUORUM");
        assertThat(rig.causes(alice)).containsOnly(Cause.TIMEOUT);
        assertThat(rig.count(Counter.NODE_TIMEOUTS)).isEqualTo(5);
    }

    @Test
    void shouldTellTheServersError()
    {
        rig.acquires(alice);
        rig.fails(ErrorCode.OOM, 0, 1, 2);

        assertThat(alice.log()).containsExactly("denied NO_QUORUM");
        assertThat(rig.causes(alice).subList(0, 3)).containsOnly(Cause.SERVER_ERROR);
        assertThat(alice.claim.errorCode(1)).isEqualTo(ErrorCode.OOM);
        assertThat(alice.claim.errorText(1)).isEqualTo("OOM says the server");
        assertThat(alice.claim.errorCode(3)).isEqualTo(ErrorCode.NONE);
        assertThat(rig.count(Counter.NODE_ERRORS)).isEqualTo(3);
    }

    @Test
    void shouldNotTakeAStrangeAnswerForAGrant()
    {
        rig.acquires(alice);
        rig.answers(0, Replies.strange());
        rig.answers(1, Replies.number(1));
        rig.answers(2, Replies.strange());

        assertThat(alice.log()).containsExactly("denied NO_QUORUM");
        assertThat(rig.causes(alice).subList(0, 3)).containsOnly(Cause.UNEXPECTED_REPLY);
        assertThat(rig.count(Counter.NODE_ERRORS)).isEqualTo(3);
    }

    @Test
    void shouldWinWithOneNanosecondLeft()
    {
        rig.acquires(alice);
        rig.grants(0, 1);
        rig.stall((10_000 - 102) * MS - 1);
        rig.grants(2);

        assertThat(alice.log()).containsExactly("acquired 1");
    }

    @Test
    void shouldBeTooLateAtTheInstantItself()
    {
        rig.acquires(alice);
        rig.grants(0, 1);
        rig.stall((10_000 - 102) * MS);
        rig.grants(2);

        assertThat(alice.log()).containsExactly("denied TOO_LATE");
        assertThat(rig.count(Counter.ATTEMPTS_TOO_LATE)).isEqualTo(1);
        for (int node = 0; node < 3; node++)
        {
            assertThat(rig.open(node)).containsExactly(Texts.RELEASE);
        }
    }

    @Test
    void shouldBeTooLateWithLessThanTheMinimumValidity()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000).minValidityNs(500 * MS).build());
        rig.acquires(bob);
        rig.grants(0, 1);
        rig.stall((10_000 - 102 - 500) * MS + 1);
        rig.grants(2);

        assertThat(bob.log()).containsExactly("denied TOO_LATE");
    }

    @Test
    void shouldWinWithExactlyTheMinimumValidity()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000).minValidityNs(500 * MS).build());
        rig.acquires(bob);
        rig.grants(0, 1);
        rig.stall((10_000 - 102 - 500) * MS);
        rig.grants(2);

        assertThat(bob.log()).containsExactly("acquired 1");
    }

    @Test
    void shouldRefuseASecondCallWhileTheFirstIsUnderWay()
    {
        rig.acquires(alice);
        rig.acquires(alice);
        assertThat(alice.log()).containsExactly("denied BUSY");

        rig.grants(0, 1, 2);
        assertThat(alice.log()).containsExactly("denied BUSY", "acquired 1");
    }

    @Test
    void shouldRefuseToAcquireWhatIsHeld()
    {
        rig.acquiresEverywhere(alice);
        rig.acquires(alice, 1_000 * MS);

        assertThat(alice.log()).containsExactly("acquired 1", "denied ALREADY_HELD");
    }

    @Test
    void shouldAcquireAgainAfterAnUnnoticedEnd()
    {
        rig.acquiresEverywhere(alice);
        rig.stall(9_898 * MS);
        rig.acquires(alice);
        rig.grants(0, 1, 2);
        assertThat(alice.log()).containsExactly("acquired 1", "lost EXPIRED");

        rig.grants(0, 1, 2);

        assertThat(alice.latest()).isEqualTo("acquired 2");
    }

    @Test
    void shouldCancelAnAttempt()
    {
        rig.acquires(alice);
        rig.grants(0, 1);
        rig.cancels(alice);
        rig.cancels(alice);

        assertThat(alice.log()).containsExactly("denied CANCELLED");
        assertThat(rig.count(Counter.ATTEMPTS_GIVEN_UP)).isEqualTo(1);
        assertThat(rig.open(0)).hasSize(1);
        assertThat(rig.open(2)).hasSize(2);
    }

    @Test
    void shouldNotCancelWhatIsHeld()
    {
        rig.acquiresEverywhere(alice);
        rig.cancels(alice);

        assertThat(alice.holds()).isTrue();
    }
}
