// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.behaviour;

import static java.lang.Thread.State.TIMED_WAITING;
import static java.lang.Thread.State.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.RedlockLock;
import dev.redlock.client.tck.suite.BehaviourSuite;
import dev.redlock.client.tck.tools.TestClock;
import dev.redlock.outcome.Counter;

/**
 * The lock in the shape of the JDK's, shared by threads. For a client with a thread of its own.
 */
public abstract class LockViewBehaviour extends BehaviourSuite
{
    private static final int VIRTUAL_THREADS_SINCE = 21;

    /**
     * Not atomic, not volatile: what a lost update would show in, and a missing happens-before.
     */
    private int unguarded;

    @BeforeAll
    void askForAThreadOfTheClient()
    {
        assumeTrue(mode().isDedicated(), "in invoker mode the caller is the engine");
    }

    @Test
    void shouldExcludeThreads()
    {
        checkExclusion(callers, 8, 50);
    }

    /**
     * More virtual threads than carriers: one that held a monitor while it waits would keep its carrier, and
     * soon none could continue.
     */
    @Test
    @Tag("jdk")
    void shouldExcludeVirtualThreads() throws Exception
    {
        assumeTrue(Runtime.version().feature() >= VIRTUAL_THREADS_SINCE,
            "virtual threads need Java 21; this is Java " + Runtime.version().feature());
        final ExecutorService virtual = (ExecutorService)Executors.class
            .getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try
        {
            checkExclusion(virtual, 100, 4);
        }
        finally
        {
            virtual.shutdownNow();
            assertThat(virtual.awaitTermination(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    private void checkExclusion(final ExecutorService executor, final int threads, final int times)
    {
        final RedlockLock lock = redlock.asLock(KEY, LONG);
        unguarded = 0;
        final List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++)
        {
            workers.add(CompletableFuture.runAsync(() -> increment(lock, times), executor));
        }
        workers.forEach(BehaviourSuite::result);

        lock.lock();
        assertThat(unguarded).isEqualTo(threads * times);
        lock.unlock();
    }

    private void increment(final RedlockLock lock, final int times)
    {
        for (int i = 0; i < times; i++)
        {
            lock.lock();
            try
            {
                unguarded++;
            }
            finally
            {
                lock.unlock();
            }
        }
    }

    /**
     * The work went on after the lease was over: a silent unlock would hide that. The lock can be used again.
     */
    @Test
    void shouldComplainWhenTheLeaseWasLostBeforeTheUnlock()
    {
        final TestClock clock = new TestClock();
        final Redlock client = closing(builder().clock(clock).build());
        final RedlockLock lock = client.asLock(KEY, LONG);
        lock.lock();
        clock.stop();
        clock.advance(LONG.ttl().toNanos());
        clock.run();
        mode().awaiting(client)
            .until("a loss", SOON, () -> client.metrics().count(Counter.LEASES_LOST) == 1);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class)
            .hasMessageContaining("was lost");

        // For the client the keys have expired, but not for the nodes, whose time was not moved on.
        nodes.empty();
        lock.lock();
        lock.unlock();
    }

    /**
     * A thread that loses its lease again and again, and never unlocks: each time it holds again, and nothing
     * of the old lease stays in the client, which has room for no more than two.
     */
    @Test
    void shouldLockAgainAfterALoss()
    {
        final Redlock client = closing(builder().maxLocks(16).maxHandles(2).maxInFlightPerNode(16).build());
        final RedlockLock lock = client.asLock(KEY, ttl(50));
        for (int i = 1; i <= 4; i++)
        {
            final int losses = i;
            lock.lock();
            await.until("a loss", SOON, () -> client.metrics().count(Counter.LEASES_LOST) == losses);
        }
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class)
            .hasMessageContaining("was lost");
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class)
            .hasMessageContaining("not held by this thread");
    }

    /**
     * The client has room for one lock, which is taken. An unbounded wait must not ask without pause.
     */
    @Test
    void shouldWaitPatientlyForRoomInTheClient()
    {
        final Redlock client = closing(builder().maxLocks(1).maxHandles(16).maxInFlightPerNode(16).build());
        final RedlockLock taken = client.asLock(KEY, LONG);
        final RedlockLock wanted = client.asLock("other", LONG);
        taken.lock();
        final CompletableFuture<Thread> waiter = new CompletableFuture<>();
        final CompletableFuture<Void> call = CompletableFuture.runAsync(() ->
        {
            waiter.complete(Thread.currentThread());
            wanted.lock();
            wanted.unlock();
        }, callers);
        final Thread thread = result(waiter);
        await.until("the caller sleeps", SOON,
            () -> thread.getState() == WAITING || thread.getState() == TIMED_WAITING);
        assertThat(call).isNotDone();
        taken.unlock();
        result(call);
        assertThat(client.metrics().count(Counter.CALLS_BACK_PRESSURED)).as("refusals").isZero();
    }

    @Test
    void shouldGiveUpWhenInterrupted() throws InterruptedException
    {
        final RedlockLock lock = redlock.asLock(KEY, LONG);
        final Lease theirs = rival.acquire(KEY, SOON);
        final CompletableFuture<Thread> waiter = new CompletableFuture<>();
        final CompletableFuture<Boolean> call = CompletableFuture.supplyAsync(() ->
        {
            waiter.complete(Thread.currentThread());
            try
            {
                lock.lockInterruptibly();
                return false;
            }
            catch (final InterruptedException ex)
            {
                return true;
            }
        }, callers);
        await.until("an attempt", SOON, () -> redlock.metrics().tokensOut() > 0);
        result(waiter).interrupt();
        assertThat(result(call)).as("interrupted").isTrue();
        assertThat(theirs.isHeld()).isTrue();
    }

    /**
     * By its contract lock() is not interruptible, but it keeps the interrupt.
     */
    @Test
    void shouldKeepAnInterruptForLaterInALock() throws InterruptedException
    {
        final RedlockLock lock = redlock.asLock(KEY, LONG);
        final CompletableFuture<Boolean> call;
        try (Lease theirs = rival.acquire(KEY, SOON))
        {
            final CompletableFuture<Thread> waiter = new CompletableFuture<>();
            call = CompletableFuture.supplyAsync(() ->
            {
                waiter.complete(Thread.currentThread());
                lock.lock();
                lock.unlock();

                return Thread.interrupted();
            }, callers);
            await.until("an attempt", SOON, () -> redlock.metrics().tokensOut() > 0);
            result(waiter).interrupt();
            final long lost = redlock.metrics().count(Counter.ATTEMPTS_CONTENDED);
            await.until("it tries again", Duration.ofSeconds(5),
                () -> redlock.metrics().count(Counter.ATTEMPTS_CONTENDED) > lost + 1);
            assertThat(call).isNotDone();
            assertThat(theirs.isHeld()).isTrue();
        }
        assertThat(result(call)).as("interrupted").isTrue();
    }
}
