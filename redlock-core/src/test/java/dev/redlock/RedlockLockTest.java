// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.FakeNodes;
import dev.redlock.runtime.LockOwners;

class RedlockLockTest
{
    private static final RedlockEvents SILENCE = new RedlockEvents()
    {
    };

    private final FakeNodes nodes = new FakeNodes(3);
    private final AtomicLong aheadNs = new AtomicLong();
    private Redlock redlock;
    private RedlockLock lock;

    @BeforeEach
    void connect()
    {
        redlock = Redlock.builder().nodes(nodes.uris()).transportOption("nodes", nodes.id())
            .events(SILENCE).limits(64, 4, 64)
            .clock(() -> SystemNanoClock.INSTANCE.nanoTime() + aheadNs.get()).build();
        lock = redlock.asLock("k", LockOptions.DEFAULT.withMaxAttempts(1));
    }

    @AfterEach
    void close()
    {
        redlock.close();
        nodes.close();
    }

    @Test
    void shouldLockAndUnlock() throws InterruptedException
    {
        lock.lock();
        assertEquals(3, nodes.holding("k"));
        lock.unlock();
        lock.lockInterruptibly();
        lock.unlock();
        assertTrue(lock.tryLock());
        lock.unlock();
        assertTrue(lock.tryLock(1, TimeUnit.SECONDS));
        lock.unlock();
        assertEquals("lock 'k'", lock.toString());
    }

    @Test
    void shouldBeOneLockThroughAllViewsOfAClient()
    {
        final RedlockLock other = redlock.asLock("k", LockOptions.DEFAULT);
        lock.lock();

        assertThrows(IllegalStateException.class, other::tryLock);
        assertThrows(IllegalStateException.class, other::lock);
        other.unlock();
        assertThrows(IllegalMonitorStateException.class, lock::unlock);
        assertTrue(other.tryLock());
        lock.unlock();
    }

    @Test
    void shouldNotRememberForEverWhoNeverUnlocks()
    {
        final LockOwners<Integer> owners = new LockOwners<>(lease -> true);
        for (int i = 0; i < 1000; i++)
        {
            owners.enter("k" + i, i);
        }
        int remembered = 0;
        for (int i = 0; i < 1000; i++)
        {
            remembered += owners.of("k" + i) == null ? 0 : 1;
        }
        assertTrue(remembered > 0 && remembered <= 64);
    }

    @Test
    void shouldNotLockWhatSomebodyElseHolds() throws InterruptedException
    {
        nodes.occupy("k");

        assertFalse(lock.tryLock());
        assertFalse(lock.tryLock(0, TimeUnit.SECONDS));
        assertFalse(lock.tryLock(-1, TimeUnit.DAYS));
        assertFalse(lock.tryLock(5, TimeUnit.MILLISECONDS));
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
        assertFalse(locked.isDone());

        nodes.forget("k");

        locked.get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldGoOnWaitingWhenInterruptedAndSayItAfterwards() throws Exception
    {
        nodes.occupy("k");
        final CompletableFuture<Boolean> isInterrupted = new CompletableFuture<>();
        final Thread thread = new Thread(() ->
        {
            lock.lock();
            isInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        thread.start();
        awaitAttempts(1);
        thread.interrupt();
        final int before = nodes.acquiresOffered();
        awaitAttempts(before / 3 + 2);

        nodes.forget("k");

        assertTrue(isInterrupted.get(20, TimeUnit.SECONDS));
    }

    private void awaitAttempts(final int count)
    {
        final long startNs = System.nanoTime();
        while (nodes.acquiresOffered() < 3 * count)
        {
            assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(20));
            Thread.yield();
        }
    }

    @Test
    void shouldStopWaitingWhenInterruptedIfAskedTo()
    {
        nodes.occupy("k");
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, lock::lockInterruptibly);
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> lock.tryLock(1, TimeUnit.HOURS));
        assertFalse(Thread.interrupted());
        assertEquals(0, nodes.acquiresOffered());
    }

    @Test
    void shouldNotBeReentrant()
    {
        lock.lock();

        final String message = "the lock 'k' is held by this thread and not reentrant";
        assertEquals(message, assertThrows(IllegalStateException.class, lock::lock).getMessage());
        assertEquals(message, assertThrows(IllegalStateException.class, lock::tryLock).getMessage());
        assertEquals(message,
            assertThrows(IllegalStateException.class, () -> lock.tryLock(1, TimeUnit.DAYS)).getMessage());
        lock.unlock();
    }

    @Test
    void shouldBeUnlockedByTheThreadThatLocked() throws Exception
    {
        lock.lock();

        final CompletableFuture<Void> stranger = CompletableFuture.runAsync(lock::unlock);
        final Throwable failure =
            assertThrows(Exception.class, () -> stranger.get(20, TimeUnit.SECONDS)).getCause();
        assertEquals(IllegalMonitorStateException.class, failure.getClass());
        assertEquals("the lock 'k' is not held by this thread: unlock on the thread that locked",
            failure.getMessage());
        lock.unlock();
        assertThrows(IllegalMonitorStateException.class, lock::unlock);
    }

    @Test
    void shouldSayWhenItWasLost()
    {
        lock.lock();
        aheadNs.set(ofSeconds(30).toNanos());

        final String message = assertThrows(IllegalMonitorStateException.class, lock::unlock).getMessage();
        assertTrue(message.startsWith("the lock 'k' was lost before it was unlocked"), message);
    }

    /**
     * There is room for four handles: what a thread has lost and not unlocked must make room again.
     */
    @Test
    void shouldBeLockedAgainByAThreadThatLostIt()
    {
        for (int i = 0; i < 10; i++)
        {
            lock.lock();
            nodes.forget("k");
            aheadNs.addAndGet(ofSeconds(30).toNanos());
        }
        lock.lock();
        lock.unlock();
    }

    @Test
    void shouldSayWhenTheClientIsClosed()
    {
        lock.lock();
        redlock.close();

        assertThrows(IllegalMonitorStateException.class, lock::unlock);
        assertThrows(RedlockException.class, lock::lock);
        assertThrows(RedlockException.class, lock::tryLock);
    }

    @Test
    void shouldHaveNoConditions()
    {
        assertThrows(UnsupportedOperationException.class, lock::newCondition);
    }
}
