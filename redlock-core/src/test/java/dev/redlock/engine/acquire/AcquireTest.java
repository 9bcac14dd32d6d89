// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.Texts;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.quorum.Quorum;
import dev.redlock.spi.ErrorCode;

class AcquireTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private EngineRig rig = EngineRig.ofNodes(5);
    private Caller alice = rig.caller("alice");

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
            rig.asked(node, Texts.SET);
            assertThat(rig.next(node).token).isEqualTo(rig.next(0).token).hasSize(20);
        }
        rig.allCauses(alice, Cause.PENDING).counted(Counter.ATTEMPTS, 1);
    }

    @Test
    void shouldWinWithTheThirdGrantOfFive()
    {
        rig.acquires(alice).grants(0, 3).toldNothing(alice);

        rig.grants(4).told(alice, "acquired 1");
        rig.causes(alice, Cause.GRANTED, Cause.PENDING, Cause.PENDING, Cause.GRANTED, Cause.GRANTED);
        rig.counted(Counter.ATTEMPTS_WON, 1);
    }

    @Test
    void shouldCountValidityFromBeforeTheFirstByte()
    {
        rig.acquires(alice).advanceMs(20).grants(0, 1, 2).validUntil(alice, (10_000 - 102) * MS);
        assertThat(rig.meter.acquiredNs).isEqualTo(20 * MS);
        assertThat(rig.meter.marginNs).isEqualTo((10_000 - 102 - 20) * MS);
    }

    @Test
    void shouldLoseWithTheThirdRefusalOfFive()
    {
        rig.acquires(alice).refuses(0, 1).toldNothing(alice);

        rig.refuses(2).told(alice, "denied CONTENDED").counted(Counter.ATTEMPTS_CONTENDED, 1);
        rig.causes(alice,
            Cause.HELD_BY_ANOTHER, Cause.HELD_BY_ANOTHER, Cause.HELD_BY_ANOTHER, Cause.PENDING,
            Cause.PENDING);
    }

    @Test
    void shouldLoseASplitVoteAsContended()
    {
        rig.acquires(alice).grants(0, 1).refuses(2, 3).toldNothing(alice);

        rig.advanceMs(51).told(alice, "denied CONTENDED").cause(alice, 4, Cause.TIMEOUT);
        rig.counted(Counter.NODE_TIMEOUTS, 1);
    }

    /**
     * From the last of as many nodes as there may be down to the middle; an extension and a release by all.
     */
    @Test
    void shouldAskAsManyNodesAsThereMayBe()
    {
        startOver(EngineRig.ofNodes(Quorum.MAX_NODES));
        rig.acquires(alice).grants(IntStream.rangeClosed(16, 30).toArray()).toldNothing(alice);
        rig.grants(15).told(alice, "acquired 1");

        rig.grants(IntStream.range(0, 15).toArray()).extendsLease(alice);
        rig.grants(IntStream.range(0, Quorum.MAX_NODES).toArray()).releases(alice);
        rig.grants(IntStream.range(0, Quorum.MAX_NODES).toArray());
        rig.told(alice, "acquired 1", "extended EXTENDED", "released RELEASED").tokensOut(0);
    }

    /**
     * In the order of nodes: the last of the answers decides, and none before it.
     */
    @ParameterizedTest
    @CsvSource(textBlock = """
        1, 1, Y,    acquired 1
        1, 1, N,    denied CONTENDED
        2, 2, YY,   acquired 1
        2, 2, YN,   denied CONTENDED
        4, 3, YYNY, acquired 1
        4, 3, YYNN, denied CONTENDED
        5, 4, YYYY, acquired 1
        5, 4, YYYNN, denied CONTENDED
        """)
    void shouldBeDecidedByTheLastAnswerThatMatters(
        final int nodes, final int required, final String answers, final String told)
    {
        startOver(EngineRig.of(Limits.of(Quorum.of(nodes, required))));
        rig.acquires(alice);
        for (int node = 0; node < answers.length(); node++)
        {
            rig.toldNothing(alice);
            rig.answers(node, answers.charAt(node) == 'Y' ?
                Replies.granted(rig.next(node)) : Replies.refused(rig.next(node)));
        }
        rig.told(alice, told);
    }

    @Test
    void shouldWinWithoutTheNodesThatAreDown()
    {
        rig.goesDown(1, 2).acquires(alice);
        rig.causes(
            alice, Cause.PENDING, Cause.NOT_CONNECTED, Cause.NOT_CONNECTED, Cause.PENDING, Cause.PENDING);

        rig.grants(0, 3, 4).told(alice, "acquired 1");
    }

    @Test
    void shouldSayNoQuorumAtOnceWhenTooManyNodesAreDown()
    {
        rig.goesDown(1, 2, 4);
        final int sent = rig.transport.sent.size();

        rig.acquires(alice).told(alice, "denied NO_QUORUM");
        assertThat(rig.transport.sent).hasSize(sent);
        rig.tokensOut(0);
        rig.causes(alice,
            Cause.NOT_ASKED, Cause.NOT_CONNECTED, Cause.NOT_CONNECTED, Cause.NOT_ASKED, Cause.NOT_CONNECTED);
    }

    @Test
    void shouldSayNoQuorumWhenTooManyConnectionsEndMeanwhile()
    {
        rig.acquires(alice).grants(0).goesDown(1, 2).toldNothing(alice);

        rig.goesDown(3).told(alice, "denied NO_QUORUM");
        rig.causes(
            alice, Cause.GRANTED, Cause.DISCONNECTED, Cause.DISCONNECTED, Cause.DISCONNECTED, Cause.PENDING);
        rig.counted(Counter.ATTEMPTS_NO_QUORUM, 1);
    }

    @Test
    void shouldSayNoQuorumAfterTheNodesTimeoutWhenNobodyAnswers()
    {
        rig.acquires(alice).advanceMs(49).toldNothing(alice);

        rig.advanceMs(3).told(alice, "denied NO_QUORUM").allCauses(alice, Cause.TIMEOUT);
        rig.counted(Counter.NODE_TIMEOUTS, 5);
    }

    @Test
    void shouldTellTheServersError()
    {
        rig.acquires(alice).fails(ErrorCode.OOM, 0, 1, 2).told(alice, "denied NO_QUORUM");
        rig.causesBeginWith(alice, Cause.SERVER_ERROR, Cause.SERVER_ERROR, Cause.SERVER_ERROR);
        assertThat(alice.claim.errorCode(1)).isEqualTo(ErrorCode.OOM);
        assertThat(alice.claim.errorText(1)).isEqualTo("OOM says the server");
        assertThat(alice.claim.errorCode(3)).isEqualTo(ErrorCode.NONE);
        rig.counted(Counter.NODE_ERRORS, 3);
    }

    @Test
    void shouldNotTakeAStrangeAnswerForAGrant()
    {
        rig.acquires(alice).answers(0, Replies.strange()).answers(1, Replies.number(1));
        rig.answers(2, Replies.strange()).told(alice, "denied NO_QUORUM");
        rig.causesBeginWith(alice, Cause.UNEXPECTED_REPLY, Cause.UNEXPECTED_REPLY, Cause.UNEXPECTED_REPLY);
        rig.counted(Counter.NODE_ERRORS, 3);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        0,   -1, acquired 1
        500,  0, acquired 1
        500,  1, denied TOO_LATE
        """)
    void shouldWinWithTheMinimumValidityLeftAndNotWithLess(
        final long minValidityMs, final long moreNs, final String told)
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000,
            (set) -> set.minValidityNs = minValidityMs * MS));
        rig.acquires(bob).grants(0, 1).stall((10_000 - 102 - minValidityMs) * MS + moreNs);
        rig.grants(2).told(bob, told);
    }

    @Test
    void shouldBeTooLateAtTheInstantItself()
    {
        rig.acquires(alice).grants(0, 1).stall((10_000 - 102) * MS).grants(2);
        rig.told(alice, "denied TOO_LATE").counted(Counter.ATTEMPTS_TOO_LATE, 1);
        rig.askedEach(Texts.RELEASE, 0, 1, 2);
    }

    @Test
    void shouldRefuseASecondCallWhileTheFirstIsUnderWay()
    {
        rig.acquires(alice).acquires(alice).told(alice, "denied BUSY");

        rig.grants(0, 1, 2).told(alice, "denied BUSY", "acquired 1");
    }

    @Test
    void shouldRefuseToAcquireWhatIsHeld()
    {
        rig.acquiresEverywhere(alice).acquires(alice, 1_000 * MS);
        rig.told(alice, "acquired 1", "denied ALREADY_HELD");
    }

    @Test
    void shouldAcquireAgainAfterAnUnnoticedEnd()
    {
        rig.acquiresEverywhere(alice).stall(9_898 * MS).acquires(alice).grants(0, 1, 2);
        rig.told(alice, "acquired 1", "lost EXPIRED");

        rig.grants(0, 1, 2).toldLast(alice, "acquired 2");
    }

    @Test
    void shouldCancelAnAttempt()
    {
        rig.acquires(alice).grants(0, 1).cancels(alice).cancels(alice).told(alice, "denied CANCELLED");
        rig.counted(Counter.ATTEMPTS_GIVEN_UP, 1);
        assertThat(rig.open(0)).hasSize(1);
        assertThat(rig.open(2)).hasSize(2);
    }

    @Test
    void shouldNotCancelWhatIsHeld()
    {
        rig.acquiresEverywhere(alice).cancels(alice).heldBy(alice);
    }
}
