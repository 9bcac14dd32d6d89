// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import dev.redlock.engine.ClaimOptions;
import dev.redlock.fake.Deadline;
import dev.redlock.outcome.Outcome;

class InvokerModeTest
{
    @Test
    void shouldTellTheTruthWithoutPolling() throws InterruptedException
    {
        final AtomicLong aheadNs = new AtomicLong();
        final Heard heard = new Heard();
        try (Rig rig = Rig.invoker(() -> SystemNanoClock.INSTANCE.nanoTime() + aheadNs.get());
            Handle handle = rig.handle("k", heard))
        {
            final long term = handle.acquire(0, false);
            final long remainingNs = handle.remainingNs(term);
            assertTrue(remainingNs > 0);

            aheadNs.set(remainingNs);

            assertEquals(0, handle.remainingNs(term));
            assertEquals(List.of("acquired 1"), heard.all, "nobody has polled");
            assertEquals(Outcome.LOST.code(), handle.extend(term, 0));
            assertEquals(Outcome.EXPIRED.code(), handle.release(term));
            assertEquals(List.of("acquired 1", "extended 1 LOST", "lost 1 EXPIRED"), heard.all);
        }
    }

    /**
     * The first node answers while the last one is written to.
     */
    @Test
    void shouldCountTheWritingIntoTheRoundTrips() throws InterruptedException
    {
        final long writingNs = TimeUnit.SECONDS.toNanos(1);
        final AtomicLong aheadNs = new AtomicLong();
        try (Rig rig = Rig.invoker(() -> SystemNanoClock.INSTANCE.nanoTime() + aheadNs.get());
            Handle handle = rig.handle("k"))
        {
            rig.client.meter().rttInterval(0);
            rig.nodes.whileFlushing(() -> aheadNs.addAndGet(writingNs));

            handle.release(handle.acquire(0, false));

            final long leastNs = rig.client.meter().rttInterval(0).getMinValue();
            assertTrue(leastNs > writingNs * 9 / 10, () -> "a round trip of " + leastNs + " ns");
        }
    }

    @Test
    void shouldSignalALossWhenPolled() throws InterruptedException
    {
        final AtomicLong aheadNs = new AtomicLong();
        final Heard heard = new Heard();
        try (Rig rig = Rig.invoker(() -> SystemNanoClock.INSTANCE.nanoTime() + aheadNs.get());
            Handle handle = rig.handle("k", heard))
        {
            handle.acquire(0, false);
            aheadNs.set(30 * Rig.SECOND_NS);

            rig.await("loss", () -> heard.all.size() == 2);

            assertEquals("lost 1 EXPIRED", heard.all.get(1));
            assertEquals(List.of("k 1 EXPIRED"), rig.news.losses);
            assertEquals(0, handle.term());
        }
    }

    @Test
    void shouldExtendByItselfWhileItIsPolled() throws InterruptedException
    {
        final AtomicLong aheadNs = new AtomicLong();
        final ClaimOptions automatic = new ClaimOptions(
            30_000, 0, 1, 1_000_000, 8_000_000, true, 600 * Rig.SECOND_NS, 1000);
        try (Rig rig = Rig.invoker(() -> SystemNanoClock.INSTANCE.nanoTime() + aheadNs.get());
            Handle handle = rig.handle("k", automatic, HandleListener.NONE))
        {
            final long term = handle.acquire(0, false);
            for (int i = 0; i < 5; i++)
            {
                aheadNs.addAndGet(15 * Rig.SECOND_NS);
                assertTrue(handle.remainingNs(term) < 15 * Rig.SECOND_NS);
                rig.await("extension", () -> handle.remainingNs(term) > 28 * Rig.SECOND_NS);
            }
        }
    }

    /**
     * Every entry asks first: a call from a wrong thread must not leave a trace.
     */
    @Test
    void shouldTurnAwayOtherThreadsWithoutATrace() throws Exception
    {
        try (Rig rig = Rig.invoker(); Handle handle = rig.handle("k"))
        {
            final long term = handle.acquire(0, false);

            final List<Executable> calls = List.of(
                () -> handle.acquire(0, false),
                () -> handle.acquireAsync(0, ResultAction.NONE),
                () -> handle.extend(term, 0),
                () -> handle.extendAsync(term, 0),
                () -> handle.release(term),
                () -> handle.releaseAsync(term),
                handle::cancel,
                handle::close,
                rig.client::poll,
                rig.client::close);
            for (final Executable call : calls)
            {
                final Throwable failure = thrownOnAnotherThread(call);
                assertEquals(IllegalStateException.class, failure.getClass());
                assertEquals("this client is in invoker mode and belongs to the thread '" +
                    Thread.currentThread().getName() + "' that built it, but was called on 'stranger': " +
                    "build one client per thread, or use dedicated mode", failure.getMessage());
            }

            assertTrue(handle.remainingNs(term) > 0);
            assertEquals(Outcome.EXTENDED.code(), handle.extend(term, 0));
            assertEquals(Outcome.RELEASED.code(), handle.release(term));
            assertEquals(term + 1, handle.acquire(0, false));
            assertFalse(rig.client.isClosed());
        }
    }

    private static Throwable thrownOnAnotherThread(final Executable call) throws Exception
    {
        final CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        new Thread(() ->
        {
            try
            {
                call.execute();
                thrown.complete(null);
            }
            catch (final Throwable ex)
            {
                thrown.complete(ex);
            }
        }, "stranger").start();

        return Deadline.get(thrown);
    }

    @Test
    void shouldBeReadableFromOtherThreads() throws Exception
    {
        try (Rig rig = Rig.invoker(); Handle handle = rig.handle("k"))
        {
            final long term = handle.acquire(0, false);

            final CompletableFuture<Long> remainingNs =
                CompletableFuture.supplyAsync(() -> handle.remainingNs(handle.term()));

            assertTrue(Deadline.get(remainingNs) > 0);
            assertEquals(term, handle.term());
        }
    }

    /**
     * What a callback leaves behind comes before what the owner does after the call in which it was called.
     */
    @Test
    void shouldKeepTheOrderOfCallbacksAndCalls() throws InterruptedException
    {
        final AtomicReference<Handle> other = new AtomicReference<>();
        final Heard releasing = new Heard(what -> assertNull(other.get().releaseAsync(1)));
        try (Rig rig = Rig.invoker();
            Handle one = rig.handle("one", releasing); Handle two = rig.handle("two"))
        {
            other.set(two);
            assertEquals(1, two.acquire(0, false));
            rig.nodes.occupy("one");

            assertEquals(Outcome.CONTENDED.code(), one.acquire(0, false));

            assertEquals(2, two.acquire(0, false));
            rig.nodes.forget("one");
        }
    }

    /**
     * What a callback has left behind is run first, and ends the engine: the call after it is answered, too.
     */
    @Test
    void shouldAnswerTheCallThatComesAfterTheOneThatFails() throws InterruptedException
    {
        try (Rig rig = Rig.invoker())
        {
            final Handle left = rig.handle("left");
            final Heard leaving = new Heard(what -> left.acquireAsync(0, ResultAction.NONE));
            rig.handle("k", leaving).acquire(0, false);
            rig.nodes.throwFromOffer(new IllegalStateException("planted"));

            assertEquals(Outcome.CLOSED.code(), rig.handle("other").acquire(Rig.PATIENCE_NS, false));

            assertTrue(rig.client.isClosed());
        }
    }

    /**
     * The releases of the close itself fail: who closes must not look for an end that nobody tells.
     */
    @Test
    void shouldCloseThoughItFailsOnTheWay() throws Exception
    {
        final CompletableFuture<Integer> left = new CompletableFuture<>();
        final Thread owner = new Thread(() ->
        {
            final Rig rig = Rig.invoker();
            final Handle handle = rig.handle("k");
            try
            {
                handle.acquire(0, false);
                rig.nodes.throwFromOffer(new IllegalStateException("planted"));
                left.complete(rig.client.close());
                rig.nodes.close();
            }
            catch (final Throwable ex)
            {
                left.completeExceptionally(ex);
            }
        });
        owner.setDaemon(true);
        owner.start();

        assertEquals(1, Deadline.get(left));
    }

    @Test
    void shouldBeClosedByAnybodyWhenItsOwnerHasDied() throws Exception
    {
        final Heard heard = new Heard();
        final AtomicReference<Rig> left = new AtomicReference<>();
        final AtomicReference<Handle> waiting = new AtomicReference<>();
        final Thread owner = new Thread(() ->
        {
            final Rig rig = Rig.invoker();
            rig.handle("held", heard).acquireAsync(0, ResultAction.NONE);
            rig.await("held", () -> !heard.all.isEmpty());
            waiting.set(rig.handle("held", heard));
            waiting.get().acquireAsync(Rig.PATIENCE_NS, ResultAction.NONE);
            left.set(rig);
        });
        owner.start();
        Deadline.join(owner);
        final Rig rig = left.get();
        assertThrows(IllegalStateException.class, rig.client::poll);

        assertEquals(1, rig.client.close());

        assertTrue(rig.nodes.areTransportsClosed());
        assertEquals(3, heard.all.size(), heard.all::toString);
        assertTrue(heard.all.containsAll(List.of("acquired 1", "denied CLOSED", "lost 1 CLOSED")));
        assertEquals(List.of("held 1 CLOSED"), rig.news.losses);
        assertEquals(List.of(), rig.news.errors);
        assertEquals(Outcome.CLOSED.code(), waiting.get().acquire(0, false));
        assertEquals(0, rig.client.poll());
        assertEquals(0, rig.client.close());
        rig.nodes.close();
    }

    @Test
    void shouldGoOnAfterAnInterrupt() throws InterruptedException
    {
        try (Rig rig = Rig.invoker(); Handle handle = rig.handle("k"))
        {
            Thread.currentThread().interrupt();
            for (int i = 0; i < 10; i++)
            {
                rig.client.poll();
            }
            assertTrue(Thread.interrupted());

            assertEquals(1, handle.acquire(0, false));
        }
    }

    @Test
    void shouldNotPollItselfFromACallback() throws InterruptedException
    {
        final AtomicReference<Rig> own = new AtomicReference<>();
        final Heard polling = new Heard(what -> own.get().client.poll());
        try (Rig rig = Rig.invoker(); Handle handle = rig.handle("k", polling))
        {
            own.set(rig);

            assertEquals(1, handle.acquire(0, false));

            assertEquals(1, rig.news.errors.size());
            assertEquals("a callback must not wait for the engine that runs it: " +
                "use the asynchronous form of the call", rig.news.errors.get(0).getMessage());
        }
    }

    @Test
    void shouldDoNothingWhenPolledAfterItsEnd()
    {
        final Rig rig = Rig.invoker();
        rig.close();

        assertEquals(0, rig.client.poll());
    }

    @Test
    void shouldNotBePolledInDedicatedMode()
    {
        try (Rig rig = Rig.dedicated())
        {
            assertEquals("this client drives itself: poll() is for invoker mode only",
                assertThrows(IllegalStateException.class, rig.client::poll).getMessage());
        }
    }
}
