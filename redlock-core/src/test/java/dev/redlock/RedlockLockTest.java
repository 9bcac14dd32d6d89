// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.runtime.client.LockOwners;

class RedlockLockTest
{
    @AutoClose
    private final InstantNodes nodes = new InstantNodes(3);
    @AutoClose
    private final Redlock redlock = nodes.builder().maxLocks(64).maxHandles(4).maxInFlightPerNode(64).build();
    private final RedlockLock lock = redlock.asLock("k", LockOptions.DEFAULT.withMaxAttempts(1));

    @Test
    void shouldLockAndUnlock() throws InterruptedException
    {
        lock.lock();
        assertThat(nodes.holding("k")).isEqualTo(3);
        lock.unlock();
        lock.lockInterruptibly();
        lock.unlock();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
        lock.unlock();
        assertThat(lock.toString()).isEqualTo("lock 'k'");
    }

    @Test
    void shouldBeOneLockThroughAllViewsOfAClient()
    {
        final RedlockLock other = redlock.asLock("k", LockOptions.DEFAULT);
        lock.lock();

        assertThatThrownBy(other::tryLock).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(other::lock).isInstanceOf(IllegalStateException.class);
        other.unlock();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(other.tryLock()).isTrue();
        lock.unlock();
    }

    @Test
    void shouldForgetThreadsThatNeverUnlock()
    {
        final LockOwners<Integer> owners = new LockOwners<>(lease -> true);
        IntStream.range(0, 1000).forEach((i) -> owners.enter("k" + i, i));
        int remembered = 0;
        for (int i = 0; i < 1000; i++)
        {
            remembered += owners.of("k" + i) == null ? 0 : 1;
        }
        assertThat(remembered > 0 && remembered <= 64).isTrue();
    }

    @Test
    void shouldForgetWhatDeadThreadsHeld() throws InterruptedException
    {
        final LockOwners<Object> owners = new LockOwners<>(lease -> false);
        final AtomicReference<WeakReference<Object>> held = new AtomicReference<>();
        final Thread thread = new Thread(() ->
        {
            final Object lease = new Object();
            owners.enter("k", lease);
            held.set(new WeakReference<>(lease));
        });
        thread.start();
        Deadline.join(thread);
        IntStream.range(0, 64).forEach((i) -> owners.enter("k" + i, i));

        Deadline.await("the lease is forgotten", () ->
        {
            System.gc();

            return held.get().get() == null;
        });
        assertThat(owners.of("k0")).isEqualTo(0);
    }

    /**
     * Nobody could unlock it.
     */
    @Test
    void shouldGiveBackALockThatCouldNotBeKeptForItsThread()
    {
        final AtomicBoolean isThrowing = new AtomicBoolean();
        final NanoClock clock = () ->
        {
            if (isThrowing.get() && isEntering())
            {
                isThrowing.set(false);
                throw new OutOfMemoryError("planted");
            }

            return System.nanoTime() + nodes.aheadNs.get();
        };
        try (Redlock client = nodes.builder().clock(clock).wallClock(System::currentTimeMillis).build())
        {
            final RedlockLock own = client.asLock("own");
            own.lock();
            nodes.aheadNs.set(ofSeconds(60).toNanos());
            assertThat(own.isHeldByCurrentThread()).isFalse();
            isThrowing.set(true);

            assertThatThrownBy(own::lock).hasMessage("planted");

            Deadline.await("it was given back", () -> nodes.holding("own") == 0);
            assertThat(own.isHeldByCurrentThread()).isFalse();
        }
    }

    private static boolean isEntering()
    {
        final String view = RedlockLock.class.getName();

        return StackWalker.getInstance().walk((frames) -> frames.anyMatch(
            (frame) -> frame.getClassName().equals(view) && frame.getMethodName().equals("enter")));
    }

    @Test
    void shouldKeepNoThreadThatHasDied() throws InterruptedException
    {
        final LockOwners<Object> owners = new LockOwners<>(lease -> false);
        final WeakReference<Thread> dead = lockAndDie(owners);

        Deadline.await("the thread is forgotten", () ->
        {
            System.gc();

            return dead.get() == null;
        });
        assertThat(owners.of("k")).isNull();
    }

    private static WeakReference<Thread> lockAndDie(final LockOwners<Object> owners)
        throws InterruptedException
    {
        final Thread thread = new Thread(() -> owners.enter("k", "lease"));
        thread.start();
        Deadline.join(thread);

        return new WeakReference<>(thread);
    }

    /**
     * The options allow one attempt; lock() knows no limit.
     */
    @Test
    void shouldWaitWithoutBoundWhateverTheLimitOfAttempts() throws Exception
    {
        nodes.occupy("k");
        final CompletableFuture<Void> locked = CompletableFuture.runAsync(lock::lock);
        awaitAttempts(4);
        assertThat(locked.isDone()).isFalse();

        nodes.forget("k");

        locked.get(20, TimeUnit.SECONDS);
    }

    private void awaitAttempts(final int count)
    {
        final long startNs = System.nanoTime();
        while (nodes.acquiresOffered() < 3 * count)
        {
            assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(20));
            Thread.yield();
        }
    }

    @Test
    void shouldStopWaitingWhenInterruptedIfAskedTo()
    {
        nodes.occupy("k");
        Thread.currentThread().interrupt();
        assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> lock.tryLock(1, TimeUnit.HOURS)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(nodes.acquiresOffered()).isEqualTo(0);
    }

    @Test
    void shouldNotBeReentrant()
    {
        lock.lock();

        final String message = "the lock 'k' is held by this thread and not reentrant";
        assertThatThrownBy(lock::lock).isInstanceOf(IllegalStateException.class).hasMessage(message);
        assertThatThrownBy(lock::tryLock).isInstanceOf(IllegalStateException.class).hasMessage(message);
        assertThatThrownBy(() -> lock.tryLock(1, TimeUnit.DAYS)).isInstanceOf(IllegalStateException.class)
            .hasMessage(message);
        lock.unlock();
    }

    @Test
    void shouldBeUnlockedByTheThreadThatLocked() throws Exception
    {
        lock.lock();

        final CompletableFuture<Void> stranger = CompletableFuture.runAsync(lock::unlock);
        final Throwable failure =
            catchThrowableOfType(Exception.class, () -> stranger.get(20, TimeUnit.SECONDS)).getCause();
        assertThat(failure.getClass()).isEqualTo(IllegalMonitorStateException.class);
        assertThat(failure.getMessage())
            .isEqualTo("the lock 'k' is not held by this thread: unlock on the thread that locked");
        lock.unlock();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void shouldSayWhoHoldsItAndForHowLong() throws Exception
    {
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.remaining()).isZero();
        lock.lock();

        assertThat(lock.isHeldByCurrentThread()).isTrue();
        assertThat(lock.remaining()).isGreaterThan(ofSeconds(5));
        assertThat(redlock.asLock("k").isHeldByCurrentThread()).as("through another view").isTrue();
        assertThat(CompletableFuture.supplyAsync(lock::isHeldByCurrentThread).get(20, TimeUnit.SECONDS))
            .as("by another thread").isFalse();
        nodes.aheadNs.set(ofSeconds(30).toNanos());
        assertThat(lock.isHeldByCurrentThread()).as("after its validity").isFalse();
        assertThat(lock.remaining()).isZero();
    }

    @Test
    void shouldSayWhenTheClientIsClosed()
    {
        lock.lock();
        redlock.close();

        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(lock::lock).isInstanceOf(RedlockException.class);
        assertThatThrownBy(lock::tryLock).isInstanceOf(RedlockException.class);
    }

    @Test
    void shouldHaveNoConditions()
    {
        assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }
}
