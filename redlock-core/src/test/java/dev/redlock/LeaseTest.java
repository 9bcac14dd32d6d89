// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.FakeNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

class LeaseTest
{
    private static final RedlockEvents SILENCE = new RedlockEvents()
    {
    };

    private final FakeNodes nodes = new FakeNodes(3);
    private final AtomicLong aheadNs = new AtomicLong();
    private Redlock redlock;

    @BeforeEach
    void connect()
    {
        redlock = Redlock.builder().nodes(nodes.uris()).transportOption("nodes", nodes.id())
            .events(SILENCE).limits(64, 4, 64)
            .clock(() -> SystemNanoClock.INSTANCE.nanoTime() + aheadNs.get()).build();
    }

    @AfterEach
    void close()
    {
        nodes.speak();
        redlock.close();
        assertTrue(nodes.areTransportsClosed());
        nodes.close();
    }

    @Test
    void shouldHoldInsideTheBlockOnly() throws InterruptedException
    {
        final Lease outer;
        try (Lease lease = redlock.acquire("k", ofSeconds(1)))
        {
            outer = lease;
            assertTrue(lease.isHeld());
            assertTrue(lease.remaining().compareTo(ofSeconds(20)) > 0);
            assertTrue(lease.remainingNs() > 0);
            assertEquals("k", lease.key());
            assertEquals(Outcome.EXTENDED, lease.extend(ofSeconds(60)));
            assertTrue(lease.remaining().compareTo(ofSeconds(50)) > 0);
            assertEquals(Outcome.EXTENDED, lease.extend(ofSeconds(90)));
        }

        assertFalse(outer.isHeld());
        assertEquals(ZERO, outer.remaining());
        awaitFree();
    }

    @Test
    void shouldBeReleasedOnce()
    {
        final Lease lease = redlock.tryAcquire("k").orElseThrow();

        assertEquals(Outcome.RELEASED, lease.release());
        assertEquals(Outcome.STALE_TERM, lease.release());
        assertEquals(Outcome.STALE_TERM, lease.releaseAsync());
        assertEquals(Outcome.STALE_TERM, lease.extend());
        lease.close();
        lease.close();
    }

    @Test
    void shouldNotReleaseTheLeaseOfSomebodyElse() throws InterruptedException
    {
        final Lease first = redlock.tryAcquire("k").orElseThrow();
        first.close();
        try (Lease second = redlock.acquire("k", ofSeconds(10)))
        {
            first.close();
            first.release();

            assertTrue(second.isHeld());
            assertEquals(3, nodes.holding("k"));
        }
    }

    /**
     * There is room for four handles: what is released or lost must make room again.
     */
    @Test
    void shouldNotKeepItsHandleWhenReleasedOrLost() throws Exception
    {
        for (int i = 0; i < 10; i++)
        {
            redlock.tryAcquire("k" + i).orElseThrow().close();
            redlock.tryAcquire("k" + i).orElseThrow().releaseAsync();
            nodes.occupy("held");
            assertTrue(redlock.tryAcquire("held").isEmpty());
            assertThrows(RedlockException.class, () -> redlock.acquire("held", ZERO));
            assertThrows(IllegalArgumentException.class,
                () -> redlock.acquireAsync("k", ofSeconds(-1)).join());

            final Lease neglected = redlock.tryAcquire("neglected").orElseThrow();
            nodes.forget("neglected");
            neglected.extend();
            assertEquals(LostReason.REFUSED, Deadline.get(neglected.lost().toCompletableFuture()));
        }
    }

    @Test
    void shouldTellThatItIsLostAtItsDeadline() throws Exception
    {
        final Lease lease = redlock.tryAcquire("k").orElseThrow();
        aheadNs.set(TimeUnit.SECONDS.toNanos(30));

        assertFalse(lease.isHeld());
        assertEquals(LostReason.EXPIRED, Deadline.get(lease.lost().toCompletableFuture()));
        assertEquals(Outcome.LOST, lease.extend());
        assertEquals(Outcome.EXPIRED, lease.release());
    }

    @Test
    void shouldTellThatItIsLostWhenTheClientIsClosed() throws Exception
    {
        final Lease lease = redlock.tryAcquire("k").orElseThrow();
        redlock.close();

        assertEquals(LostReason.CLOSED, Deadline.get(lease.lost().toCompletableFuture()));
        assertFalse(lease.isHeld());
        assertEquals(0, nodes.holding("k"));
        lease.close();
    }

    @Test
    void shouldNotTellALossWhenItIsReleased()
    {
        final Lease lease = redlock.tryAcquire("k").orElseThrow();
        lease.close();
        redlock.close();

        assertFalse(lease.lost().toCompletableFuture().isDone());
    }

    @Test
    void shouldSayWhyItCouldNotBeHad()
    {
        nodes.occupy("k");

        final RedlockException failure =
            assertThrows(RedlockException.class, () -> redlock.acquire("k", ZERO));

        assertTrue(failure.getMessage().startsWith("lock 'k' was not obtained: CONTENDED; somebody else " +
            "holds it: try again later, or wait longer; nodes: [node0:6379 HELD_BY_ANOTHER, "),
            failure.getMessage());
        assertEquals(RedlockException.Category.CONTENTION, failure.category());
        assertEquals(Outcome.CONTENDED, failure.outcome());
        assertEquals(3, failure.votes().size());
        assertEquals(Cause.HELD_BY_ANOTHER, failure.votes().get(0).cause());
    }

    @Test
    void shouldBeReleasedInACallbackWithoutWaiting() throws Exception
    {
        final CompletableFuture<Boolean> wasHeld = redlock.acquireAsync("k", ofHours(1)).thenApply(lease ->
        {
            try (lease)
            {
                return lease.isHeld();
            }
        });

        assertTrue(Deadline.get(wasHeld));
        awaitFree();
    }

    @Test
    void shouldComeLaterWhenAskedForWithoutWaiting() throws Exception
    {
        final Lease first = redlock.tryAcquire("k").orElseThrow();
        final CompletableFuture<Lease> second = redlock.acquireAsync("k", ofHours(1));
        assertFalse(second.isDone());

        first.close();

        Deadline.get(second).close();
    }

    @Test
    void shouldSayWhyItCouldNotBeHadLater()
    {
        nodes.occupy("k");

        final CompletableFuture<Lease> future = redlock.acquireAsync("k", ZERO);

        final Throwable failure = assertThrows(CompletionException.class, future::join).getCause();
        assertEquals(Outcome.CONTENDED, assertInstanceOf(RedlockException.class, failure).outcome());
    }

    @Test
    void shouldNotBeAskedForAnyMoreWhenCancelled() throws Exception
    {
        nodes.occupy("k");
        final CompletableFuture<Lease> future = redlock.acquireAsync("k", ofHours(1));

        assertTrue(future.cancel(false));

        assertThrows(CancellationException.class, future::join);
        nodes.forget("k");
        final LockHandle handle = redlock.lock("k");
        assertTrue(handle.acquire(ofSeconds(20)) > 0, "nobody is in line before us");
        handle.close();
    }

    @Test
    void shouldBeGivenBackWhenItIsWonAfterATimeout()
    {
        nodes.fallSilent();
        final CompletableFuture<Lease> future = redlock.acquireAsync("k", ofHours(1));
        Deadline.await("all hold it", () -> nodes.holding("k") == 3);

        future.completeExceptionally(new IllegalStateException("too long"));
        nodes.speak();

        awaitFree();
        Deadline.await("there is room for as many handles as before", this::isRoomForFour);
    }

    private boolean isRoomForFour()
    {
        final List<LockHandle> handles = new ArrayList<>();
        try
        {
            for (int i = 0; i < 4; i++)
            {
                handles.add(redlock.lock("room again" + i));
            }

            return true;
        }
        catch (final RedlockException ignored)
        {
            return false;
        }
        finally
        {
            handles.forEach(LockHandle::close);
        }
    }

    @Test
    void shouldNotBeAskedForWhenTheClientIsClosed()
    {
        redlock.close();

        checkClosed(assertThrows(RedlockException.class, () -> redlock.tryAcquire("k")));
        checkClosed(assertThrows(RedlockException.class, () -> redlock.acquire("k", ZERO)));
        checkClosed(assertThrows(RedlockException.class, () -> redlock.lock("k")));
        checkClosed((RedlockException)assertThrows(ExecutionException.class,
            () -> Deadline.get(redlock.acquireAsync("k", ZERO))).getCause());
    }

    @Test
    void shouldNameWhatIsNull()
    {
        assertEquals("key", assertThrows(NullPointerException.class, () -> redlock.lock(null)).getMessage());
        assertEquals("options", assertThrows(NullPointerException.class,
            () -> redlock.tryAcquire("k", null)).getMessage());
        assertEquals("listener", assertThrows(NullPointerException.class,
            () -> redlock.lock("k", LockOptions.DEFAULT, null)).getMessage());
        assertEquals("patience", assertThrows(NullPointerException.class,
            () -> redlock.acquire("k", null)).getMessage());
        assertEquals("patience", assertThrows(NullPointerException.class,
            () -> redlock.acquireAsync("k", null)).getMessage());
        assertEquals("options", assertThrows(NullPointerException.class,
            () -> redlock.asLock("k", null)).getMessage());
        assertEquals("key", assertThrows(NullPointerException.class,
            () -> redlock.asLock(null, LockOptions.DEFAULT)).getMessage());
        assertEquals("key", assertThrows(NullPointerException.class, () -> redlock.keyBytes(null))
            .getMessage());
    }

    @Test
    void shouldLeaveTheThreadsInterruptAlone()
    {
        Thread.currentThread().interrupt();
        final Lease lease = redlock.tryAcquire("k").orElseThrow();
        lease.close();
        assertTrue(Thread.interrupted());

        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> redlock.acquire("k", ofHours(1)));
        assertFalse(Thread.interrupted());
        assertNull(redlock.tryAcquire("k").orElseThrow().releaseAsync());
    }

    private void awaitFree()
    {
        Deadline.await("nobody holds it", () -> nodes.holding("k") == 0);
    }

    private static void checkClosed(final RedlockException ex)
    {
        assertEquals(RedlockException.Category.CLIENT, ex.category());
        assertEquals(Outcome.CLOSED, ex.outcome());
        assertEquals(
            "lock 'k' was not obtained: CLOSED; the client is closed: build another", ex.getMessage());
    }
}
