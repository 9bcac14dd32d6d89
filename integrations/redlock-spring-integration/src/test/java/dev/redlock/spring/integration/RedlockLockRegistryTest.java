// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.RedlockMisuseException;
import dev.redlock.test.Await;
import dev.redlock.test.FakeNodes;

class RedlockLockRegistryTest
{
    private static final String KEY = "orders";
    private static final String FULL_KEY = "app:orders";
    private static final Duration SOON = ofSeconds(30);

    @AutoClose
    private final FakeNodes nodes = FakeNodes.of(5);
    private final Redlock client = nodes.client();
    private final RedlockLockRegistry registry = new RedlockLockRegistry(client, "app");
    private final DistributedLock lock = registry.obtain(KEY);

    @Test
    void shouldBeFreeOnceUnlocked()
    {
        lock.lock();
        assertThat(nodes.isHeld(FULL_KEY)).isTrue();
        lock.unlock();
        assertThat(nodes.isHeld(FULL_KEY)).isFalse();
    }

    @Test
    void shouldExtendForLongerThanTheUsualMaximumHold()
    {
        lock.lock();
        for (int i = 0; i < 40; i++)
        {
            nodes.skip(ofSeconds(20));
            assertThat(lock.tryLock()).isTrue();
            lock.unlock();
        }
        lock.unlock();
    }

    @Test
    void shouldNotShortenButExtendByTheTimeThatWasNamedLast()
    {
        lock.lock();
        registry.renewLock(KEY, ofSeconds(5));
        nodes.skip(ofSeconds(20));
        assertThat(nodes.isHeld(FULL_KEY)).as("30 s as before").isTrue();

        registry.renewLock(KEY, ofSeconds(55));
        nodes.skip(ofSeconds(50));
        registry.renewLock(KEY);
        nodes.skip(ofSeconds(50));
        lock.unlock();
    }

    /**
     * So a leader stands down before his lease is over.
     */
    @Test
    void shouldNotBeLockedAgainWhenItCannotBeExtendedAndEndsSoon()
    {
        lock.lock();
        killAQuorum();
        nodes.skip(ofSeconds(10));
        assertThat(lock.tryLock()).as("20 s of 30 are left").isTrue();
        lock.unlock();

        nodes.skip(ofSeconds(12));
        assertThatThrownBy(lock::tryLock).isInstanceOf(CannotAcquireLockException.class)
            .hasMessageContaining("lasts for another");
        lock.unlock();
    }

    /**
     * It would wait for itself.
     */
    @Test
    void shouldRefuseALockThatTheThreadHoldsByAViewOfTheClient() throws Exception
    {
        final Lock view = client.asLock(FULL_KEY);
        view.lock();
        final String why = "is held by this thread already";
        assertThatThrownBy(lock::lock).isInstanceOf(CannotAcquireLockException.class)
            .hasMessageContaining(why);
        assertThatThrownBy(lock::tryLock).hasMessageContaining(why);
        assertThatThrownBy(() -> lock.tryLock(1, TimeUnit.HOURS)).hasMessageContaining(why);
        view.unlock();
        lock.lock();
        assertThatThrownBy(view::lock).isInstanceOf(RedlockMisuseException.class).hasMessageContaining(why);
        assertThatThrownBy(view::tryLock).hasMessageContaining(why);
        assertThatThrownBy(() -> client.run(FULL_KEY, ofMinutes(1), Lease::release))
            .hasMessageContaining(why);
        assertThatThrownBy(new RedlockLockRegistry(client, "app").obtain(KEY)::lock)
            .isInstanceOf(CannotAcquireLockException.class).hasMessageContaining(why);
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        lock.unlock();
        assertThat(view.tryLock(20, TimeUnit.SECONDS)).isTrue();
        view.unlock();
    }

    /**
     * Another thread may release it, so the lock is waited for; but nobody else holds it. Without patience,
     * as one that ends while the engine gets no core would blame that.
     */
    @Test
    void shouldSayThatTheThreadHasALeaseOfTheLock() throws Exception
    {
        try (Lease own = client.acquire(FULL_KEY, ofSeconds(1)))
        {
            final String why = "this thread acquired it itself";
            assertThatThrownBy(lock::tryLock).isInstanceOf(CannotAcquireLockException.class)
                .hasMessageContaining(why);
            assertThatThrownBy(() -> lock.tryLock(0, TimeUnit.SECONDS)).hasMessageContaining(why);
            assertThat(own.isHeld()).isTrue();
        }
        lock.lock();
        lock.unlock();
    }

    @Test
    void shouldTellALackOfNodesFromALockThatIsTaken()
    {
        nodes.kill(0);
        nodes.kill(1);
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();

        nodes.kill(2);
        assertThatThrownBy(lock::tryLock).isInstanceOf(CannotAcquireLockException.class)
            .hasMessageContaining(FULL_KEY).hasCauseInstanceOf(NoQuorumException.class);
        assertThatThrownBy(() -> lock.tryLock(Duration.ZERO, ofSeconds(5)))
            .isInstanceOf(CannotAcquireLockException.class).hasCauseInstanceOf(NoQuorumException.class);
    }

    /**
     * In steps that are shorter than the grace after which a caller leaves an engine that does not answer:
     * after a longer one both are late, and the caller may be the first to see it.
     */
    @Test
    void shouldPutUpWithALackOfNodesForAWhile() throws Exception
    {
        killAQuorum();
        final Elsewhere waiter = Elsewhere.start(() ->
        {
            lock.lock();

            return null;
        });
        nodes.skip(ofSeconds(5));
        assertThat(waiter.isEnded()).isFalse();
        Await.parking().until("it is over", SOON, () ->
        {
            nodes.skip(Duration.ofMillis(40));

            return waiter.isEnded();
        });

        assertThatThrownBy(waiter::result).isInstanceOf(CannotAcquireLockException.class)
            .hasCauseInstanceOf(NoQuorumException.class);
    }

    @Test
    void shouldKeepAnInterruptAlsoWhenTheWaitFails() throws Exception
    {
        lock.lock();
        final Elsewhere waiter = Elsewhere.start(() ->
        {
            Thread.currentThread().interrupt();
            assertThatThrownBy(lock::lock).isInstanceOf(CannotAcquireLockException.class);

            return Thread.currentThread().isInterrupted();
        });
        killAQuorum();
        Await.parking().until("it is over", SOON, () ->
        {
            nodes.skip(ofSeconds(1));

            return waiter.isEnded();
        });

        assertThat(waiter.result()).isEqualTo(true);
    }

    @Test
    void shouldThrowWhenTheLeaseWasTakenAway()
    {
        lock.lock();
        nodes.takeAway(FULL_KEY);

        assertThatThrownBy(lock::unlock).isInstanceOf(ConcurrentModificationException.class);
        assertThat(registry.heldCount()).isZero();
    }

    @Test
    void shouldThrowWhenTheClientIsClosed()
    {
        lock.lock();
        client.close();

        assertThatThrownBy(lock::unlock).isInstanceOf(ConcurrentModificationException.class)
            .hasMessageContaining("client was closed");
        assertThatThrownBy(lock::lock).isInstanceOf(CannotAcquireLockException.class)
            .hasCauseInstanceOf(RedlockMisuseException.class);
    }

    @Test
    void shouldForgetOnlyWhatEndedThreadsLeftBehind() throws Exception
    {
        lock.lock();
        final Elsewhere thread = Elsewhere.start(() -> registry.obtain("left behind").tryLock());
        assertThat(thread.result()).isEqualTo(true);
        Await.parking().until("the thread has ended", SOON, thread::isEnded);

        registry.expireUnusedOlderThan(0);
        assertThat(registry.heldCount()).as("its lease is not over").isEqualTo(2);
        nodes.skip(ofSeconds(20));
        registry.renewLock(KEY);
        nodes.skip(ofSeconds(20));
        registry.expireUnusedOlderThan(0);
        assertThat(registry.heldCount()).isEqualTo(1);
        lock.unlock();
    }

    @Test
    void shouldKeepNothingOfLocksThatNobodyHolds()
    {
        final DistributedLock old = registry.obtain(KEY);
        lock.lock();
        lock.unlock();
        registry.expireUnusedOlderThan(0);

        old.lock();
        assertThat(lock.tryLock()).as("the same lock").isTrue();
        lock.unlock();
        old.unlock();
        assertThat(registry.heldCount()).isZero();
    }

    @Test
    void shouldLockNothingNewOnceDestroyed()
    {
        lock.lock();
        registry.destroy();

        assertThatThrownBy(() -> registry.obtain("another").tryLock())
            .isInstanceOf(CannotAcquireLockException.class).hasMessageContaining("destroyed");
        assertThat(lock.tryLock()).as("what is held").isTrue();
        lock.unlock();
        lock.unlock();
        assertThatThrownBy(lock::lock).isInstanceOf(CannotAcquireLockException.class);
        assertThat(client.tryAcquire(FULL_KEY)).as("the client is open").isPresent();
    }

    @Test
    void shouldNotTakeOneAttemptForAWait() throws Exception
    {
        final RedlockLockRegistry hasty =
            new RedlockLockRegistry(nodes.client(), "app", LockOptions.DEFAULT.withMaxAttempts(1));
        lock.lock();
        final Elsewhere waiter = Elsewhere.start(() -> hasty.obtain(KEY).tryLock(ofMinutes(1), SOON));
        nodes.skip(ofSeconds(1));
        assertThat(waiter.isEnded()).isFalse();
        lock.unlock();

        assertThat(waiter.result()).isEqualTo(true);
    }

    @Test
    void shouldRefuseWhatItCannotDo()
    {
        assertThatThrownBy(() -> registry.obtain(42)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("java.lang.Integer");
        assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> lock.lock(ofMinutes(2))).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("longestTtl");
        try (SimpleAsyncTaskScheduler scheduler = new SimpleAsyncTaskScheduler())
        {
            assertThatThrownBy(() -> registry.setRenewalTaskScheduler(scheduler))
                .isInstanceOf(UnsupportedOperationException.class).hasMessageContaining("withAutoExtend");
        }
    }

    @Test
    void shouldHaveEqualLocksForOneKey()
    {
        assertThat(registry.obtain(KEY)).isEqualTo(lock).hasSameHashCodeAs(lock)
            .hasToString("lock 'app:orders'").isNotEqualTo(registry.obtain("other"))
            .isNotEqualTo(new RedlockLockRegistry(client, "app").obtain(KEY));
        assertThat(registry).asString().contains("app").contains(client.toString());
    }

    private void killAQuorum()
    {
        nodes.kill(0);
        nodes.kill(1);
        nodes.kill(2);
    }
}
