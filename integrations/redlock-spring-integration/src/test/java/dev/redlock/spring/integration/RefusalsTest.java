// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.integration;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.support.locks.DistributedLock;

import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.test.FakeNodes;

/**
 * What was not done says why, in words.
 */
class RefusalsTest
{
    private static final String KEY = "orders";

    @AutoClose
    private final FakeNodes nodes = FakeNodes.of(5);
    private final Redlock client = nodes.client();
    private final RedlockLockRegistry registry = new RedlockLockRegistry(client, "app");
    private final DistributedLock lock = registry.obtain(KEY);

    @Test
    void shouldSayWhyItWasNotLocked()
    {
        killAQuorum();

        assertThatThrownBy(lock::tryLock).isInstanceOf(CannotAcquireLockException.class)
            .hasMessageStartingWith("lock 'app:orders' was not locked: ")
            .hasMessageContaining("too few nodes answered");
    }

    @Test
    void shouldSayWhyItWasNotRenewedAndHowLongItLasts()
    {
        lock.lock();
        killAQuorum();
        nodes.skip(ofSeconds(5));

        assertThatThrownBy(() -> registry.renewLock(KEY)).isInstanceOf(IllegalStateException.class)
            .hasMessageMatching("lock 'app:orders' was not renewed: too few nodes answered; " +
                "it is held for another 2\\d,\\d{3} ms as before: try again before that is over");
        nodes.skip(ofSeconds(15));
        assertThatThrownBy(lock::tryLock).isInstanceOf(CannotAcquireLockException.class)
            .hasMessageMatching("lock 'app:orders' cannot be locked again: too few nodes answered, " +
                "and it lasts for another \\d,\\d{3} ms only; .*");
    }

    @Test
    void shouldSayOnceThatWhatIsRenewedIsLost()
    {
        lock.lock();
        nodes.skip(ofMinutes(1));

        assertThatThrownBy(() -> registry.renewLock(KEY)).isInstanceOf(IllegalStateException.class)
            .hasMessageStartingWith("lock 'app:orders' was lost before it was renewed: ")
            .hasMessageContaining("EXPIRED").hasMessageNotContaining("LOST");
    }

    /**
     * A callback must not wait, so it cannot unlock; the lock must not be lost to its thread by the attempt.
     */
    @Test
    void shouldKeepALockThatACallbackCannotUnlock()
    {
        final List<Throwable> thrown = new ArrayList<>();
        try (Redlock invoker = nodes.builder().invoker().build())
        {
            final DistributedLock kept = new RedlockLockRegistry(invoker, "app").obtain("kept");
            kept.lock();
            final LockListener unlocking = new LockListener()
            {
                @Override
                public void onAcquired(final LockHandle handle, final long term)
                {
                    thrown.add(catchThrowable(kept::unlock));
                }
            };
            try (LockHandle handle = invoker.handle("other", LockOptions.DEFAULT, unlocking))
            {
                assertThat(handle.tryAcquire()).isPositive();
            }

            assertThat(thrown).singleElement().asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .hasMessageContaining("a callback must not wait");
            kept.unlock();
        }
    }

    @Test
    void shouldNameTheParameterThatIsMissing()
    {
        assertThatThrownBy(() -> registry.obtain(null)).isInstanceOf(NullPointerException.class)
            .hasMessage("lockKey");
        assertThatThrownBy(() -> registry.renewLock(null)).isInstanceOf(NullPointerException.class)
            .hasMessage("lockKey");
        assertThatThrownBy(() -> new RedlockLockRegistry(null, "app"))
            .isInstanceOf(NullPointerException.class).hasMessage("redlock");
        assertThatThrownBy(() -> new RedlockLockRegistry(null, "app", LockOptions.DEFAULT))
            .isInstanceOf(NullPointerException.class).hasMessage("redlock");
        assertThatThrownBy(() -> new RedlockLockRegistry(client, "app", null))
            .isInstanceOf(NullPointerException.class).hasMessage("options");
        assertThatThrownBy(() -> new RedlockLockRegistry(client, null))
            .isInstanceOf(NullPointerException.class).hasMessage("registryKey");
        assertThatThrownBy(() -> new RedlockLockRegistry(client, " "))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("registryKey is blank");
    }

    private void killAQuorum()
    {
        nodes.kill(0);
        nodes.kill(1);
        nodes.kill(2);
    }
}
