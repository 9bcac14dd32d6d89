// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

class LeaseTest
{
    private final InstantNodes nodes = new InstantNodes(3);
    private final Redlock redlock = nodes.builder().maxLocks(64).maxHandles(4).maxInFlightPerNode(64).build();

    @AfterEach
    void close()
    {
        nodes.speak();
        redlock.close();
        assertThat(nodes.areTransportsClosed()).isTrue();
        nodes.close();
    }

    @Test
    void shouldBeReleasedOnce()
    {
        final Lease lease = redlock.tryAcquire("k").orElseThrow();

        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        assertThat(lease.release()).isEqualTo(Outcome.STALE_TERM);
        assertThat(lease.releaseAsync()).isEqualTo(Outcome.STALE_TERM);
        assertThat(lease.extend()).isEqualTo(Outcome.STALE_TERM);
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

            assertThat(second.isHeld()).isTrue();
            assertThat(nodes.holding("k")).isEqualTo(3);
        }
    }

    @Test
    void shouldSayThatTheThreadThatWaitsHasAcquiredTheLockItself() throws Exception
    {
        final RedlockLock view = redlock.asLock("k");
        final Lease lease = redlock.acquire("k", ofSeconds(10));

        final LockContendedException own = catchThrowableOfType(
            LockContendedException.class, () -> redlock.acquire("k", ZERO));
        assertThat(own).hasMessageContaining("this thread acquired it itself, and holds it for ");
        assertThat(own.isHeldByThisThread()).isTrue();
        assertThatThrownBy(view::tryLock).as("false would say that somebody else holds it")
            .isInstanceOf(LockContendedException.class)
            .hasMessageContaining("this thread acquired it itself");
        assertThat(redlock.tryAcquire("k")).isEmpty();

        final LockContendedException theirs = Deadline.get(Deadline.elsewhere(() ->
            catchThrowableOfType(LockContendedException.class, () -> redlock.acquire("k", ZERO))));
        assertThat(theirs).hasMessageContaining("another caller of this client holds it");
        assertThat(theirs.isHeldByThisThread()).isFalse();

        lease.release();
        final CompletableFuture<Lease> elsewhere =
            Deadline.elsewhere(() -> redlock.acquire("k", ofSeconds(10)));
        try (Lease held = Deadline.get(elsewhere))
        {
            assertThat(held.isHeld()).isTrue();
            assertThatThrownBy(() -> redlock.acquire("k", ZERO)).as("what it had is released")
                .hasMessageContaining("another caller of this client holds it");
        }
    }

    @Test
    void shouldRefuseAtOnceWhatWouldWaitForALockOfItsThread() throws Exception
    {
        redlock.run("k", ofSeconds(10), (lease) ->
        {
            final List<ThrowingCallable> ways = List.of(() -> redlock.acquire("k", ofHours(1)),
                () -> redlock.acquire("k", ZERO),
                () -> redlock.run("k", ofHours(1), (inner) -> inner.release()),
                redlock.asLock("k")::lock, redlock.asLock("k")::tryLock);
            for (final ThrowingCallable way : ways)
            {
                assertThatThrownBy(way).isInstanceOf(RedlockMisuseException.class)
                    .hasMessageContaining("lock 'k' is held by this thread already");
            }
            assertThat(redlock.tryAcquire("k")).as("a question").isEmpty();
            assertThat(redlock.tryAcquire("another").map(Lease::release)).contains(Outcome.RELEASED);
            assertThat(Deadline.get(Deadline.elsewhere(() -> redlock.tryAcquire("k")))).isEmpty();
            lease.release();
            redlock.acquire("k", ofSeconds(10)).close();
        });
    }

    /**
     * Otherwise it would be told not to wait for work that another thread ends.
     */
    @Test
    void shouldWaitForALeaseThatIsUnboundFromTheThread() throws Exception
    {
        final Lease lease = redlock.acquire("k", ofSeconds(10)).bindToThread();
        assertThatThrownBy(() -> redlock.acquire("k", ofHours(1))).isInstanceOf(RedlockMisuseException.class);

        lease.unbindFromThread();
        assertThatThrownBy(() -> redlock.acquire("k", ZERO)).isInstanceOf(LockContendedException.class)
            .hasMessageContaining("another caller of this client holds it");
        final CompletableFuture<Outcome> work = Deadline.elsewhere(lease::release);
        redlock.acquire("k", ofSeconds(10)).close();
        assertThat(Deadline.get(work)).isEqualTo(Outcome.RELEASED);
    }

    @Test
    void shouldHaveATagThatIsItsOwnAndStays() throws InterruptedException
    {
        final Set<String> tags = new HashSet<>();
        for (int i = 0; i < 100; i++)
        {
            try (Lease lease = redlock.acquire("k", ofSeconds(10)))
            {
                assertThat(lease.tag()).matches("[0-9a-f]{32}").isEqualTo(lease.tag());
                assertThat(tags.add(lease.tag())).isTrue();
            }
        }

        final Lease released = redlock.acquire("k", ofSeconds(10));
        final String tag = released.tag();
        released.release();
        redlock.acquire("k", ofSeconds(10));
        assertThat(released.tag()).isEqualTo(tag);
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
            assertThat(redlock.tryAcquire("held").isEmpty()).isTrue();
            assertThatThrownBy(() -> redlock.acquire("held", ZERO))
                .isInstanceOf(LockContendedException.class);
            assertThatThrownBy(() -> redlock.acquireAsync("k", ofSeconds(-1)).join())
                .isInstanceOf(IllegalArgumentException.class);

            final Lease neglected = redlock.tryAcquire("neglected").orElseThrow();
            nodes.forget("neglected");
            neglected.extend();
            assertThat(Deadline.get(neglected.lost().toCompletableFuture())).isEqualTo(LostReason.REFUSED);
        }
    }

    @Test
    void shouldThrowUnlessItIsHeld()
    {
        final Lease released = redlock.tryAcquire("released").orElseThrow();
        released.checkHeld();
        released.release();
        assertThatThrownBy(released::checkHeld).isInstanceOf(LeaseLostException.class)
            .hasMessageContaining("lock 'released' was lost");

        final Lease late = redlock.tryAcquire("late").orElseThrow();
        late.checkHeld();
        nodes.aheadNs.set(TimeUnit.SECONDS.toNanos(30));
        assertThatThrownBy(late::checkHeld).isInstanceOfSatisfying(LeaseLostException.class, (lost) ->
        {
            assertThat(lost.key()).isEqualTo("late");
            assertThat(lost.reason()).contains(LostReason.EXPIRED);
            assertThat(lost.late()).isPositive();
        });
    }

    @Test
    void shouldTellThatItIsLostAtItsDeadline() throws Exception
    {
        final Lease lease = redlock.tryAcquire("k").orElseThrow();
        nodes.aheadNs.set(TimeUnit.SECONDS.toNanos(30));

        assertThat(lease.isHeld()).isFalse();
        assertThat(Deadline.get(lease.lost().toCompletableFuture())).isEqualTo(LostReason.EXPIRED);
        assertThat(lease.extend()).isEqualTo(Outcome.LOST);
        assertThat(lease.release()).isEqualTo(Outcome.EXPIRED);
    }

    /**
     * In invoker mode nobody looks before the block ends, as in a process that was stopped.
     */
    @Test
    void shouldTellThatItIsLostWhenTheBlockEndsTooLate() throws Exception
    {
        final List<String> losses = new ArrayList<>();
        final RedlockEvents events = new RedlockEvents()
        {
            @Override
            public void onLeaseLost(final String key, final long term, final LostReason reason)
            {
                losses.add(key + " " + reason);
            }
        };
        try (Redlock client = nodes.builder().invoker().events(events).build())
        {
            final Lease lease;
            try (Lease late = client.acquire("k", ofSeconds(10)))
            {
                lease = late;
                nodes.aheadNs.addAndGet(TimeUnit.SECONDS.toNanos(30));
            }
            assertThat(lease.lost().toCompletableFuture()).isCompletedWithValue(LostReason.EXPIRED);
            assertThat(losses).containsExactly("k EXPIRED");

            assertThatThrownBy(() -> client.run("worked", ofSeconds(10),
                worked -> nodes.aheadNs.addAndGet(TimeUnit.SECONDS.toNanos(30))))
                .isInstanceOf(LeaseLostException.class).hasMessageContaining("EXPIRED");
            client.acquire("in time", ofSeconds(10)).close();
            assertThat(losses).containsExactly("k EXPIRED", "worked EXPIRED");
            assertThat(client.metrics().count(Counter.LEASES_LOST)).isEqualTo(2);
            assertThat(client.metrics().count(Counter.RELEASES)).isOne();
        }
    }

    @Test
    void shouldNotTellALossWhenItIsReleased()
    {
        final Lease lease = redlock.tryAcquire("k").orElseThrow();
        lease.close();
        redlock.close();

        assertThat(lease.lost().toCompletableFuture().isDone()).isFalse();
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

        assertThat(Deadline.get(wasHeld)).isTrue();
        awaitFree();
    }

    @Test
    void shouldComeLaterWhenAskedForWithoutWaiting() throws Exception
    {
        final Lease first = redlock.tryAcquire("k").orElseThrow();
        final CompletableFuture<Lease> second = redlock.acquireAsync("k", ofHours(1));
        assertThat(second.isDone()).isFalse();

        first.close();

        Deadline.get(second).close();
    }

    @Test
    void shouldNotBeAskedForAnyMoreWhenCancelled() throws Exception
    {
        nodes.occupy("k");
        final CompletableFuture<Lease> future = redlock.acquireAsync("k", ofHours(1));

        assertThat(future.cancel(false)).isTrue();

        assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
        nodes.forget("k");
        final LockHandle handle = redlock.handle("k");
        assertThat(handle.acquire(ofSeconds(20))).as("nobody is in line before us").isGreaterThan(0);
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
            IntStream.range(0, 4).forEach((i) -> handles.add(redlock.handle("room again" + i)));

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
    void shouldNameWhatIsNull()
    {
        assertThatThrownBy(() -> redlock.handle(null)).isInstanceOf(NullPointerException.class)
            .hasMessage("key");
        assertThatThrownBy(() -> redlock.tryAcquire("k", null)).isInstanceOf(NullPointerException.class)
            .hasMessage("options");
        assertThatThrownBy(() -> redlock.handle("k", LockOptions.DEFAULT, null))
            .isInstanceOf(NullPointerException.class).hasMessage("listener");
        assertThatThrownBy(() -> redlock.acquire("k", null)).isInstanceOf(NullPointerException.class)
            .hasMessage("patience");
        assertThatThrownBy(() -> redlock.acquireAsync("k", null)).isInstanceOf(NullPointerException.class)
            .hasMessage("patience");
        assertThatThrownBy(() -> redlock.asLock("k", null)).isInstanceOf(NullPointerException.class)
            .hasMessage("options");
        assertThatThrownBy(() -> redlock.asLock(null, LockOptions.DEFAULT))
            .isInstanceOf(NullPointerException.class).hasMessage("key");
        assertThatThrownBy(() -> redlock.keyBytes(null)).isInstanceOf(NullPointerException.class)
            .hasMessage("key");
    }

    @Test
    void shouldLeaveTheThreadsInterruptAlone()
    {
        Thread.currentThread().interrupt();
        final Lease lease = redlock.tryAcquire("k").orElseThrow();
        assertThat(lease.extend()).isEqualTo(Outcome.EXTENDED);
        lease.close();
        assertThat(Thread.interrupted()).isTrue();

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> redlock.acquire("k", ofHours(1))).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(redlock.tryAcquire("k").orElseThrow().releaseAsync()).isEqualTo(Outcome.STARTED);
    }

    private void awaitFree()
    {
        Deadline.await("nobody holds it", () -> nodes.holding("k") == 0);
    }
}
