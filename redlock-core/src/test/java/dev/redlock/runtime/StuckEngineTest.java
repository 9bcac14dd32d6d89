// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.FakeNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;

/**
 * The engine thread stands in a callback of the application, for as long as the test wants.
 */
class StuckEngineTest
{
    private static final int RING = 16;
    private static final long PATIENCE_NS = Rig.SECOND_NS / 5;

    /*
     * What is promised is of the caller's clock, and a thread of a busy machine may get no core meanwhile: so
     * the least of several calls is what the promise is held against.
     */
    private static final int CALLS = 5;
    private static final long WITHIN_NS = 3 * Rig.SECOND_NS / 10;
    private static final long CLOSED_WITHIN_NS = 11 * Rig.SECOND_NS / 10;

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final FakeNodes nodes = new FakeNodes(3);
    private final Rig rig = Rig.dedicated(nodes, RING);
    private final Handle blocking = rig.handle("blocking", standing());

    @AfterEach
    void goOn()
    {
        goOn.countDown();
        rig.close();
    }

    private Heard standing()
    {
        return new Heard(what -> CallbackTest.awaitQuietly(goOn));
    }

    private void stop() throws InterruptedException
    {
        assertEquals(1, blocking.acquire(0, false));
    }

    @Test
    void shouldEndACallWhenItsPatienceIsOver() throws Exception
    {
        final List<Handle> handles = new ArrayList<>();
        for (int i = 0; i < CALLS; i++)
        {
            handles.add(rig.handle("k" + i));
        }
        stop();

        long leastNs = Long.MAX_VALUE;
        for (final Handle handle : handles)
        {
            final long startNs = System.nanoTime();
            final long code = elsewhere(() -> handle.acquire(PATIENCE_NS, true));
            leastNs = Math.min(leastNs, System.nanoTime() - startNs);
            assertEquals(Outcome.TIMED_OUT, Outcome.of(code));
        }
        assertTrue(leastNs >= PATIENCE_NS && leastNs < WITHIN_NS, () -> "not within 300 ms");
    }

    @Test
    void shouldFindRoomForReleasesAndCancellationsHoweverManyWait() throws Exception
    {
        final List<Handle> held = new ArrayList<>();
        for (int i = 0; i < 3 * RING; i++)
        {
            held.add(rig.handle("held" + i));
            assertEquals(1, held.get(i).acquire(0, false));
        }
        stop();
        final List<Handle> waiting = fillRing();

        elsewhere(() ->
        {
            held.forEach(handle -> assertNull(handle.releaseAsync(1)));
            waiting.forEach(Handle::cancel);
            return null;
        });
        held.forEach(handle -> assertEquals(0, handle.remainingNs(1)));

        goOn.countDown();
        Deadline.await("all are released", () -> held.stream().allMatch(
            handle -> nodes.holding(handle.name()) == 0));
        Deadline.await("all are cancelled", () -> rig.client.meter().tokensOut() == 1);
    }

    @Test
    void shouldEndAReleaseThatNobodyTakesByTheCloseTimeout() throws Exception
    {
        final Handle handle = rig.handle("k");
        assertEquals(1, handle.acquire(0, false));
        stop();
        fillRing();

        final long startNs = System.nanoTime();
        assertEquals(Outcome.UNKNOWN.code(), elsewhere(() -> handle.release(1)));
        assertTrue(System.nanoTime() - startNs >= Rig.SECOND_NS, "it waits for the engine first");

        goOn.countDown();
        Deadline.await("it is released after all", () -> nodes.holding("k") == 0);
    }

    @Test
    void shouldCloseWithinItsTimeoutAndReportWhatIsLeft() throws Exception
    {
        final Handle handle = rig.handle("k");
        assertEquals(1, handle.acquire(0, false));
        stop();
        fillRing();

        assertEquals(2, elsewhere(rig.client::close));
        assertEquals(1, rig.news.errors.size());
        assertFalse(nodes.areTransportsClosed());

        goOn.countDown();
        Deadline.await("it ends after all", nodes::areTransportsClosed);
        assertEquals(0, nodes.holding("k"));
    }

    @Test
    void shouldCloseWithinItsTimeout() throws Exception
    {
        long leastNs = Long.MAX_VALUE;
        for (int i = 0; i < CALLS; i++)
        {
            final Rig stuck = Rig.dedicated();
            stuck.handle("k", standing()).acquire(0, false);

            final long startNs = System.nanoTime();
            elsewhere(stuck.client::close);
            leastNs = Math.min(leastNs, System.nanoTime() - startNs);
            stuck.nodes.close();
        }
        final long tookNs = leastNs;
        assertTrue(tookNs < CLOSED_WITHIN_NS, () -> "took " + tookNs + " ns");
    }

    @Test
    void shouldReleaseWhatIsWonForACallerWhoHasLeft() throws Exception
    {
        final Heard heard = new Heard();
        final Handle handle = rig.handle("k", heard);
        nodes.fallSilent();
        final CompletableFuture<Long> left = CompletableFuture.supplyAsync(() -> acquire(handle));
        Deadline.await("the nodes have granted", () -> nodes.holding("k") == 3);
        final Heard stopping = standing();
        assertNull(rig.handle("k", stopping).acquireAsync(0, ResultAction.NONE));
        Deadline.await("the engine stands in the callback", () -> !stopping.all.isEmpty());
        nodes.speak();

        assertEquals(Outcome.TIMED_OUT, Outcome.of(Deadline.get(left)));
        assertTrue(handle.isLeft());
        assertEquals(0, handle.term());
        assertEquals(Outcome.BUSY.code(), handle.acquire(0, false));
        assertEquals(List.of(), heard.all);
        assertEquals(1, rig.client.meter().value(Counter.CALLS_LEFT));

        goOn.countDown();
        Deadline.await("it is let go", () -> !handle.isLeft());
        Deadline.await("it is released", () -> nodes.holding("k") == 0);
        assertEquals(List.of("denied CANCELLED"), heard.all);
        final long next = handle.acquire(0, false);
        assertTrue(next > 0);
        assertEquals(Outcome.RELEASED.code(), handle.release(next));
    }

    private static long acquire(final Handle handle)
    {
        try
        {
            return handle.acquire(PATIENCE_NS, true);
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private List<Handle> fillRing()
    {
        final List<Handle> waiting = new ArrayList<>();
        Outcome objection = null;
        for (int i = 0; objection == null; i++)
        {
            final Handle handle = rig.handle("waiting" + i);
            objection = handle.acquireAsync(Rig.PATIENCE_NS, ResultAction.NONE);
            waiting.add(handle);
        }
        assertEquals(Outcome.BACK_PRESSURED, objection);

        return waiting;
    }

    private static <T> T elsewhere(final Callable<T> call) throws Exception
    {
        final CompletableFuture<T> result = new CompletableFuture<>();
        final Thread thread = new Thread(() ->
        {
            try
            {
                result.complete(call.call());
            }
            catch (final Throwable ex)
            {
                result.completeExceptionally(ex);
            }
        });
        thread.setDaemon(true);
        thread.start();

        return Deadline.get(result);
    }
}
