// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ConcurrentModificationException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.integration.support.locks.DistributedLock;

import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;

/**
 * Whoever lost a lock is told why, and what helps against that.
 */
class LostLocksTest
{
    private static final LockOptions BOUNDED =
        LockOptions.DEFAULT.withTtl(ofSeconds(10)).withAutoExtend(ofSeconds(20));

    @AutoClose
    private final FakeNodes nodes = FakeNodes.of(5);
    private final Redlock client = nodes.client();
    private final RedlockLockRegistry registry = new RedlockLockRegistry(client, "app");
    private final DistributedLock lock = registry.obtain("orders");

    @Test
    void shouldAdviseALongerTimeToLiveWhenItWasOver()
    {
        lock.lock();
        nodes.skip(ofMinutes(1));

        assertLost(lock::tryLock, "was lost before it was locked again", "EXPIRED", "longer time to live");
        assertLost(lock::unlock, "was lost before unlock()", "EXPIRED", "withAutoExtend");
    }

    @Test
    void shouldAdviseAHigherLimitWhenThatWasReached()
    {
        final DistributedLock bounded = new RedlockLockRegistry(client, "app", BOUNDED).obtain("bounded");
        bounded.lock();
        for (int i = 0; i < 10; i++)
        {
            nodes.skip(ofSeconds(4));
        }

        assertLost(bounded::tryLock, "locked again", "MAX_HOLD_REACHED", "raise that limit");
        assertLost(bounded::unlock, "unlock()", "MAX_HOLD_REACHED", "raise that limit");
    }

    @Test
    void shouldAdviseToLookForWhoDeletesKeysWhenTheyWereGone()
    {
        lock.lock();
        nodes.takeAway("app:orders");

        assertLost(lock::tryLock, "locked again", "REFUSED", "who deletes the key");
        assertLost(lock::unlock, "unlock()", "REFUSED", "who deletes the key");
    }

    @Test
    void shouldAdviseAnotherOrderWhenTheClientWasClosed()
    {
        lock.lock();
        client.close();

        assertLost(lock::tryLock, "locked again", "CLOSED", "before the client is closed");
        assertLost(lock::unlock, "unlock()", "CLOSED", "before the client is closed");
    }

    private static void assertLost(
        final ThrowingCallable call, final String when, final String reason, final String remedy)
    {
        assertThatThrownBy(call).isInstanceOf(ConcurrentModificationException.class)
            .hasMessageStartingWith("lock 'app:").hasMessageContainingAll(when, reason, remedy);
    }
}
