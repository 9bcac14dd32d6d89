// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.integration.support.locks.DistributedLock;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * What {@link java.util.concurrent.locks.Lock} and the interfaces of Spring Integration ask for, over five
 * real servers of which one is dead.
 */
class RealServersTest
{
    private static final int DEAD = 0;
    private static final Duration SOON = Duration.ofSeconds(30);

    /*
     * An attempt without patience can be refused by keys of earlier attempts, which are still being deleted.
     */
    private static final long PATIENCE_S = 30;

    private static RedisServers servers;
    private static Redlock ours;
    private static Redlock theirs;

    private final String key = UUID.randomUUID().toString();
    private final RedlockLockRegistry registry = new RedlockLockRegistry(ours, "test");
    private final RedlockLockRegistry other = new RedlockLockRegistry(theirs, "test");
    private final DistributedLock lock = registry.obtain(key);
    private final DistributedLock otherLock = other.obtain(key);

    @BeforeAll
    static void startAndKillOne()
    {
        servers = RedisServers.start(5);
        ours = client();
        theirs = client();
        servers.server(DEAD).kill();
        Await.parking().until("the death is known", SOON,
            () -> !ours.nodes().get(DEAD).isConnected() && !theirs.nodes().get(DEAD).isConnected());
    }

    private static Redlock client()
    {
        return Redlock.builder().nodes(servers.uris().toArray(String[]::new)).assumeNodesFresh()
            .startTimeout(Duration.ofSeconds(20)).minNodeTimeout(Duration.ofSeconds(2))
            .maxNodeTimeout(Duration.ofSeconds(5)).build();
    }

    @AfterAll
    static void stop()
    {
        ours.close();
        theirs.close();
        servers.close();
    }

    private long nodesWithTheKey()
    {
        return IntStream.range(0, servers.size()).filter((i) -> i != DEAD)
            .filter((i) -> servers.server(i).call("EXISTS", "test:" + key).equals(1L)).count();
    }

    private long remainingMs()
    {
        return IntStream.range(0, servers.size()).filter((i) -> i != DEAD)
            .mapToLong((i) -> (long)servers.server(i).call("PTTL", "test:" + key)).max().orElseThrow();
    }

    @Test
    void shouldExcludeOtherThreadsAndOtherRegistries() throws Exception
    {
        lock.lock();
        assertThat(nodesWithTheKey()).isGreaterThanOrEqualTo(3);
        assertThat(otherLock.tryLock()).isFalse();
        assertThat(otherLock.tryLock(10, MILLISECONDS)).isFalse();
        assertThat(Elsewhere.get(lock::tryLock)).isEqualTo(false);
        assertThat(Elsewhere.get(() -> registry.obtain(key).tryLock(10, MILLISECONDS))).isEqualTo(false);

        lock.unlock();
        assertThat(otherLock.tryLock(PATIENCE_S, SECONDS)).isTrue();
        otherLock.unlock();
        assertThat(registry.heldCount()).isZero();
    }

    @Test
    void shouldBeReentrantThroughAnyLockOfTheKey() throws Exception
    {
        lock.lock();
        assertThat(registry.obtain(key).tryLock()).isTrue();
        assertThat(lock.tryLock(1, SECONDS)).isTrue();
        lock.lockInterruptibly();
        registry.obtain(key).unlock();
        lock.unlock();
        lock.unlock();
        assertThat(otherLock.tryLock()).isFalse();

        lock.unlock();
        assertThat(otherLock.tryLock(PATIENCE_S, SECONDS)).isTrue();
        otherLock.unlock();
    }

    @Test
    void shouldExtendWithEachReentry() throws Exception
    {
        lock.lock(Duration.ofSeconds(20));
        final long atFirstMs = remainingMs();
        assertThat(atFirstMs).isLessThanOrEqualTo(20_000);
        assertThat(lock.tryLock(Duration.ZERO, Duration.ofSeconds(50))).isTrue();
        assertThat(remainingMs()).isGreaterThan(20_000);
        lock.unlock();
        lock.unlock();
        assertThat(nodesWithTheKey()).isLessThan(3);
    }

    @Test
    void shouldBeUnlockedByItsThreadOnly() throws Exception
    {
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("not held by this thread");
        lock.lock();
        assertThatThrownBy(() -> Elsewhere.get(() ->
        {
            lock.unlock();

            return null;
        })).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(otherLock::unlock).isInstanceOf(IllegalStateException.class);
        lock.unlock();
    }

    @Test
    void shouldWaitForTheHolder() throws Exception
    {
        lock.lock();
        final CountDownLatch begun = new CountDownLatch(1);
        final Elsewhere waiter = Elsewhere.start(() ->
        {
            begun.countDown();
            otherLock.lock();
            otherLock.unlock();

            return "done";
        });
        begun.await();
        assertThat(waiter.isEnded()).isFalse();

        lock.unlock();
        assertThat(waiter.result()).isEqualTo("done");
    }

    @Test
    void shouldEndAWaitByAnInterrupt() throws Exception
    {
        lock.lock();
        final CountDownLatch begun = new CountDownLatch(1);
        final Elsewhere waiter = Elsewhere.start(() ->
        {
            begun.countDown();
            otherLock.lockInterruptibly();

            return null;
        });
        begun.await();
        waiter.interrupt();
        assertThatThrownBy(waiter::result).isInstanceOf(InterruptedException.class);

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> otherLock.tryLock(1, SECONDS)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        lock.unlock();
        assertThat(otherLock.tryLock(PATIENCE_S, SECONDS)).isTrue();
        otherLock.unlock();
    }

    @Test
    void shouldLockAndUnlockWhateverInterruptsAndKeepTheInterrupt() throws Exception
    {
        Thread.currentThread().interrupt();
        lock.lock();
        assertThat(lock.tryLock()).isTrue();
        lock.unlock();
        lock.unlock();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(otherLock.tryLock(PATIENCE_S, SECONDS)).isTrue();
        otherLock.unlock();
    }

    @Test
    void shouldRenew()
    {
        assertThatThrownBy(() -> registry.renewLock(key)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("not held by this thread");
        lock.lock(Duration.ofSeconds(20));
        registry.renewLock(key, Duration.ofSeconds(50));
        assertThat(remainingMs()).isGreaterThan(20_000);
        registry.renewLock(key);
        lock.unlock();
    }

    @Test
    void shouldSayThatTheLeaseWasLost() throws Exception
    {
        lock.lock(Duration.ofMillis(500));
        Await.parking().until("the lease is over", SOON, () -> nodesWithTheKey() == 0);
        otherLock.lock();

        assertThatThrownBy(lock::lock).isInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(() -> lock.tryLock(1, SECONDS))
            .isInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(() -> registry.renewLock(key)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("lost");
        assertThatThrownBy(lock::unlock).isInstanceOf(ConcurrentModificationException.class)
            .hasMessageContaining("not protected to its end");
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalStateException.class);
        otherLock.unlock();
        assertThat(lock.tryLock(PATIENCE_S, SECONDS)).isTrue();
        lock.unlock();
    }

    @Test
    void shouldRunWorkUnderALock() throws Exception
    {
        assertThat(registry.<String, RuntimeException>executeLocked(key, () -> "result")).isEqualTo("result");
        otherLock.lock();
        assertThatThrownBy(() -> registry.executeLocked(key, Duration.ofMillis(10), () -> "result"))
            .isInstanceOf(TimeoutException.class);
        otherLock.unlock();
    }

    @Test
    void shouldHoldForLongerThanATimeToLiveIfAsked()
    {
        final RedlockLockRegistry automatic = new RedlockLockRegistry(ours, "test",
            LockOptions.DEFAULT.withTtl(Duration.ofSeconds(4)).withAutoExtend(Duration.ofMinutes(10)));
        final DistributedLock held = automatic.obtain(key);
        held.lock();
        final long atStartMs = remainingMs();
        Await.parking().until("a part is gone", SOON, () -> remainingMs() < atStartMs - 300);
        Await.parking().until("it is extended", SOON, () -> remainingMs() > atStartMs - 200);
        held.unlock();
    }

    /**
     * The client of an application that ends waits for who holds a lock, and else does not release it.
     */
    @Test
    void shouldOutliveTheClientIfWorkGoesOn() throws Exception
    {
        final Redlock ending = client();
        final DistributedLock held = new RedlockLockRegistry(ending, "test").obtain(key);
        held.lock(Duration.ofSeconds(20));

        assertThat(ending.closeAfterWork(Duration.ofMillis(20))).singleElement().asString().contains(key);

        assertThat(otherLock.tryLock(0, SECONDS)).as("a second holder").isFalse();
        assertThatThrownBy(held::unlock).hasMessageContaining("closed");
    }
}
