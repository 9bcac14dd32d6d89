// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.claim.Claim;
import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.Texts;
import dev.redlock.engine.settings.ClaimOptions;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;

class LineTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private EngineRig rig = EngineRig.ofNodes(3);
    private final Caller alice = rig.caller("alice");
    private final Caller bob = rig.caller("bob");
    private final Caller carol = rig.caller("carol");
    private final ClaimOptions impatient = Options.ttlMs(10_000, (set) -> set.minRetryNs = MS,
        (set) -> set.maxRetryNs = 16 * MS);
    private final Caller first = rig.caller("first", impatient);
    private final Caller second = rig.caller("second", impatient);

    @Test
    void shouldTroubleNoNodeWhileWaitingBehindALocalHolder()
    {
        rig.acquiresEverywhere(alice).acquires(bob, 5_000 * MS).advanceMs(1_000).askedNothing(0);
        rig.toldNothing(bob).counted(Counter.LOCAL_WAITS, 1);
    }

    @Test
    void shouldLetTheNextTryWithItsOwnTokenAndStart()
    {
        rig.acquiresEverywhere(alice);
        final String token = rig.transport.sent.get(rig.transport.sent.size() - 1).token;
        rig.acquires(bob, 5_000 * MS).advanceMs(1_000).releases(alice);

        for (int node = 0; node < 3; node++)
        {
            assertThat(rig.open(node)).as("release of the one before acquire of the next")
                .containsExactly(Texts.RELEASE, Texts.SET);
            assertThat(rig.transport.open(node).get(1).token).isNotEqualTo(token);
            rig.grants(node);
        }
        rig.advanceMs(1).grants(0, 1).told(bob, "acquired 1").validUntil(bob, (1_000 + 10_000 - 102) * MS);
        assertThat(rig.meter.waitedNs).isEqualTo(1_000 * MS);
    }

    @Test
    void shouldServeFirstComeFirst()
    {
        final List<Caller> waiting = new ArrayList<>();
        rig.acquiresEverywhere(alice);
        for (int i = 0; i < 5; i++)
        {
            final Caller caller = rig.caller("waiting " + i);
            waiting.add(caller);
            rig.acquires(caller, 60_000 * MS);
        }

        Caller holder = alice;
        for (final Caller next : waiting)
        {
            rig.releases(holder);
            IntStream.range(0, 3).forEach((node) -> rig.grants(node).grants(node));
            rig.heldBy(next);
            holder = next;
        }
    }

    @Test
    void shouldDenyATryBehindALocalHolderAtOnce()
    {
        rig.acquiresEverywhere(alice).acquires(bob).told(bob, "denied CONTENDED");
        rig.allCauses(bob, Cause.HELD_BY_THIS_CLIENT).askedNothing(0);
    }

    @Test
    void shouldDenyATryBehindALocalAttemptAtOnce()
    {
        rig.acquires(alice).acquires(bob).told(bob, "denied CONTENDED");
    }

    @Test
    void shouldNotLetATryPassTheLine()
    {
        rig.acquiresEverywhere(alice).acquires(bob, 5_000 * MS).stall(9_898 * MS);
        rig.acquires(carol).told(carol, "denied CONTENDED").toldLast(alice, "lost EXPIRED");
    }

    @Test
    void shouldPutAWaiterBehindTheLineOfAnUnnoticedLoss()
    {
        rig.acquiresEverywhere(alice).acquires(bob, 60_000 * MS).stall(9_898 * MS);
        rig.acquires(carol, 60_000 * MS);

        rig.grants(0, 1, 2).grants(0, 1, 2).heldBy(bob);
        rig.releases(bob).grants(0, 1, 2).grants(0, 1, 2).heldBy(carol);
    }

    @Test
    void shouldWakeTheNextWhenTheFirstIsCancelled()
    {
        rig.acquires(alice, 5_000 * MS).acquires(bob, 5_000 * MS).cancels(alice);
        rig.asked(0, Texts.SET, Texts.RELEASE, Texts.SET);
        rig.grants(0, 1, 2).grants(0, 1, 2).grants(0, 1, 2).heldBy(bob);
    }

    @Test
    void shouldWakeTheNextWhenTheFirstIsDenied()
    {
        rig.acquires(alice).acquires(bob, 5_000 * MS).refuses(0, 1).told(alice, "denied CONTENDED");
        rig.asked(0, Texts.SET).asked(2, Texts.SET, Texts.RELEASE, Texts.SET);
    }

    @Test
    void shouldWakeTheNextWhenTheHolderIsLost()
    {
        rig.acquiresEverywhere(alice).acquires(bob, 60_000 * MS).advanceMs(9_900);
        rig.toldLast(alice, "lost EXPIRED").asked(0, Texts.RELEASE, Texts.SET);
    }

    @Test
    void shouldWakeNoClaimWhileTheFirstPauses()
    {
        rig.acquires(alice, 5_000 * MS).acquires(bob, 5_000 * MS).refuses(0, 1, 2).askedNothing(0);
        rig.advanceUntilAsked(0).grants(0, 1, 2).heldBy(alice).toldNothing(bob);
    }

    @Test
    void shouldLeaveTheLineFromTheMiddleAndTheEnds()
    {
        final Caller dave = rig.caller("dave");
        rig.acquiresEverywhere(alice).acquires(bob, 60_000 * MS).acquires(carol, 60_000 * MS);
        rig.acquires(dave, 60_000 * MS);

        rig.cancels(carol).told(carol, "denied CANCELLED");
        rig.cancels(bob).releases(alice).grants(0, 1, 2).grants(0, 1, 2).heldBy(dave);
        rig.acquires(carol, 60_000 * MS).cancels(carol).releases(dave).asked(0, Texts.RELEASE);
    }

    @Test
    void shouldTimeOutInLine()
    {
        rig.acquiresEverywhere(alice).acquires(bob, 700 * MS).advanceMs(699).toldNothing(bob);
        rig.advanceMs(3).told(bob, "denied TIMED_OUT").allCauses(bob, Cause.HELD_BY_THIS_CLIENT);
    }

    @Test
    void shouldNotMindATimerThatIsLeftFromAnEarlierCall()
    {
        rig.acquires(bob).refuses(0, 1, 2).acquiresEverywhere(alice);
        rig.acquires(bob, 700 * MS).advanceMs(600).told(bob, "denied CONTENDED");
        rig.advanceMs(102).toldLast(bob, "denied TIMED_OUT");
    }

    @Test
    void shouldWakeNobodyWhenTheOnlyOneInLineTimesOutWithTheHolder()
    {
        rig.acquiresEverywhere(alice).acquires(bob, 9_898 * MS).stall(9_899 * MS).work();
        rig.toldLast(alice, "lost EXPIRED").toldLast(bob, "denied TIMED_OUT").asked(0, Texts.RELEASE);
    }

    @Test
    void shouldForgetOldCausesInLine()
    {
        rig.acquires(bob).refuses(0, 1, 2).acquiresEverywhere(alice);
        rig.acquires(bob, 10 * MS).advanceMs(13).toldLast(bob, "denied TIMED_OUT");
        rig.allCauses(bob, Cause.HELD_BY_THIS_CLIENT);
    }

    @Test
    void shouldSkipClaimsThatTimedOutDuringAStall()
    {
        rig.acquiresEverywhere(alice).acquires(bob, 100 * MS).acquires(carol, 60_000 * MS);
        rig.stall(200 * MS).releases(alice).told(bob, "denied TIMED_OUT");
        rig.asked(0, Texts.RELEASE, Texts.SET);
        rig.grants(0, 1, 2).grants(0, 1, 2).heldBy(carol);
    }

    @Test
    void shouldNotStandInTheWayOfAnotherKey()
    {
        final Caller dave = rig.caller("dave", "stock", Options.plain());
        rig.acquiresEverywhere(alice).acquires(dave).grants(0, 1).heldBy(dave);
    }

    @Test
    void shouldServeSeveralLinesThatMoveAtOnce()
    {
        final Caller dave = rig.caller("dave", "stock", Options.plain());
        final Caller erin = rig.caller("erin", "stock", Options.plain());
        rig.acquiresEverywhere(alice).acquiresEverywhere(dave).acquires(bob, 60_000 * MS);
        rig.acquires(erin, 60_000 * MS).stall(9_900 * MS).work();
        rig.asked(0, Texts.RELEASE, Texts.releaseOf("stock"), Texts.SET, "SET stock <token> NX PX 10000");
    }

    @Test
    void shouldCarryThousandsOfWaitersWithoutADeepStack()
    {
        final List<Caller> waiting = new ArrayList<>();
        rig.acquiresEverywhere(alice);
        for (int i = 0; i < 10_000; i++)
        {
            final Caller caller = rig.caller("waiting " + i, Options.ttlMs(10_000,
                (set) -> set.maxAttempts = 1));
            waiting.add(caller);
            rig.engine.acquire(ready(caller), 3_600_000 * MS, rig.nowNs());
        }
        rig.goesDown(0, 1);

        /* Nobody can be asked any more: one after another is denied, in one input. */
        rig.releases(alice);

        assertThat(waiting).allMatch(caller -> caller.latest().equals("denied NO_QUORUM"));
        rig = rig.without(waiting);
    }

    @Test
    void shouldTimeOutThousandsOfWaitersInOneTick()
    {
        final List<Caller> waiting = new ArrayList<>();
        rig.acquiresEverywhere(alice);
        for (int i = 0; i < 10_000; i++)
        {
            final Caller caller = rig.caller("waiting " + i);
            waiting.add(caller);
            rig.engine.acquire(ready(caller), 500 * MS, rig.nowNs());
        }
        rig.stall(502 * MS).work();

        assertThat(waiting).allMatch(caller -> caller.latest().equals("denied TIMED_OUT"));
        rig = rig.without(waiting);
    }

    private static Claim ready(final Caller caller)
    {
        caller.willAcquire();

        return caller.claim;
    }

    private void begin()
    {
        rig.acquires(first, 3_600 * Limits.SECOND).acquires(second, 3_600 * Limits.SECOND);
    }

    /*
     * Hands the lock over again and again, a millisecond each, and says how often before it gave way.
     */
    private int handOversUntilTheLineGivesWay()
    {
        final int given = rig.count(Counter.TURNS_GIVEN);
        int handOvers = 0;
        while (rig.count(Counter.TURNS_GIVEN) == given)
        {
            assertThat(handOvers).as("hand-overs without giving way").isLessThan(10_000);
            rig.grantsAll();
            final Caller holder = first.holds() ? first : second;
            rig.heldBy(holder);
            rig.advanceMs(1).releases(holder);
            grantReleases();
            rig.acquires(holder, 3_600 * Limits.SECOND);
            handOvers++;
        }

        return handOvers;
    }

    private void grantReleases()
    {
        for (int node = 0; node < rig.nodeCount(); node++)
        {
            while (rig.hasNext(node) && rig.next(node).kind == OperationKind.RELEASE)
            {
                rig.grants(node);
            }
        }
    }

    @Test
    void shouldGiveWayToOthersItHasNotSeenWhenItsTurnIsOver()
    {
        begin();

        assertThat(handOversUntilTheLineGivesWay()).isEqualTo(50);
        rig.advanceMs(17);
        assertThat(rig.hasNext(0)).as("asked while others have their chance").isFalse();
        rig.advanceMs(5);
        assertThat(rig.hasNext(0)).as("asked after that").isTrue();
    }

    @Test
    void shouldGiveWayLessOftenWhenNobodyCame()
    {
        begin();
        final int[] turns = new int[8];
        for (int i = 0; i < turns.length; i++)
        {
            turns[i] = handOversUntilTheLineGivesWay();
            rig.advanceMs(22);
        }

        assertThat(turns).containsExactly(50, 100, 200, 400, 800, 1_600, 2_000, 2_000);
    }

    @Test
    void shouldGiveWayOftenAgainWhenSomebodyCame()
    {
        begin();
        handOversUntilTheLineGivesWay();
        rig.advanceMs(22);
        handOversUntilTheLineGivesWay();
        rig.advanceMs(22).refuses(0, 1, 2).advanceUntilAsked(0);

        assertThat(handOversUntilTheLineGivesWay()).as("others were seen").isEqualTo(1);
    }
}
