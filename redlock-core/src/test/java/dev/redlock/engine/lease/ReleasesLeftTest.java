// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.engine.rig.Caller;
import dev.redlock.engine.rig.EngineRig;
import dev.redlock.engine.rig.Limits;
import dev.redlock.engine.rig.Options;
import dev.redlock.engine.rig.ScriptedTransport;
import dev.redlock.outcome.Counter;
import dev.redlock.spi.ErrorCode;

/**
 * While a quorum of nodes works, no other node can take the lock away: what waits for it does not use up all
 * attempts.
 */
class ReleasesLeftTest
{
    private static final long MS = Limits.MS;
    private static final int ATTEMPTS = 16;
    private static final int KEPT = 2;

    private final EngineRig rig = EngineRig.of(Limits.of(5, (set) -> set.maxLocks = ATTEMPTS));
    private int cycles;

    @AfterEach
    void settle()
    {
        rig.advanceMs(10_200);
        rig.settle();
    }

    @Test
    void shouldGoOnWhileANodeRefusesReleases()
    {
        for (int i = 0; i < 100; i++)
        {
            final Caller caller = next();
            rig.acquiresEverywhere(caller).releases(caller).grants(1, 2, 3, 4);
            rig.fails(ErrorCode.NOPERM, 0).toldLast(caller, "released RELEASED");
            assertThat(rig.engine.tokensOut()).isLessThanOrEqualTo(KEPT);
        }

        rig.counted(Counter.RELEASES_LEFT, 100 - KEPT);
        assertThat(troubles()).singleElement().asString().contains("n0", "NOPERM", "+evalsha");
    }

    @Test
    void shouldGoOnWhileTwoNodesRefuseReleases()
    {
        for (int i = 0; i < 100; i++)
        {
            final Caller caller = next();
            rig.acquiresEverywhere(caller).releases(caller).grants(2, 3, 4);
            rig.fails(ErrorCode.NOPERM, 0, 1);
        }

        assertThat(rig.engine.tokensOut()).isLessThanOrEqualTo(2 * KEPT);
        assertThat(troubles()).hasSize(2);
    }

    @Test
    void shouldTellWhenTheNodeLetsGoAgain()
    {
        shouldGoOnWhileANodeRefusesReleases();
        rig.advanceMs(103).grants(0).grants(0).tokensOut(0);
        assertThat(troubles()).hasSize(2).last().isEqualTo("n0 trouble: ");
    }

    /**
     * They had no answer at all, and may well be delivered: they keep their room, as long as there is enough.
     */
    @Test
    void shouldKeepWhatAwaitsAConnection()
    {
        releasesWithoutTheFirstNode(ATTEMPTS / 2);
        cycleAHundredTimesWithoutTheFirstNode();
        rig.comesBack(0);

        assertThat(rig.open(0)).hasSize(ATTEMPTS / 2);
        rig.counted(Counter.RELEASES_LEFT, 0);
    }

    /**
     * All that was held waits for a node that has gone: it gives way to those who want a lock now.
     */
    @Test
    void shouldLeaveTheOldestOfWhatAwaitsAConnectionWhenAllAttemptsAreOut()
    {
        releasesWithoutTheFirstNode(ATTEMPTS);
        cycleAHundredTimesWithoutTheFirstNode();

        rig.counted(Counter.RELEASES_LEFT, 1);
    }

    /**
     * Who has patience waits for room, and is given what others may have to leave as well as who has none.
     */
    @Test
    void shouldLeaveTheOldestForPatientCallers()
    {
        releasesWithoutTheFirstNode(ATTEMPTS);
        rig.tokensOut(ATTEMPTS);

        final List<Caller> patient = new ArrayList<>();
        for (int i = 0; i < ATTEMPTS; i++)
        {
            patient.add(next());
            rig.acquires(patient.get(i), 5_000 * MS);
        }
        patient.forEach((caller) -> rig.grants(1, 2, 3, 4).told(caller, "acquired 1"));
        rig.counted(Counter.RELEASES_LEFT, ATTEMPTS);
    }

    /**
     * A node that says nothing, and is admitted again whenever it is asked who it is: for a while it keeps
     * what it was sent, then it loses its connection, and what it keeps is left.
     */
    @Test
    void shouldGoOnWhileANodeSaysNothing()
    {
        rig.silence(0, true);
        final long seenNs = rig.config.maxNodeTimeoutNs() + 10 * MS;
        for (int i = 0; i < 2_000; i++)
        {
            final Caller caller = next();
            rig.acquires(caller);
            assertThat(caller.log().isEmpty() || rig.elapsedNs() < seenNs).as("%s after %s ms",
                caller.log(), rig.elapsedNs() / MS).isTrue();
            if (caller.log().isEmpty())
            {
                rig.grants(1, 2, 3).releases(caller).grants(4).grants(1, 2, 3, 4);
            }
            rig.advanceMs(1);
            if (rig.transport.link(0) == ScriptedTransport.Link.CONNECTING)
            {
                rig.comesUp(0);
            }
        }

        assertThat(rig.count(Counter.RELEASES_LEFT)).isPositive();
    }

    /**
     * Who has patience waits for room, and gets what is made: no longer than it takes to see who is late.
     */
    @Test
    void shouldMakeRoomForPatientCallersToo()
    {
        rig.silence(0, true);
        for (int i = 0; i < ATTEMPTS; i++)
        {
            final Caller caller = next();
            rig.acquires(caller).grants(1, 2, 3, 4).releases(caller).grants(1, 2, 3, 4);
        }
        final Caller patient = next();
        rig.acquires(patient, 5_000 * MS);
        final long limitNs = rig.elapsedNs() + 2_000 * MS;
        while (!rig.hasNext(1) && rig.elapsedNs() < limitNs)
        {
            rig.advanceMs(1);
        }
        rig.grants(1, 2, 3).heldBy(patient);
    }

    /**
     * It says something again, and nothing waits for it any more: it is asked for locks as before.
     */
    @Test
    void shouldAskANodeAgainThatHasFoundItsVoice()
    {
        shouldGoOnWhileANodeSaysNothing();
        rig.advanceMs(10_200).silence(0, false);
        for (int i = 0; i < 100; i++)
        {
            rig.advanceMs(100);
            if (rig.transport.link(0) == ScriptedTransport.Link.CONNECTING)
            {
                rig.comesUp(0);
            }
            while (rig.hasNext(0))
            {
                rig.grants(0);
            }
        }
        rig.acquiresEverywhere(next());
    }

    /**
     * Locks that are held are no reason to drop anybody's connection.
     */
    @Test
    void shouldDropNoNodeWhileTheLocksAreReallyHeld()
    {
        for (int i = 0; i < ATTEMPTS; i++)
        {
            final Caller caller = next();
            rig.acquires(caller).grants(1, 2, 3, 4);
        }
        rig.silence(0, true).advance(rig.config.maxNodeTimeoutNs() + MS);
        final Caller late = next();
        rig.acquires(late).advanceMs(1).told(late, "denied BACK_PRESSURED");
        rig.counted(Counter.DISCONNECTS, 0);
    }

    /**
     * After a stall of our own everybody looks late; then nobody is to blame.
     */
    @Test
    void shouldBlameNoNodeForOurOwnStall()
    {
        for (int i = 0; i < ATTEMPTS; i++)
        {
            final Caller caller = next();
            rig.acquires(caller).cancels(caller);
        }
        final long readNs = rig.nowNs();
        rig.stall(rig.config.maxNodeTimeoutNs() + MS).acquires(next()).workAt(readNs).work();
        rig.counted(Counter.DISCONNECTS, 0).counted(Counter.RELEASES_LEFT, 0);
    }

    @Test
    void shouldCountWhatACloseLeaves()
    {
        final Caller caller = next();
        rig.acquiresEverywhere(caller).releases(caller).grants(1, 2, 3);
        rig.engine.abandon();

        rig.counted(Counter.RELEASES_LEFT, 2);
    }

    private Caller next()
    {
        return rig.caller("caller " + cycles, "key " + cycles++, Options.plain());
    }

    /*
     * So many leases are held on all nodes, then the first goes down, then all are released.
     */
    private void releasesWithoutTheFirstNode(final int count)
    {
        final List<Caller> callers = Stream.generate(this::next).limit(count).toList();
        callers.forEach(rig::acquiresEverywhere);
        rig.goesDown(0);
        callers.forEach(caller -> rig.releases(caller).grants(1, 2, 3, 4));
    }

    private void cycleAHundredTimesWithoutTheFirstNode()
    {
        for (int i = 0; i < 100; i++)
        {
            final Caller caller = next();
            rig.acquires(caller).grants(1, 2, 3, 4).releases(caller).grants(1, 2, 3, 4);
            rig.toldLast(caller, "released RELEASED");
        }
    }

    private List<String> troubles()
    {
        return rig.news.stream().filter(line -> line.contains("trouble")).toList();
    }
}
