// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.engine.ClaimOptions;
import dev.redlock.fake.Deadline;
import dev.redlock.outcome.Outcome;

class HandleTest
{
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAcquireExtendAndRelease(final boolean isInvoker) throws InterruptedException
    {
        try (Rig rig = Rig.of(isInvoker); Handle handle = rig.handle("k"))
        {
            final long term = handle.acquire(0, false);

            assertEquals(1, term);
            assertEquals(term, handle.term());
            assertEquals(3, rig.nodes.holding("k"));
            assertTrue(handle.remainingNs(term) > 20 * Rig.SECOND_NS);
            assertTrue(handle.remainingNs(term) < 30 * Rig.SECOND_NS);

            assertEquals(Outcome.EXTENDED.code(), handle.extend(term, 60_000));
            assertTrue(handle.remainingNs(term) > 50 * Rig.SECOND_NS);

            assertEquals(Outcome.RELEASED.code(), handle.release(term));
            assertEquals(0, handle.term());
            assertEquals(0, handle.remainingNs(term));
            rig.await("all keys are gone", () -> rig.nodes.holding("k") == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDoNothingForATermThatIsNotThePresentOne(final boolean isInvoker) throws InterruptedException
    {
        try (Rig rig = Rig.of(isInvoker); Handle handle = rig.handle("k"))
        {
            final long first = handle.acquire(0, false);
            handle.release(first);
            final long second = handle.acquire(0, false);

            assertTrue(second > first);
            for (final long stale : new long[] {first, 0, -1, second + 1})
            {
                assertEquals(Outcome.STALE_TERM.code(), handle.extend(stale, 0));
                assertEquals(Outcome.STALE_TERM, handle.extendAsync(stale, 0));
                assertEquals(Outcome.STALE_TERM.code(), handle.release(stale));
                assertEquals(Outcome.STALE_TERM, handle.releaseAsync(stale));
                assertEquals(0, handle.remainingNs(stale));
            }
            assertEquals(second, handle.term());
            assertTrue(handle.remainingNs(second) > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotAcquireWhatItHolds(final boolean isInvoker) throws InterruptedException
    {
        try (Rig rig = Rig.of(isInvoker); Handle handle = rig.handle("k"))
        {
            final long term = handle.acquire(0, false);

            assertEquals(Outcome.ALREADY_HELD.code(), handle.acquire(0, false));
            assertEquals(Outcome.ALREADY_HELD.code(), handle.acquire(Rig.PATIENCE_NS, true));
            assertEquals(term, handle.term());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAcquireAgainRightAfterAReleaseThatNobodyWaitedFor(final boolean isInvoker)
        throws InterruptedException
    {
        try (Rig rig = Rig.of(isInvoker); Handle handle = rig.handle("k"))
        {
            for (int i = 1; i <= 100; i++)
            {
                final long term = handle.acquire(0, false);
                assertEquals(i, term);
                assertNull(handle.releaseAsync(term));
                assertEquals(0, handle.term());
            }
        }
    }

    @Test
    void shouldCarryOneAcquisitionAtATime() throws Exception
    {
        try (Rig rig = Rig.dedicated(); Handle handle = rig.handle("k"))
        {
            rig.nodes.occupy("k");
            final CompletableFuture<Long> first = acquireOnAnotherThread(handle);
            Deadline.await("first is under way", () -> rig.nodes.acquiresOffered() > 0);

            assertEquals(Outcome.BUSY.code(), handle.acquire(0, false));
            assertEquals(Outcome.BUSY, handle.acquireAsync(0, ResultAction.NONE));

            rig.nodes.forget("k");
            assertEquals(1, Deadline.get(first));
        }
    }

    @Test
    void shouldLetTheHandlesOfOneKeyTakeTurns() throws Exception
    {
        try (Rig rig = Rig.dedicated(); Handle one = rig.handle("k"); Handle two = rig.handle("k"))
        {
            final long term = one.acquire(0, false);
            assertEquals(Outcome.CONTENDED.code(), two.acquire(0, false));
            final CompletableFuture<Long> waiting = acquireOnAnotherThread(two);

            assertEquals(Outcome.RELEASED.code(), one.release(term));

            assertEquals(1, Deadline.get(waiting));
            assertTrue(two.remainingNs(1) > 0);
            assertEquals(0, one.remainingNs(term));
        }
    }

    @Test
    void shouldStopWaitingAtAnInterruptAndHoldNothing() throws Exception
    {
        try (Rig rig = Rig.dedicated(); Handle handle = rig.handle("k"))
        {
            rig.nodes.occupy("k");
            final CompletableFuture<Long> result = new CompletableFuture<>();
            final Thread thread = new Thread(() -> acquire(handle, result));
            thread.start();
            Deadline.await("under way", () -> rig.nodes.acquiresOffered() > 0);

            thread.interrupt();

            final Throwable failure = assertThrows(Exception.class, () -> Deadline.get(result)).getCause();
            assertEquals(InterruptedException.class, failure.getClass());
            assertEquals("interrupted while waiting for the lock 'k'; it is not held", failure.getMessage());
            rig.nodes.forget("k");
            assertEquals(1, handle.acquire(0, false));
        }
    }

    /**
     * The votes of a quorum are in the mail when the thread is interrupted. The lock is won or cancelled, and
     * either way given back.
     */
    @Test
    void shouldGiveBackWhatIsWonWhileItIsInterrupted() throws Exception
    {
        try (Rig rig = Rig.dedicated(); Handle handle = rig.handle("k"))
        {
            rig.nodes.fallSilent();
            final CompletableFuture<Long> result = new CompletableFuture<>();
            final Thread thread = new Thread(() -> acquire(handle, result));
            thread.start();
            Deadline.await("votes are cast", () -> rig.nodes.holding("k") == 3);

            rig.nodes.speak();
            thread.interrupt();
            Deadline.join(thread);

            if (!result.isCompletedExceptionally())
            {
                assertEquals(Outcome.RELEASED.code(), handle.release(Deadline.get(result)));
            }
            assertEquals(0, handle.term());
            Deadline.await("all keys are gone", () -> rig.nodes.holding("k") == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAskNobodyWhenInterruptedBefore(final boolean isInvoker) throws InterruptedException
    {
        try (Rig rig = Rig.of(isInvoker); Handle handle = rig.handle("k"))
        {
            Thread.currentThread().interrupt();
            assertThrows(InterruptedException.class, () -> handle.acquire(Rig.PATIENCE_NS, true));

            assertFalse(Thread.interrupted());
            assertEquals(0, rig.nodes.acquiresOffered());
            assertEquals(1, handle.acquire(0, false));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotMindAnInterruptWhenTheWaitIsNotInterruptible(final boolean isInvoker)
        throws InterruptedException
    {
        try (Rig rig = Rig.of(isInvoker); Handle handle = rig.handle("k"))
        {
            Thread.currentThread().interrupt();
            final long term = handle.acquire(Rig.PATIENCE_NS, false);
            assertEquals(Outcome.EXTENDED.code(), handle.extend(term, 0));
            assertEquals(Outcome.RELEASED.code(), handle.release(term));

            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void shouldCancelWhatIsUnderWayOnAnotherThread() throws Exception
    {
        try (Rig rig = Rig.dedicated(); Handle handle = rig.handle("k"))
        {
            rig.nodes.occupy("k");
            final CompletableFuture<Long> result = acquireOnAnotherThread(handle);
            Deadline.await("under way", () -> rig.nodes.acquiresOffered() > 0);

            handle.cancel();

            assertEquals(Outcome.CANCELLED.code(), Deadline.get(result));
            rig.nodes.forget("k");
            assertEquals(1, handle.acquire(0, false), "a cancellation is for one acquisition");
        }
    }

    @Test
    void shouldCancelAgainAndAgain() throws Exception
    {
        try (Rig rig = Rig.dedicated(); Handle handle = rig.handle("k"))
        {
            rig.nodes.occupy("k");
            for (int i = 0; i < 3; i++)
            {
                final long offeredBefore = rig.nodes.acquiresOffered();
                final CompletableFuture<Long> result = acquireOnAnotherThread(handle);
                Deadline.await("under way", () -> rig.nodes.acquiresOffered() > offeredBefore);

                handle.cancel();

                assertEquals(Outcome.CANCELLED.code(), Deadline.get(result));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldCancelNothingWhenNothingIsUnderWay(final boolean isInvoker) throws InterruptedException
    {
        try (Rig rig = Rig.of(isInvoker); Handle handle = rig.handle("k"))
        {
            handle.cancel();
            assertEquals(1, handle.acquire(0, false));
            handle.cancel();

            assertTrue(handle.remainingNs(1) > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveBackWhatItHoldsWhenItIsClosed(final boolean isInvoker) throws InterruptedException
    {
        try (Rig rig = Rig.of(isInvoker))
        {
            final Handle handle = rig.handle("k");
            final long term = handle.acquire(0, false);

            handle.close();
            handle.close();

            assertEquals(0, handle.remainingNs(term));
            rig.await("all keys are gone", () -> rig.nodes.holding("k") == 0);
            assertEquals(Outcome.CLOSED.code(), handle.acquire(0, false));
            assertEquals(Outcome.STALE_TERM.code(), handle.release(term));
        }
    }

    @Test
    void shouldCancelWhatIsUnderWayWhenItIsClosed() throws Exception
    {
        try (Rig rig = Rig.dedicated())
        {
            final Handle handle = rig.handle("k");
            rig.nodes.occupy("k");
            final CompletableFuture<Long> result = acquireOnAnotherThread(handle);
            Deadline.await("under way", () -> rig.nodes.acquiresOffered() > 0);

            handle.close();

            assertEquals(Outcome.CANCELLED.code(), Deadline.get(result));
        }
    }

    @Test
    void shouldTellTheListenerInOrder() throws InterruptedException
    {
        final Heard heard = new Heard();
        try (Rig rig = Rig.dedicated(); Handle handle = rig.handle("k", heard))
        {
            final long term = handle.acquire(0, false);
            handle.extend(term, 0);
            handle.release(term);
            rig.nodes.occupy("k");
            handle.acquire(0, false);
            rig.nodes.forget("k");
        }

        assertEquals(
            List.of("acquired 1", "extended 1 EXTENDED", "released 1 RELEASED", "denied CONTENDED"),
            heard.all);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHoldNothingWhenAnExtensionTellsOfTheLoss(final boolean isInvoker) throws InterruptedException
    {
        final AtomicReference<Handle> own = new AtomicReference<>();
        final List<Long> remainingNs = new CopyOnWriteArrayList<>();
        final Heard heard = new Heard(what -> remainingNs.add(own.get().remainingNs(1)));
        try (Rig rig = Rig.of(isInvoker); Handle handle = rig.handle("k", heard))
        {
            own.set(handle);
            handle.acquire(0, false);
            rig.nodes.forget("k");

            assertEquals(Outcome.LOST.code(), handle.extend(1, 0));
            // The client is told after the listener, and both on the engine's thread.
            rig.await("loss", () -> rig.news.losses.size() == 1);

            assertEquals(List.of("acquired 1", "extended 1 LOST", "lost 1 REFUSED"), heard.all);
            assertTrue(remainingNs.get(0) > 0);
            assertEquals(List.of(0L, 0L), remainingNs.subList(1, 3));
            assertEquals(List.of("k 1 REFUSED"), rig.news.losses);
            assertEquals(Outcome.EXPIRED.code(), handle.release(1));
            assertEquals(Outcome.LOST.code(), handle.extend(1, 0));
        }
    }

    @Test
    void shouldLimitTheHandlesThatAreOpen()
    {
        try (Rig rig = Rig.dedicated())
        {
            for (int i = 0; i < 63; i++)
            {
                rig.handle("k" + i);
            }
            final Handle last = rig.handle("k");

            final Exception failure = assertThrows(IllegalStateException.class, () -> rig.handle("more"));
            assertTrue(failure.getMessage().startsWith("there are 64 open handles, which is the limit"));

            last.close();
            last.close();
            rig.handle("more");
            assertThrows(IllegalStateException.class, () -> rig.handle("too many"));
        }
    }

    @Test
    void shouldNotCountAHandleThatCouldNotBeMade()
    {
        final ClaimOptions tooShort = new ClaimOptions(2, 0, 1, 0, 0, false, Rig.SECOND_NS, 0);
        try (Rig rig = Rig.dedicated())
        {
            for (int i = 0; i < 100; i++)
            {
                assertThrows(IllegalArgumentException.class,
                    () -> rig.handle("k", tooShort, HandleListener.NONE));
            }

            rig.handle("k").close();
        }
    }

    @Test
    void shouldRefuseKeysThatAreEmptyOrTooLong()
    {
        try (Rig rig = Rig.dedicated())
        {
            assertEquals("the key is empty: a lock needs a key of at least one byte",
                assertThrows(IllegalArgumentException.class, () -> rig.handle("")).getMessage());
            final String longest = "x".repeat(1024);
            rig.handle(longest);
            assertEquals("key '" + "x".repeat(32) + "…' is 1025 bytes long with its prefix, more than the " +
                "limit of 1024: use a shorter key, such as a digest of the long one",
                assertThrows(IllegalArgumentException.class, () -> rig.handle(longest + "x")).getMessage());
        }
    }

    @Test
    void shouldSayWhatItHolds() throws InterruptedException
    {
        try (Rig rig = Rig.dedicated(); Handle handle = rig.handle("k"))
        {
            assertEquals("lock 'k', not held", handle.toString());
            handle.acquire(0, false);
            assertTrue(handle.toString().matches("lock 'k', term 1 held for \\d+ ms more"));
        }
    }

    /**
     * What a caller does costs no memory: neither the waiting calls, nor the questions, nor the refusals.
     */
    @Test
    void shouldNotAllocateOnTheThreadOfTheCaller() throws InterruptedException
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        try (Rig rig = Rig.dedicated(); Handle handle = rig.handle("k"); Handle other = rig.handle("k"))
        {
            callAll(handle, other, 8_000);

            // Again and again, as code allocates here and there until all of it is compiled.
            long bytes = -1;
            for (int block = 0; block < 20 && bytes != 0; block++)
            {
                final long before = threads.getCurrentThreadAllocatedBytes();
                callAll(handle, other, 2_000);
                bytes = threads.getCurrentThreadAllocatedBytes() - before;
            }

            assertEquals(0, bytes);
        }
    }

    private static void callAll(final Handle handle, final Handle other, final int times)
        throws InterruptedException
    {
        for (int i = 0; i < times; i++)
        {
            final long term = handle.acquire(0, true);
            if (handle.remainingNs(term) == 0 || other.acquire(0, false) > 0 ||
                handle.extend(term, 0) != Outcome.EXTENDED.code() || handle.extend(term - 1, 0) > 0 ||
                handle.release(term) != Outcome.RELEASED.code() || handle.releaseAsync(term) == null)
            {
                throw new AssertionError("cycle " + i);
            }
        }
    }

    private static CompletableFuture<Long> acquireOnAnotherThread(final Handle handle)
    {
        final CompletableFuture<Long> result = new CompletableFuture<>();
        new Thread(() -> acquire(handle, result)).start();

        return result;
    }

    private static void acquire(final Handle handle, final CompletableFuture<Long> result)
    {
        try
        {
            result.complete(handle.acquire(Rig.PATIENCE_NS, true));
        }
        catch (final Throwable ex)
        {
            result.completeExceptionally(ex);
        }
    }
}
