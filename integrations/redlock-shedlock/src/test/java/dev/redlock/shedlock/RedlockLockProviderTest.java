// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.shedlock;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.NoQuorumException;
import dev.redlock.Redlock;
import dev.redlock.RedlockMisuseException;
import dev.redlock.quorum.Drift;
import dev.redlock.test.FakeNodes;

class RedlockLockProviderTest
{
    private static final String JOB = "report";
    private static final String KEY = "shedlock:report";
    private static final Duration MOST = ofSeconds(60);
    private static final Duration LEAST = ofSeconds(20);

    @AutoClose
    private final FakeNodes nodes = FakeNodes.of(5);
    private final Redlock client = nodes.client((builder) -> builder.maxHandles(2));
    private final RedlockLockProvider provider = new RedlockLockProvider(client);
    private final RedlockLockProvider elsewhere = new RedlockLockProvider(nodes.client());

    @Test
    void shouldSkipWhatRunsElsewhere()
    {
        final SimpleLock lock = lock(MOST, ZERO);

        assertThat(nodes.isHeld(KEY)).isTrue();
        assertThat(elsewhere.lock(configuration(MOST, ZERO))).isEmpty();
        assertThat(provider.lock(configuration(MOST, ZERO))).as("in the same process").isEmpty();

        lock.unlock();
        assertThat(nodes.isHeld(KEY)).isFalse();
        assertThat(elsewhere.lock(configuration(MOST, ZERO))).isPresent();
    }

    @Test
    void shouldNotBeExcludedByAnotherUseOfTheName()
    {
        try (Lease lease = nodes.holdElsewhere(JOB))
        {
            assertThat(lease.isHeld()).isTrue();
            assertThat(provider.lock(configuration(MOST, ZERO))).isPresent();
        }
    }

    @Test
    void shouldTellAnOutageFromALockThatIsTaken()
    {
        nodes.kill(0);
        nodes.kill(1);
        assertThat(provider.lock(configuration(MOST, ZERO))).isPresent();

        nodes.kill(2);
        assertThatThrownBy(() -> elsewhere.lock(configuration(MOST, ZERO)))
            .isInstanceOf(NoQuorumException.class).hasMessageContaining(KEY);
    }

    @Test
    void shouldThrowIfTheClientIsClosed()
    {
        client.close();

        assertThatThrownBy(() -> provider.lock(configuration(MOST, ZERO)))
            .isInstanceOf(RedlockMisuseException.class);
    }

    @Test
    void shouldEndALockAfterLockAtMostFor()
    {
        final SimpleLock lock = lock(ofSeconds(30), ZERO);

        nodes.skip(ofSeconds(31));
        assertThat(nodes.isHeld(KEY)).isFalse();
        assertThat(elsewhere.lock(configuration(MOST, ZERO))).isPresent();

        lock.unlock();
        assertThat(nodes.isHeld(KEY)).as("the lock of the other one").isTrue();
    }

    @Test
    void shouldStayLockedForLockAtLeastForFromItsStart()
    {
        final SimpleLock lock = lock(MOST, LEAST);
        nodes.skip(ofSeconds(5));
        lock.unlock();

        nodes.skip(ofSeconds(12));
        assertThat(provider.lock(configuration(MOST, ZERO))).isEmpty();
        assertThat(elsewhere.lock(configuration(MOST, ZERO))).isEmpty();

        nodes.skip(ofSeconds(8));
        assertThat(elsewhere.lock(configuration(MOST, ZERO))).isPresent();
    }

    /**
     * A wall clock that is set forward looks like a pause, and the lease is counted as older than it is.
     */
    @Test
    void shouldStayLockedForLockAtLeastForIfTheWallClockIsSetForward()
    {
        final AtomicLong aheadMs = new AtomicLong();
        final Redlock stepped = nodes.client(
            (builder) -> builder.wallClock(() -> System.currentTimeMillis() + aheadMs.get()));
        final SimpleLock lock =
            new RedlockLockProvider(stepped).lock(configuration(MOST, LEAST)).orElseThrow();

        aheadMs.set(15_000);
        lock.unlock();

        nodes.skip(ofSeconds(18));
        assertThat(nodes.isHeld(KEY)).isTrue();
        nodes.skip(ofSeconds(4));
        assertThat(nodes.isHeld(KEY)).isFalse();
    }

    /**
     * A node whose clock gains a sixth deletes a key of 20 s after 17 s, so it is asked to keep it longer.
     */
    @Test
    void shouldStayLockedEvenByClocksThatGainWhatTheClientAllowsFor()
    {
        final Redlock careful = nodes.client((builder) -> builder.drift(Drift.PARANOID));
        new RedlockLockProvider(careful).lock(configuration(MOST, LEAST)).orElseThrow().unlock();

        nodes.skip(ofSeconds(22));
        assertThat(nodes.isHeld(KEY)).isTrue();
        nodes.skip(ofSeconds(6));
        assertThat(nodes.isHeld(KEY)).isFalse();
    }

    @Test
    void shouldStayLockedForTheLongestTimeThatTheClientAllows()
    {
        lock(MOST, MOST).unlock();

        nodes.skip(ofSeconds(50));
        assertThat(nodes.isHeld(KEY)).isTrue();
        nodes.skip(ofSeconds(11));
        assertThat(nodes.isHeld(KEY)).isFalse();
    }

    @Test
    void shouldBeFreeAtOnceAfterALongerJob()
    {
        final SimpleLock lock = lock(MOST, LEAST);
        nodes.skip(ofSeconds(30));
        lock.unlock();

        assertThat(elsewhere.lock(configuration(MOST, ZERO))).isPresent();
    }

    @Test
    void shouldStayLockedWhenTheClientIsClosedAfterTheJob()
    {
        lock(MOST, LEAST).unlock();
        client.close();

        assertThat(elsewhere.lock(configuration(MOST, ZERO))).isEmpty();
    }

    /**
     * This client has two handles.
     */
    @Test
    void shouldTakeNoMemoryForALockThatOnlyStays()
    {
        for (int i = 0; i < 10; i++)
        {
            final LockConfiguration one = new LockConfiguration(ClockProvider.now(), "job " + i, MOST, LEAST);
            provider.lock(one).orElseThrow().unlock();
        }
    }

    @Test
    void shouldNotThrowOverAJobThatOutlivedItsLock()
    {
        final SimpleLock late = lock(ofSeconds(30), LEAST);
        nodes.skip(ofSeconds(31));
        late.unlock();

        final SimpleLock closed = lock(MOST, LEAST);
        client.close();
        closed.unlock();
    }

    @Test
    void shouldNotThrowIfNobodyPromisesToKeepTheKey()
    {
        final SimpleLock lock = lock(MOST, LEAST);
        nodes.kill(0);
        nodes.kill(1);
        nodes.kill(2);

        lock.unlock();
    }

    @Test
    void shouldExtend()
    {
        final SimpleLock first = lock(ofSeconds(30), ZERO);
        nodes.skip(ofSeconds(20));
        final SimpleLock second = first.extend(ofSeconds(30), LEAST).orElseThrow();

        nodes.skip(ofSeconds(20));
        assertThat(elsewhere.lock(configuration(MOST, ZERO))).isEmpty();
        assertThatThrownBy(first::unlock).isInstanceOf(IllegalStateException.class);
        second.unlock();
        assertThat(nodes.isHeld(KEY)).as("20 s after it was extended for at least as long").isFalse();
    }

    @Test
    void shouldStayLockedForLockAtLeastForFromItsExtension()
    {
        final SimpleLock first = lock(ofSeconds(60), ZERO);
        nodes.skip(ofSeconds(30));
        first.extend(ofSeconds(30), LEAST).orElseThrow().unlock();

        nodes.skip(ofSeconds(15));
        assertThat(nodes.isHeld(KEY)).isTrue();
        nodes.skip(ofSeconds(12));
        assertThat(nodes.isHeld(KEY)).isFalse();
    }

    @Test
    void shouldExtendForLongerThanTheUsualMaximumHold()
    {
        SimpleLock lock = lock(MOST, ZERO);
        for (int i = 0; i < 15; i++)
        {
            nodes.skip(ofSeconds(50));
            lock = lock.extend(MOST, ZERO).orElseThrow();
        }
        lock.unlock();
    }

    @Test
    void shouldNotExtendWhatIsOver()
    {
        final SimpleLock lock = lock(ofSeconds(30), ZERO);
        nodes.skip(ofSeconds(31));

        assertThat(lock.extend(MOST, ZERO)).isEmpty();
    }

    @Test
    void shouldKeepTheLockIfItCannotBeExtendedAtPresent()
    {
        final SimpleLock lock = lock(MOST, ZERO);
        nodes.pause(0);
        nodes.pause(1);
        nodes.pause(2);
        assertThatThrownBy(() -> lock.extend(MOST, ZERO))
            .isInstanceOf(LockException.class).hasMessageContaining("INCONCLUSIVE");

        nodes.resume(0);
        nodes.resume(1);
        nodes.resume(2);
        lock.extend(MOST, ZERO).orElseThrow().unlock();
    }

    @Test
    void shouldRefuseALockAtMostForThatIsLongerThanTheClientAllows()
    {
        final String[] words =
            {"lockAtMostFor of PT2M", "longestTtl is PT1M,", "raise RedlockBuilder.longestTtl", "KeepAlive"};
        assertThatThrownBy(() -> provider.lock(configuration(ofMinutes(2), ZERO)))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(JOB)
            .hasMessageContainingAll(words)
            .hasMessageNotContainingAny("withTtl", "withAutoExtend");
        assertThatThrownBy(() -> provider.checkLockAtMostFor(ofMinutes(2)))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll(words);
        final SimpleLock lock = lock(MOST, ZERO);
        assertThatThrownBy(() -> lock.extend(ofMinutes(2), ZERO))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll(words);

        assertThat(provider.checkLockAtMostFor(MOST)).isSameAs(provider);
        lock.unlock();
    }

    @Test
    void shouldRefuseOptionsByWhichLockAtMostForWouldNotEndALock()
    {
        final LockOptions automatic = LockOptions.DEFAULT.withAutoExtend(ofMinutes(10));

        assertThatThrownBy(() -> new RedlockLockProvider(client, automatic))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("KeepAliveLockProvider");
    }

    @Test
    void shouldRunJobsThroughShedLocksExecutor()
    {
        final DefaultLockingTaskExecutor executor = new DefaultLockingTaskExecutor(provider);
        final AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 2; i++)
        {
            executor.executeWithLock((Runnable)() ->
            {
                runs.incrementAndGet();
                LockExtender.extendActiveLock(MOST, LEAST);
            }, configuration(MOST, ZERO));
        }

        assertThat(runs).hasValue(1);
        assertThat(nodes.isHeld(KEY)).isTrue();
    }

    @Test
    void shouldSayWhoseLocksTheseAre()
    {
        assertThat(provider).hasToString("ShedLock's locks by " + client);
    }

    private SimpleLock lock(final Duration lockAtMostFor, final Duration lockAtLeastFor)
    {
        final Optional<SimpleLock> lock = provider.lock(configuration(lockAtMostFor, lockAtLeastFor));

        return lock.orElseThrow();
    }

    private static LockConfiguration configuration(
        final Duration lockAtMostFor, final Duration lockAtLeastFor)
    {
        return new LockConfiguration(ClockProvider.now(), JOB, lockAtMostFor, lockAtLeastFor);
    }
}
