// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedTransport;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.ErrorCode;

class RetryTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private final EngineRig rig = EngineRig.ofNodes(5);
    private final Caller alice = rig.caller("alice");

    /*
     * Answers what the nodes were asked until the engine asks for a lock again, and says how long that took.
     */
    private long pauseUntilNextAttemptNs()
    {
        final long fromNs = rig.elapsedNs();
        rig.grantsAll().advanceUntilAsked(0);

        return rig.elapsedNs() - fromNs;
    }

    @Test
    void shouldReleaseAMinorityBeforeItWaits()
    {
        rig.acquires(alice, 1_000 * MS).grants(0, 1).refuses(2, 3, 4).askedEach(Texts.RELEASE, 0, 1);
        rig.askedNothing(2, 3, 4).toldNothing(alice);
    }

    @Test
    void shouldTryAgainWithAnotherTokenAndAnotherStart()
    {
        rig.acquires(alice, 5_000 * MS);
        final String firstToken = rig.next(0).token;
        rig.refuses(0, 1, 2);
        final long pauseNs = pauseUntilNextAttemptNs();

        rig.asked(0, Texts.SET);
        assertThat(rig.next(0).token).isNotEqualTo(firstToken);
        rig.grants(0, 1, 2).told(alice, "acquired 1");
        assertThat(alice.validUntilNs() - pauseNs).isBetween((10_000 - 102 - 2) * MS, (10_000 - 102) * MS);
        rig.counted(Counter.ATTEMPTS, 2);
    }

    @Test
    void shouldWaitAtRandomWithinItsBounds()
    {
        final Set<Long> pauses = new HashSet<>();
        rig.acquires(alice, 3_600_000 * MS);

        for (int i = 0; i < 60; i++)
        {
            rig.refuses(0, 1, 2);
            final long pauseNs = pauseUntilNextAttemptNs();
            assertThat(pauseNs).isBetween(50 * MS, 252 * MS);
            pauses.add(pauseNs / (5 * MS));
        }

        assertThat(pauses).as("different pauses").hasSizeGreaterThan(15);
    }

    @Test
    void shouldWaitLongerThanTheAttemptTook()
    {
        final Caller bob =
            rig.caller("bob", Options.ttlMs(10_000, (set) -> set.minRetryNs = 0,
                (set) -> set.maxRetryNs = 200 * MS));
        rig.acquires(bob, 5_000 * MS).refuses(0, 1).advanceMs(40).refuses(2).grants(3, 4);
        rig.grants(3, 4);

        rig.advanceMs(39).askedNothing(0);
    }

    @Test
    void shouldNotWaitForAsLongAsItsProcessStoodStill()
    {
        rig.acquires(alice, 3_600_000 * MS).stall(60_000 * MS).refuses(0, 1, 2);

        assertThat(pauseUntilNextAttemptNs()).isLessThan(1_000 * MS);
    }

    @Test
    void shouldSpreadTheWaitMoreWithEveryLoss()
    {
        final Caller bob =
            rig.caller("bob", Options.ttlMs(10_000, (set) -> set.minRetryNs = MS,
                (set) -> set.maxRetryNs = 100_000 * MS));
        long longestEarlyNs = 0;
        long longestLateNs = 0;

        rig.acquires(bob, 3_600_000 * MS);
        for (int i = 0; i < 24; i++)
        {
            rig.refuses(0, 1, 2).grants(3, 4).grants(3, 4);
            final long fromNs = rig.elapsedNs();
            rig.advanceUntilAsked(0);
            longestEarlyNs = i < 3 ? Math.max(longestEarlyNs, rig.elapsedNs() - fromNs) : longestEarlyNs;
            longestLateNs = i < 12 ? 0 : Math.max(longestLateNs, rig.elapsedNs() - fromNs);
        }

        assertThat(longestEarlyNs).isLessThan(12 * MS);
        assertThat(longestLateNs).isBetween(300 * MS, 1_030 * MS);
    }

    @Test
    void shouldGiveUpAfterSoManyAttempts()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.maxAttempts = 3));
        rig.acquires(bob, 3_600_000 * MS);
        for (int i = 0; i < 3; i++)
        {
            rig.toldNothing(bob);
            rig.refuses(0, 1, 2, 3, 4);
            if (i < 2)
            {
                rig.advanceUntilAsked(0);
            }
        }

        rig.told(bob, "denied CONTENDED").sent(OperationKind.ACQUIRE, 15);
    }

    @Test
    void shouldGiveUpWhenItsTimeIsOverInAPause()
    {
        rig.acquires(alice, 30 * MS).refuses(0, 1, 2, 3, 4).advanceMs(29).toldNothing(alice);

        rig.advanceMs(3).told(alice, "denied TIMED_OUT");
        rig.causesBeginWith(alice, Cause.HELD_BY_ANOTHER, Cause.HELD_BY_ANOTHER, Cause.HELD_BY_ANOTHER);
        rig.sent(OperationKind.ACQUIRE, 5);
    }

    @Test
    void shouldGiveUpWhenItsTimeIsOverInTheMiddleOfAnAttempt()
    {
        rig.acquires(alice, 30 * MS).grants(0, 1).advanceMs(31).advanceMs(1);
        rig.told(alice, "denied TIMED_OUT").counted(Counter.ATTEMPTS_GIVEN_UP, 1);
        rig.asked(0, Texts.RELEASE).asked(2, Texts.SET, Texts.RELEASE);
    }

    @Test
    void shouldStartNoAttemptAfterItsTime()
    {
        rig.acquires(alice, 400 * MS).refuses(0, 1, 2, 3, 4).stall(500 * MS).work();
        rig.told(alice, "denied TIMED_OUT").sent(OperationKind.ACQUIRE, 5);
    }

    @Test
    void shouldNotWaitWhenTheLastAnswerComesAfterItsTime()
    {
        rig.acquires(alice, 30 * MS).refuses(0, 1).stall(31 * MS).refuses(2);
        rig.told(alice, "denied TIMED_OUT");
    }

    @Test
    void shouldTryOnceOnlyWithoutPatience()
    {
        rig.acquires(alice, -5).refuses(0, 1, 2, 3, 4).told(alice, "denied CONTENDED");
    }

    @Test
    void shouldTryAgainAfterNodesWereDown()
    {
        rig.goesDown(0, 1, 2).acquires(alice, 5_000 * MS).toldNothing(alice);

        rig.comesBack(0).advanceUntilAsked(0).grants(0, 3, 4).told(alice, "acquired 1");
    }

    @Test
    void shouldNotSpinWhenNothingCanBeSentAndNoLeastPauseIsConfigured()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(10_000, (set) -> set.minRetryNs = 0,
            (set) -> set.maxRetryNs = 0));
        rig.goesDown(0, 1, 2).acquires(bob, 100 * MS).advanceMs(110).told(bob, "denied TIMED_OUT");
        assertThat(rig.count(Counter.ATTEMPTS)).isLessThanOrEqualTo(1_000);
    }

    @Test
    void shouldTryAgainAfterItWasTooLate()
    {
        final Caller bob = rig.caller("bob", Options.ttlMs(200));
        rig.acquires(bob, 5_000 * MS).grants(0, 1).stall(196 * MS).grants(2);
        rig.counted(Counter.ATTEMPTS_TOO_LATE, 1);
        rig.grants(0, 1, 2, 3, 4).grants(3, 4).advanceUntilAsked(0).grants(0, 1, 2);
        rig.told(bob, "acquired 1");
    }

    @Test
    void shouldCancelAPause()
    {
        rig.acquires(alice, 5_000 * MS).refuses(0, 1, 2, 3, 4).cancels(alice);
        rig.told(alice, "denied CANCELLED");
        rig.advanceMs(1_000).sent(OperationKind.ACQUIRE, 5);
    }

    @Test
    void shouldWaitAlmostForEver()
    {
        rig.acquires(alice, Long.MAX_VALUE).refuses(0, 1, 2, 3, 4).advanceMs(10_000).toldNothing(alice);
    }

    private void meetsOthers()
    {
        rig.acquires(alice, 5_000 * MS).refuses(0, 1, 2, 3, 4);
        pauseUntilNextAttemptNs();
        rig.grants(0, 1, 2, 3, 4).releases(alice).grants(0, 1, 2, 3, 4);
        rig.told(alice, "acquired 1", "released RELEASED");
    }

    /**
     * Whoever has just released is always faster than those that wait and try; without manners it would have
     * the lock for ever.
     */
    @Test
    void shouldGiveWayOnceToOthersThatWantTheLock()
    {
        meetsOthers();
        rig.acquires(alice, 5_000 * MS);
        assertThat(rig.hasNext(0)).as("asked at once").isFalse();
        assertThat(pauseUntilNextAttemptNs()).isBetween(50 * MS, 152 * MS);
        rig.grants(0, 1, 2, 3, 4).toldLast(alice, "acquired 2").counted(Counter.TURNS_GIVEN, 1);
    }

    /**
     * Neither a single attempt, nor one whose patience ends before the pause would.
     */
    @ParameterizedTest
    @ValueSource(longs = {0, 40})
    void shouldNotGiveWayWithoutPatienceForIt(final long waitMs)
    {
        meetsOthers();
        rig.acquires(alice, waitMs * MS).grants(0, 1, 2, 3, 4).toldLast(alice, "acquired 2");
        rig.counted(Counter.TURNS_GIVEN, 0);
    }

    @Test
    void shouldForgetOthersThatHaveNotBeenSeenForLong()
    {
        meetsOthers();
        rig.advanceMs(1_000).acquires(alice, 5_000 * MS).grants(0, 1, 2, 3, 4);
        rig.toldLast(alice, "acquired 2").counted(Counter.TURNS_GIVEN, 0);
    }

    @Test
    void shouldPauseMoreAndMoreAfterFaults()
    {
        final Caller bob =
            rig.caller("bob", Options.ttlMs(10_000, (set) -> set.minRetryNs = MS,
                (set) -> set.maxRetryNs = 16 * MS));
        rig.acquires(bob, 3_600_000 * MS);
        for (int i = 0; i < 12; i++)
        {
            rig.fails(ErrorCode.OOM, 0, 1, 2, 3, 4);
            final long pauseNs = pauseUntilNextAttemptNs();
            if (i > 6)
            {
                assertThat(pauseNs).as("pause after %d faults", i + 1).isBetween(125 * MS, 252 * MS);
            }
        }
        rig.refuses(0, 1, 2, 3, 4);

        assertThat(pauseUntilNextAttemptNs()).as("pause after a refusal").isLessThan(60 * MS);
    }

    @Test
    void shouldEndThePauseWhenANodeComesBack()
    {
        final Caller bob =
            rig.caller("bob", Options.ttlMs(10_000, (set) -> set.minRetryNs = MS,
                (set) -> set.maxRetryNs = 16 * MS));
        rig.goesDown(0, DownReason.CLOSED, true).goesDown(1, DownReason.CLOSED, true);
        rig.goesDown(2, DownReason.CLOSED, true).acquires(bob, 3_600_000 * MS);
        while (rig.transport.link(0) != ScriptedTransport.Link.CONNECTING)
        {
            rig.advanceMs(1);
        }
        assertThat(bob.claim.cause(0)).isEqualTo(Cause.NOT_CONNECTED);

        rig.comesUp(0).work().asked(0, Texts.SET);
    }
}
