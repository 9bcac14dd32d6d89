// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Replies;
import dev.redlock.engine.rig.ScriptedTransport.Link;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.settings.DurabilityRule;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Reply;

/**
 * Grants that count only once they are durable.
 */
class DurableVotesTest
{
    private static final long AT_MOST_NS = 2 * Limits.SECOND;
    private static final DurabilityRule ON_DISK = new DurabilityRule(AT_MOST_NS, 0, "redlock:barrier");
    private static final String ON_ITS_KEY = "PEXPIRE redlock:barrier 2592000000";
    private static final ClaimOptions DURABLE = Options.ttlMs(10_000, (set) -> set.isDurable = true);

    private EngineRig rig = rigOf(ON_DISK);
    private Caller alice = rig.caller("alice", DURABLE);

    private static EngineRig rigOf(final DurabilityRule rule)
    {
        final EngineRig rig = EngineRig.of(Limits.of(3, (set) -> set.durability = rule));

        return rig.sideComesUp(0, 1, 2);
    }

    @AfterEach
    void settle()
    {
        rig.settle();
    }

    @Test
    void shouldCountAGrantOnlyOnceItIsDurable()
    {
        rig.acquires(alice).grants(0, 1, 2).work().toldNothing(alice);
        rig.asked(rig.side(0), ON_ITS_KEY, "WAITAOF 1 0 2000");
        rig.confirms(1).toldNothing(alice).cause(alice, 0, Cause.NOT_DURABLE);
        rig.confirms(0).told(alice, "acquired 1").counted(Counter.VOTES_NOT_DURABLE, 0);
    }

    @Test
    void shouldNotDelayTheDeadlineOfADurableVote()
    {
        rig.acquires(alice).grants(0, 1).work().advanceMs(900).confirms(0, 1).told(alice, "acquired 1");

        final long ttlNs = 10 * Limits.SECOND;
        rig.validUntil(alice, ttlNs - rig.config.drift().of(ttlNs));
    }

    @Test
    void shouldTakeAnUnacknowledgedWaitForAFault()
    {
        rig.acquires(alice).grants(0, 1, 2).work().advance(AT_MOST_NS).confirmsNot(0, 1);

        rig.told(alice, "denied NO_QUORUM").cause(alice, 0, Cause.NOT_DURABLE);
        rig.counted(Counter.VOTES_NOT_DURABLE, 2).sent(OperationKind.RELEASE, 3);
    }

    @Test
    void shouldNotBelieveAnAnswerWithoutABarrier()
    {
        rig.acquires(alice).grants(0, 1, 2).work();
        final Reply noBarrier = Replies.error(ErrorCode.OOM);
        IntStream.range(0, 3).forEach((i) -> rig.sideAnswers(i, noBarrier, Replies.number(1).add(0)));

        rig.told(alice, "denied NO_QUORUM").allCauses(alice, Cause.NOT_DURABLE);
    }

    /**
     * Its answer is about what the connection wrote before, if anything.
     */
    @Test
    void shouldNotBelieveAnAnswerBehindABarrierWithoutItsKey()
    {
        rig.acquires(alice).grants(0, 1, 2).work();
        IntStream.range(0, 3).forEach((i) -> findsNoKey(i));
        rig.toldNothing(alice).counted(Counter.VOTES_NOT_DURABLE, 0).work();
        rig.asked(rig.side(0), "SET redlock:barrier 1 PX 2592000000", "WAITAOF 1 0 2000");

        final Reply ok = new Reply().set(Reply.Kind.OK);
        rig.sideAnswers(0, ok, Replies.number(1).add(0)).toldNothing(alice);
        rig.sideAnswers(1, ok, Replies.number(1).add(0)).told(alice, "acquired 1");
    }

    /**
     * Somebody else may have set it meanwhile, when there was room.
     */
    @Test
    void shouldTakeABarrierWhoseKeyCannotBeSetForAFaultAndBeginAnew()
    {
        rig.acquires(alice).grants(0, 1, 2).work();
        IntStream.range(0, 3).forEach((i) -> findsNoKey(i));
        rig.work();
        final Reply isFull = Replies.error(ErrorCode.OOM);
        IntStream.range(0, 3).forEach((i) -> rig.sideAnswers(i, isFull, Replies.number(1).add(0)));
        rig.told(alice, "denied NO_QUORUM").allCauses(alice, Cause.NOT_DURABLE);

        rig.grants(0, 1, 2).acquires(alice).grants(0, 1, 2).work();
        rig.asked(rig.side(0), ON_ITS_KEY, "WAITAOF 1 0 2000").confirms(0, 1).toldLast(alice, "acquired 1");
    }

    private void findsNoKey(final int node)
    {
        rig.sideAnswers(node, Replies.number(0), Replies.number(1).add(0));
    }

    @Test
    void shouldFailInTimeIfNobodyAnswersTheQuestion()
    {
        rig.acquires(alice).grants(0, 1, 2).work().advanceMs(2040).toldNothing(alice);
        rig.advanceMs(20).told(alice, "denied NO_QUORUM").allCauses(alice, Cause.NOT_DURABLE);
        assertThat(rig.count(Counter.NODE_TIMEOUTS)).isEqualTo(3);
    }

    @Test
    void shouldAskOnceForAllGrantsThatCameBefore()
    {
        final Caller bob = rig.caller("bob", "other", DURABLE);
        final Caller carol = rig.caller("carol", "third", DURABLE);
        rig.acquires(alice).acquires(bob).grantsAll().work().acquires(carol).grantsAll().work();
        rig.sent(OperationKind.CONFIRM, 3);

        rig.confirms(0, 1).told(alice, "acquired 1").told(bob, "acquired 1").toldNothing(carol);
        rig.work().sent(OperationKind.CONFIRM, 5).confirms(0, 1).told(carol, "acquired 1");
    }

    @Test
    void shouldNotDelayOthersThatAskForNothing()
    {
        final Caller bob = rig.caller("bob", "other", Options.plain());
        rig.acquires(alice).grants(0, 1, 2).work();

        rig.acquires(bob).grants(0, 1).told(bob, "acquired 1").releases(bob).grants(0, 1, 2);
        rig.toldLast(bob, "released RELEASED").toldNothing(alice);
    }

    @Test
    void shouldProlongALeaseOnlyByDurableVotes()
    {
        rig.acquires(alice).grants(0, 1, 2).work().confirms(0, 1, 2).advanceMs(1000);
        final long ttlNs = 10 * Limits.SECOND;
        final long firstNs = ttlNs - rig.config.drift().of(ttlNs);
        final long secondNs = firstNs + Limits.SECOND;
        rig.extendsLease(alice).grants(0, 1, 2).work().validUntil(alice, firstNs);
        rig.confirms(0).validUntil(alice, firstNs).confirms(2).validUntil(alice, secondNs);
        rig.toldLast(alice, "extended EXTENDED");

        rig.extendsLease(alice).grants(0, 1, 2).work().confirmsNot(0, 1, 2);
        rig.toldLast(alice, "extended INCONCLUSIVE").validUntil(alice, secondNs).heldBy(alice);
    }

    @Test
    void shouldDropWhatWaitsWithTheConnectionThatBroughtIt()
    {
        rig.acquires(alice).grants(0, 1, 2).work().goesDown(0, 1);

        rig.told(alice, "denied NO_QUORUM").link(rig.side(0), Link.DROPPED).link(rig.side(2), Link.UP);
    }

    @Test
    void shouldAskAgainOnTheNextSecondConnection()
    {
        rig.acquires(alice).grants(0, 1).work().sideGoesDown(0, 1).toldNothing(alice);
        while (rig.transport.link(rig.side(0)) != Link.CONNECTING ||
            rig.transport.link(rig.side(1)) != Link.CONNECTING)
        {
            rig.advanceMs(1);
        }

        rig.sideComesUp(0, 1).work().confirms(0, 1).told(alice, "acquired 1");
    }

    /**
     * A middlebox forgets what is silent, and servers close it, too.
     */
    @Test
    void shouldNotLetASecondConnectionFallSilent()
    {
        rig.advanceMs(5_000);

        assertThat(rig.transport.sent.stream().filter((sent) -> sent.node == rig.side(0)).count())
            .as("heartbeats in 5 s").isBetween(9L, 11L);
    }

    @Test
    void shouldReplaceASilentSecondConnectionBeforeItIsNeeded()
    {
        rig.advanceMs(1_234).silence(rig.side(0), true).silence(rig.side(1), true).advanceMs(2_500);
        rig.counted(Counter.HALF_OPEN, 2).link(rig.side(0), Link.DROPPED).link(rig.side(1), Link.DROPPED);
        rig.silence(rig.side(0), false).silence(rig.side(1), false).sideGoesDown(0, 1).advanceMs(30);

        rig.sideComesUp(0, 1).acquires(alice).grants(0, 1).work().confirms(0, 1).told(alice, "acquired 1");
    }

    /**
     * What waits has waited for longer than any answer takes.
     */
    @Test
    void shouldSettleWhatWaitsWhenASecondConnectionIsSilent()
    {
        rig.acquires(alice).grants(0, 1, 2).work().advance(AT_MOST_NS).told(alice).advanceMs(1_500);

        rig.counted(Counter.VOTES_NOT_DURABLE, 3).counted(Counter.HALF_OPEN, 3);
        rig.told(alice, "denied NO_QUORUM").tokensOut(1).grantsAll();
    }

    /**
     * The first time that one ends another may come in time; the second time none will.
     */
    @Test
    void shouldSettleWhatWaitsWhenThereIsNoOtherSecondConnection()
    {
        rig.acquires(alice).grants(0, 1, 2).work().sideGoesDown(0, 1, 2).toldNothing(alice).advanceMs(30);
        rig.sideGoesDown(0, 1, 2).told(alice, "denied NO_QUORUM").allCauses(alice, Cause.NOT_DURABLE);

        rig.counted(Counter.VOTES_NOT_DURABLE, 3);
    }

    @Test
    void shouldNotTakeAConfirmationForAnotherLifeOfTheAttempt()
    {
        rig.acquires(alice).grants(0, 1, 2).work().cancels(alice).grantsAll();
        rig.told(alice, "denied CANCELLED").tokensOut(0);
        rig.acquires(alice).confirms(0, 1, 2).told(alice, "denied CANCELLED");
        assertThat(rig.count(Counter.STRAGGLERS)).isEqualTo(3);

        rig.grants(0, 1).work().confirms(0, 1).toldLast(alice, "acquired 1");
    }

    @Test
    void shouldCountOnReplicasIfTold()
    {
        rig.settle();
        rig = rigOf(new DurabilityRule(AT_MOST_NS, 2, "redlock:barrier"));
        alice = rig.caller("alice", DURABLE);
        rig.acquires(alice).grants(0, 1, 2).work();
        rig.asked(rig.side(0), ON_ITS_KEY, "WAIT 2 2000");
        final Reply written = Replies.number(1);
        rig.sideAnswers(0, written, Replies.number(1)).sideAnswers(1, written, Replies.number(2));
        rig.toldNothing(alice).sideAnswers(2, written, Replies.number(3)).told(alice, "acquired 1");
    }

    @Test
    void shouldRefuseWhatItCannotDo()
    {
        final EngineRig plain = EngineRig.ofNodes(3);
        assertThatThrownBy(() -> plain.caller("bob", DURABLE)).hasMessageContaining("durableVotes(…)");
        assertThatThrownBy(() -> rig.caller("bob", Options.ttlMs(5_999, (set) -> set.isDurable = true)))
            .hasMessage("time to live is 5.999 s but for durable votes, which may take 2 s, it must be at " +
                "least 6 s: what a vote takes is gone from the validity; use a longer one, or allow votes " +
                "less time");
        assertThatThrownBy(() -> new DurabilityRule(999_999, 0, "b")).hasMessageContaining("1 ms to 1m");
        assertThatThrownBy(() -> new DurabilityRule(1_000_000, -1, "b")).hasMessageContaining("at least 1");
    }
}
