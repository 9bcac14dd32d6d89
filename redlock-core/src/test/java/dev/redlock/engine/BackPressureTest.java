// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;

class BackPressureTest
{
    private static final long MS = Limits.MS;

    private EngineRig rig = EngineRig.of(Limits.of(5).maxAttempts(3).inFlight(16).build());

    @AfterEach
    void settle()
    {
        rig.settle();
    }

    private Caller callerOf(final String key)
    {
        return rig.caller("caller of " + key, key, Options.plain());
    }

    @Test
    void shouldRefuseWhenAllAttemptsAreInUse()
    {
        for (int i = 0; i < 3; i++)
        {
            rig.acquires(callerOf("key " + i));
        }
        assertThat(rig.engine.tokensOut()).isEqualTo(3);
        final int sent = rig.transport.sent.size();
        final Caller late = callerOf("another key");
        rig.acquires(late);

        assertThat(late.log()).containsExactly("denied BACK_PRESSURED");
        assertThat(rig.transport.sent).hasSize(sent);
        assertThat(rig.causes(late)).containsOnly(Cause.TOO_MANY_LOCKS);
        assertThat(rig.count(Counter.CALLS_BACK_PRESSURED)).isEqualTo(1);
        assertThat(rig.count(Counter.ATTEMPTS)).isEqualTo(3);
    }

    @Test
    void shouldLetAPatientCallerTryAgainWhenAnAttemptIsFree()
    {
        final Caller first = callerOf("first");
        rig.acquiresEverywhere(first);
        rig.acquires(callerOf("second"));
        rig.acquires(callerOf("third"));
        final Caller patient = callerOf("another key");
        rig.acquires(patient, 5_000 * MS);
        assertThat(patient.log()).isEmpty();

        for (int node = 0; node < 5; node++)
        {
            rig.grants(node);
            rig.grants(node);
        }
        rig.releases(first);
        for (int node = 0; node < 5; node++)
        {
            rig.grants(node);
        }
        rig.advanceUntilAsked(0);
        rig.grants(0, 1, 2);

        assertThat(patient.log()).containsExactly("acquired 1");
    }

    @Test
    void shouldKeepRoomForReleases()
    {
        rig = EngineRig.of(Limits.of(5).maxAttempts(100).inFlight(64).build());
        final List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 48; i++)
        {
            final Caller caller = callerOf("key " + i);
            callers.add(caller);
            rig.acquires(caller);
        }
        final Caller late = callerOf("late");
        rig.acquires(late);
        assertThat(late.log()).containsExactly("denied BACK_PRESSURED");
        assertThat(rig.causes(late).subList(0, 3)).containsOnly(Cause.BACK_PRESSURED);

        for (int i = 0; i < 13; i++)
        {
            rig.cancels(callers.get(i));
        }
        assertThat(rig.sent(OperationKind.RELEASE)).isEqualTo(5 * 13);
        assertThat(rig.count(Counter.RELEASES_DEFERRED)).isZero();

        rig.cancels(callers.get(13));
        assertThat(rig.sent(OperationKind.RELEASE)).isEqualTo(5 * 13);
        assertThat(rig.count(Counter.RELEASES_DEFERRED)).isEqualTo(5);

        rig.grants(0, 1, 2, 3, 4);
        rig.advanceMs(3);
    }

    @Test
    void shouldWinWithoutTheNodesThatTakeNoMore()
    {
        rig.transport.backPressured(0, true);
        rig.transport.backPressured(1, true);
        final Caller alice = callerOf("orders");
        rig.acquires(alice);
        rig.grants(2, 3, 4);

        assertThat(alice.log()).containsExactly("acquired 1");
    }

    /**
     * A node that is slow always owes as many answers as it may: it would never be asked who it is.
     */
    @Test
    void shouldAskForTheIdentityOfANodeUnderAnyLoad()
    {
        rig = EngineRig.of(Limits.of(1).maxAttempts(100).inFlight(16).build());
        final List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 12; i++)
        {
            callers.add(callerOf("key " + i));
            rig.acquires(callers.get(i));
        }
        for (int i = 0; i < 4; i++)
        {
            rig.cancels(callers.get(i));
        }
        final long pings = rig.sent(OperationKind.PING);
        final long times = rig.sent(OperationKind.TIME);
        final long roles = rig.sent(OperationKind.REPLICATION);

        rig.advanceMs(600);
        assertThat(rig.sent(OperationKind.PING)).isEqualTo(pings + 1);
        assertThat(rig.sent(OperationKind.TIME)).isEqualTo(times + 1);
        assertThat(rig.sent(OperationKind.REPLICATION)).isEqualTo(roles + 1);
    }

    @Test
    void shouldNotMindAHeartbeatThatTheTransportDoesNotTake()
    {
        final long beats = rig.sent(OperationKind.TIME);
        rig.transport.backPressured(0, true);
        rig.advanceMs(600);
        assertThat(rig.sent(OperationKind.TIME)).isEqualTo(beats + 4);

        rig.transport.backPressured(0, false);
        rig.advanceMs(500);
        assertThat(rig.sent(OperationKind.TIME)).isEqualTo(beats + 9);
    }

    @Test
    void shouldServeThePatientInOrderAsRoomComes()
    {
        rig = EngineRig.of(Limits.of(5).maxAttempts(1).build());
        final Caller first = callerOf("first");
        final Caller second = callerOf("second");
        final Caller third = callerOf("third");
        rig.acquiresEverywhere(first);
        rig.acquires(second, 5_000 * MS);
        rig.acquires(third, 5_000 * MS);
        rig.advanceMs(600);
        assertThat(rig.causes(third)).containsOnly(Cause.TOO_MANY_LOCKS);
        assertThat(rig.count(Counter.CALLS_BACK_PRESSURED)).isZero();

        rig.releases(first);
        rig.grants(0, 1, 2, 3, 4);
        rig.grants(0, 1, 2, 3, 4);
        assertThat(second.holds()).as("has room at once").isTrue();
        assertThat(third.log()).isEmpty();

        rig.releases(second);
        rig.grants(0, 1, 2, 3, 4);
        rig.grants(0, 1, 2, 3, 4);
        assertThat(third.holds()).isTrue();
    }

    @Test
    void shouldEndThePatienceOfACallerWithoutRoom()
    {
        rig = EngineRig.of(Limits.of(5).maxAttempts(1).build());
        rig.acquiresEverywhere(callerOf("first"));
        final Caller second = callerOf("second");
        rig.acquires(second, 1_000 * MS);
        rig.advanceMs(1_002);

        assertThat(second.log()).containsExactly("denied TIMED_OUT");
        assertThat(rig.causes(second)).containsOnly(Cause.TOO_MANY_LOCKS);
    }
}
