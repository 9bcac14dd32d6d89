// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;

import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Redlock;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServers;

/**
 * ShedLock's own suite for providers whose locks can be extended, over five real servers of which one is
 * dead. It is the suite of ShedLock 6.6.1, the newest that is published, against the ShedLock of today.
 * <p>
 * Two of its tests are written anew here, with longer times: they hold locks for 2 and 50 ms, and fail where
 * a thread stands still for that long.
 */
@Tag("proof")
class ShedLocksOwnSuiteTest extends AbstractExtensibleLockProviderIntegrationTest
{
    private static final int DEAD = 4;
    private static final int QUORUM = 3;
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(3);

    private static RedisServers servers;
    private static Redlock redlock;

    @BeforeAll
    static void startAndKillOne()
    {
        servers = RedisServers.start(5);
        redlock = Redlock.builder().nodes(servers.uris().toArray(String[]::new)).assumeNodesFresh()
            .startTimeout(SOON).longestTtl(Duration.ofMinutes(10)).minNodeTimeout(Duration.ofSeconds(2))
            .maxNodeTimeout(Duration.ofSeconds(5)).build();
        servers.server(DEAD).kill();
        Await.parking().until("the death is known", SOON, () -> !redlock.nodes().get(DEAD).isConnected());
    }

    @AfterAll
    static void stop()
    {
        redlock.close();
        servers.close();
    }

    @Override
    protected ExtensibleLockProvider getLockProvider()
    {
        return new RedlockLockProvider(redlock);
    }

    @Override
    protected void assertLocked(final String lockName)
    {
        assertThat(nodesWith(lockName)).isGreaterThanOrEqualTo(QUORUM);
    }

    @Override
    protected void assertUnlocked(final String lockName)
    {
        assertThat(nodesWith(lockName)).isLessThan(QUORUM);
    }

    private static long nodesWith(final String lockName)
    {
        return IntStream.range(0, DEAD)
            .filter((i) -> servers.server(i).call("EXISTS", "shedlock:" + lockName).equals(1L)).count();
    }

    @Test
    @Override
    public void shouldTimeout()
    {
        final SimpleLock lock = lockShortly();
        Await.parking().until("the lock is over", SOON, () -> nodesWith(LOCK_NAME1) < QUORUM);

        assertThat(getLockProvider().lock(lockConfig(LOCK_NAME1))).isPresent();
        lock.unlock();
        assertLocked(LOCK_NAME1);
    }

    @Test
    @Override
    public void shouldNotBeAbleToExtendExpiredLock()
    {
        final SimpleLock lock = lockShortly();
        Await.parking().until("the lock is over", SOON, () -> nodesWith(LOCK_NAME1) == 0);

        final Optional<SimpleLock> extended = lock.extend(SHORT, Duration.ZERO);
        assertThat(extended).isEmpty();
        assertUnlocked(LOCK_NAME1);
    }

    private SimpleLock lockShortly()
    {
        final Optional<SimpleLock> lock =
            getLockProvider().lock(lockConfig(LOCK_NAME1, SHORT, Duration.ZERO));

        return lock.orElseThrow();
    }
}
