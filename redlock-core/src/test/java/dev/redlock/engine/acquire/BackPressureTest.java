// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.wire.OperationKind;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;

class BackPressureTest
{
    private static final long MS = Limits.MS;

    @AutoClose("settle")
    private EngineRig rig = EngineRig.of(Limits.of(5, (set) -> set.maxLocks = 3,
        (set) -> set.maxInFlightPerNode = 16));

    private Caller callerOf(final String key)
    {
        return rig.caller("caller of " + key, key, Options.plain());
    }

    @Test
    void shouldRefuseWhenAllAttemptsAreInUse()
    {
        IntStream.range(0, 3).forEach((i) -> rig.acquires(callerOf("key " + i)));
        rig.tokensOut(3);
        final int sent = rig.transport.sent.size();
        final Caller late = callerOf("another key");
        rig.acquires(late).told(late, "denied BACK_PRESSURED");
        assertThat(rig.transport.sent).hasSize(sent);
        rig.allCauses(late, Cause.TOO_MANY_LOCKS).counted(Counter.CALLS_BACK_PRESSURED, 1);
        rig.counted(Counter.ATTEMPTS, 3);
    }

    @Test
    void shouldLetAPatientCallerTryAgainWhenAnAttemptIsFree()
    {
        final Caller first = callerOf("first");
        rig.acquiresEverywhere(first).acquires(callerOf("second")).acquires(callerOf("third"));
        final Caller patient = callerOf("another key");
        rig.acquires(patient, 5_000 * MS).toldNothing(patient);

        IntStream.range(0, 5).forEach((node) -> rig.grants(node).grants(node));
        rig.releases(first).grants(0, 1, 2, 3, 4).advanceUntilAsked(0).grants(0, 1, 2);
        rig.told(patient, "acquired 1");
    }

    @Test
    void shouldKeepRoomForReleases()
    {
        rig = EngineRig.of(Limits.of(5, (set) -> set.maxLocks = 100, (set) -> set.maxInFlightPerNode = 64));
        final List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 48; i++)
        {
            final Caller caller = callerOf("key " + i);
            callers.add(caller);
            rig.acquires(caller);
        }
        final Caller late = callerOf("late");
        rig.acquires(late).told(late, "denied BACK_PRESSURED");
        rig.causesBeginWith(late, Cause.BACK_PRESSURED, Cause.BACK_PRESSURED, Cause.BACK_PRESSURED);

        IntStream.range(0, 12).forEach((i) -> rig.cancels(callers.get(i)));
        rig.sent(OperationKind.RELEASE, 5 * 12).counted(Counter.RELEASES_DEFERRED, 0);

        rig.cancels(callers.get(12)).sent(OperationKind.RELEASE, 5 * 12);
        rig.counted(Counter.RELEASES_DEFERRED, 5);

        rig.grants(0, 1, 2, 3, 4).advanceMs(3);
    }

    @Test
    void shouldWinWithoutTheNodesThatTakeNoMore()
    {
        rig.backPressured(true, 0, 1);
        final Caller alice = callerOf("orders");
        rig.acquires(alice).grants(2, 3, 4).told(alice, "acquired 1");
    }

    /**
     * A node that is slow always owes as many answers as it may: it would never be asked who it is.
     */
    @Test
    void shouldAskForTheIdentityOfANodeUnderAnyLoad()
    {
        rig = EngineRig.of(Limits.of(1, (set) -> set.maxLocks = 100, (set) -> set.maxInFlightPerNode = 16));
        final List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 12; i++)
        {
            callers.add(callerOf("key " + i));
            rig.acquires(callers.get(i));
        }
        IntStream.range(0, 4).forEach((i) -> rig.cancels(callers.get(i)));
        final long pings = rig.sent(OperationKind.PING);
        final long times = rig.sent(OperationKind.TIME);
        final long roles = rig.sent(OperationKind.REPLICATION);

        rig.advanceMs(600).sent(OperationKind.PING, pings + 1).sent(OperationKind.TIME, times + 1);
        rig.sent(OperationKind.REPLICATION, roles + 1);
    }

    @Test
    void shouldNotMindAHeartbeatThatTheTransportDoesNotTake()
    {
        final long beats = rig.sent(OperationKind.TIME);
        rig.backPressured(true, 0).advanceMs(600).sent(OperationKind.TIME, beats + 4);

        rig.backPressured(false, 0).advanceMs(500).sent(OperationKind.TIME, beats + 9);
    }

    @Test
    void shouldServeThePatientInOrderAsRoomComes()
    {
        rig = EngineRig.of(Limits.of(5, (set) -> set.maxLocks = 1));
        final Caller first = callerOf("first");
        final Caller second = callerOf("second");
        final Caller third = callerOf("third");
        rig.acquiresEverywhere(first).acquires(second, 5_000 * MS).acquires(third, 5_000 * MS);
        rig.advanceMs(600).allCauses(third, Cause.TOO_MANY_LOCKS);
        rig.counted(Counter.CALLS_BACK_PRESSURED, 0);

        rig.releases(first).grants(0, 1, 2, 3, 4).grants(0, 1, 2, 3, 4);
        assertThat(second.holds()).as("has room at once").isTrue();
        rig.toldNothing(third);

        rig.releases(second).grants(0, 1, 2, 3, 4).grants(0, 1, 2, 3, 4).heldBy(third);
    }

    @Test
    void shouldEndThePatienceOfACallerWithoutRoom()
    {
        rig = EngineRig.of(Limits.of(5, (set) -> set.maxLocks = 1));
        rig.acquiresEverywhere(callerOf("first"));
        final Caller second = callerOf("second");
        rig.acquires(second, 1_000 * MS).advanceMs(1_002).told(second, "denied TIMED_OUT");
        rig.allCauses(second, Cause.TOO_MANY_LOCKS);
    }
}
