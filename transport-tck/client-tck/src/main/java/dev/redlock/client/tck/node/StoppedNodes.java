// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.client.tck.tools.Hiccups;
import dev.redlock.client.tck.tools.TestClock;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * Nodes that stand still for a while and then handle everything that was sent meanwhile; and clients that do.
 */
public abstract class StoppedNodes extends SharedNodes
{
    private static final int[] MAJORITY = {2, 3, 4};

    /*
     * Three times the upper bound of a node's timeout.
     */
    private static final Duration STOP = Duration.ofMillis(750);
    private static final Duration NAP = Duration.ofSeconds(1);
    private static final Duration BUSY = Duration.ofMillis(20);

    /*
     * A caller does not wait for an engine that gets no core.
     */
    private static final Set<Outcome> IN_VAIN = EnumSet.of(Outcome.NO_QUORUM, Outcome.TIMED_OUT);

    /*
     * How long a connection may be silent before it is given up.
     */
    private static final Duration SILENCE = Duration.ofMillis(1400);

    /**
     * One node stops under load. Nobody waits for it, and when it continues it finds every acquire followed
     * by its release.
     */
    @Test
    void shouldServeOnWhenOneNodeStops() throws InterruptedException
    {
        final Hiccups hiccups = closing(new Hiccups());
        final Redlock redlock = up(adaptive(nodes.uris()));
        final LockHandle handle = redlock.handle("stopped");
        nodes.server(4).pause();
        final long startNs = System.nanoTime();
        long cycles = 0;
        while (System.nanoTime() - startNs < STOP.toNanos())
        {
            final long term = handle.acquire(SOON);
            assertThat(Outcome.of(term)).as("%s", handle.votes()).isEqualTo(Outcome.ACQUIRED);
            handle.release(term);
            cycles++;
        }
        nodes.server(4).resume();
        final long halfOpen = redlock.metrics().count(Counter.HALF_OPEN);
        final long stoodStillNs = System.nanoTime() - startNs;

        // A busy machine does less, and may stop the node longer than intended.
        if (hiccups.worstNs() < BUSY.toNanos())
        {
            assertThat(cycles).as("cycles while one node stood still").isGreaterThan(10);
        }
        if (stoodStillNs < SILENCE.toNanos())
        {
            assertThat(halfOpen).as("connections given up").isZero();
        }
        checkCleanCycle(redlock, nodes);
    }

    /**
     * Three of five stop: nothing can be won, and each attempt leaves two grants behind that it must give
     * back at once, and three questions that will be answered later.
     */
    @Test
    void shouldLeaveNothingBehindWhenAMajorityStops() throws InterruptedException
    {
        final Redlock redlock = up(adaptive(nodes.uris()));
        final LockHandle handle = redlock.handle("stopped");
        pause(MAJORITY);
        final long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < STOP.toNanos())
        {
            final Outcome outcome = Outcome.of(handle.tryAcquire());
            assertThat(outcome).isIn(IN_VAIN);
            if (outcome == Outcome.NO_QUORUM)
            {
                checkTimeout(redlock, handle.votes().get(3).cause());
            }
        }
        Await.parking().until("no key on the nodes that run", SOON,
            () -> nodes.call(0, "KEYS", "*") + " " + nodes.call(1, "KEYS", "*"), "[] []"::equals);
        resume(MAJORITY);

        checkCleanCycle(redlock, nodes);
    }

    /*
     * On a busy machine the nodes may stand still for longer than they were meant to, and until their
     * connections are given up. Only then is there another reason for having no vote.
     */
    private static void checkTimeout(final Redlock redlock, final Cause cause)
    {
        if (redlock.metrics().count(Counter.HALF_OPEN) == 0)
        {
            assertThat(cause).isEqualTo(Cause.TIMEOUT);
        }
    }

    /**
     * The other way round: it is the client that stands still, after it has begun to ask and before the
     * question leaves. The nodes have all their time to answer from then on.
     */
    @Test
    void shouldNotBlameTheNodesWhenTheClientStoodStill()
    {
        final Duration timeout = Duration.ofMillis(500);
        final Diary diary = new Diary();
        try (Redlock redlock = adaptive(nodes.uris()).minNodeTimeout(timeout).maxNodeTimeout(timeout).build();
            LockHandle held = redlock.handle("held");
            LockHandle asking = redlock.handle("asking", LONG, diary);
            LockHandle stalling = redlock.handle("held", LONG, new Stall(timeout.multipliedBy(2)));
            LockHandle first = redlock.handle("first", LONG, new Diary((handle, term) ->
            {
                asking.acquireAsyncNs(0);
                stalling.acquireAsyncNs(0);
            })))
        {
            awaitAllUp(redlock);
            assertThat(held.tryAcquire()).isPositive();
            first.acquireAsync(SOON);

            Await.parking().until("a verdict", SOON, () -> !diary.verdicts.isEmpty());
            assertThat(diary.verdicts).as("%s", asking.votes()).containsExactly(Outcome.ACQUIRED);
        }
        nodes.awaitNoKeys();
    }

    /**
     * Blocks the engine's thread.
     */
    private record Stall(Duration duration) implements LockListener
    {
        @Override
        public void onDenied(final LockHandle handle, final Outcome outcome)
        {
            final long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < duration.toNanos())
            {
                LockSupport.parkNanos(duration.toNanos());
            }
        }
    }

    /**
     * The client stands still together with its monotonic clock, as on a suspended machine, until its key has
     * expired and somebody else has the lock. Its wall clock shows it to whoever looks.
     */
    @Test
    void shouldNotHoldPastAPauseWithItsMonotonicClock() throws InterruptedException
    {
        final TestClock clock = new TestClock();
        final Redlock sleeper = up(patient(nodes.uris()).clock(clock).wallClock(System::currentTimeMillis));
        final LockHandle held = sleeper.handle("slept", LONG.withTtl(NAP));
        final LockHandle wanted = up(patient(nodes.uris())).handle("slept", LONG);
        final long term = held.acquire(SOON);
        clock.suspend();
        final long taken;
        try
        {
            taken = wanted.acquire(SOON);
            assertThat(taken).as("%s", wanted.votes()).isPositive();
            assertThat(held.isHeld(term)).as("held by two").isFalse();
        }
        finally
        {
            clock.run();
        }

        assertThat(held.isHeld(term)).as("held by two afterwards").isFalse();
        Await.parking().until("a pause is noticed", SOON,
            () -> sleeper.metrics().count(Counter.CLIENT_PAUSES), pauses -> pauses > 0);
        assertThat(held.release(term)).isEqualTo(Outcome.EXPIRED);
        assertThat(wanted.release(taken)).isEqualTo(Outcome.RELEASED);
        checkCleanCycle(sleeper, nodes);
    }

    /**
     * So long that the client gives the connection up and makes another. The node still executes what was
     * sent on the old one when it continues.
     */
    @Test
    void shouldLeaveNothingBehindOnAConnectionThatItGaveUp() throws InterruptedException
    {
        final Redlock redlock = up(adaptive(nodes.uris()));
        final LockHandle handle = redlock.handle("stopped");
        nodes.server(4).pause();
        handle.release(handle.acquire(SOON));
        final long term = handle.acquire(SOON);
        awaitState(redlock, 4, NodeStatus.State.DOWN);
        assertThat(redlock.metrics().count(Counter.HALF_OPEN)).isOne();
        // Two more nodes that stand still for a moment may leave it open whether the key is gone.
        assertThat(handle.release(term)).isIn(Outcome.RELEASED, Outcome.UNKNOWN);

        nodes.server(4).resume();
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * Operators use CLIENT PAUSE before a failover: commands are accepted and wait.
     */
    @Test
    void shouldLeaveNothingBehindWhenClientsArePaused() throws InterruptedException
    {
        final Redlock redlock = up(adaptive(nodes.uris()));
        final LockHandle handle = redlock.handle("paused");
        Arrays.stream(MAJORITY).forEach((i) -> nodes.call(i, "CLIENT", "PAUSE", "60000", "WRITE"));
        try
        {
            assertThat(Outcome.of(handle.tryAcquire())).isIn(IN_VAIN);
            assertThat(Outcome.of(handle.acquire(Duration.ofMillis(300)))).isEqualTo(Outcome.TIMED_OUT);
        }
        finally
        {
            Arrays.stream(MAJORITY).forEach((i) -> nodes.call(i, "CLIENT", "UNPAUSE"));
        }

        checkCleanCycle(redlock, nodes);
    }

    private void pause(final int... indexes)
    {
        Arrays.stream(indexes).forEach((i) -> nodes.server(i).pause());
    }

    private void resume(final int... indexes)
    {
        Arrays.stream(indexes).forEach((i) -> nodes.server(i).resume());
    }
}
