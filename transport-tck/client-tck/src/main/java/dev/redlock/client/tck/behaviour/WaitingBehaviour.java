// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.LockListener;
import dev.redlock.client.tck.suite.BehaviourSuite;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;

/**
 * Waiting for a lock that somebody else holds, inside this client or outside, and giving up.
 */
public abstract class WaitingBehaviour extends BehaviourSuite
{
    private static final int WAITERS = 20;
    private static final long LONG_NS = Duration.ofSeconds(30).toNanos();

    /**
     * Waiters inside one client are served in order, and only one of them asks the nodes: with the lock free,
     * each needs one attempt.
     */
    @Test
    void shouldServeTheLocalLineInOrder()
    {
        final List<Integer> served = new CopyOnWriteArrayList<>();
        final List<LockHandle> line = new ArrayList<>();
        try (LockHandle holder = redlock.handle(KEY))
        {
            final long term = holder.tryAcquire();
            for (int i = 0; i < WAITERS; i++)
            {
                line.add(redlock.handle(KEY, LONG, new Served(served, i)));
                assertThat(line.get(i).acquireAsyncNs(LONG_NS)).isEqualTo(Outcome.STARTED);
            }
            await.until("all in line", SOON, () -> redlock.metrics().count(Counter.LOCAL_WAITS),
                count -> count == WAITERS);
            assertThat(holder.release(term)).isEqualTo(Outcome.RELEASED);
            await.until("all served", SOON, () -> List.copyOf(served), seen -> seen.size() == WAITERS);
        }

        assertThat(served).isEqualTo(IntStream.range(0, WAITERS).boxed().toList());
        assertThat(redlock.metrics().count(Counter.ATTEMPTS)).isEqualTo(WAITERS + 1);
        line.forEach(LockHandle::close);
    }

    /**
     * Two clients hand a lock back and forth.
     */
    @Test
    void shouldGetTheLockWhenTheOtherClientLetsGo() throws InterruptedException
    {
        for (int i = 0; i < 5; i++)
        {
            final Lease theirs = rival.acquire(KEY, SOON);
            try (LockHandle handle = redlock.handle(KEY))
            {
                handle.acquireAsyncNs(LONG_NS);
                final long lost = redlock.metrics().count(Counter.ATTEMPTS_CONTENDED);
                await.until("an attempt is lost", SOON,
                    () -> redlock.metrics().count(Counter.ATTEMPTS_CONTENDED) > lost);
                theirs.close();
                await.until("the lock", SOON, handle::isHeld);
                assertThat(handle.release(handle.term())).isEqualTo(Outcome.RELEASED);
            }
        }
    }

    /**
     * Writes down its number when it is served, and releases at once; the negative number when it is denied.
     */
    private record Served(List<Integer> served, int number) implements LockListener
    {
        @Override
        public void onAcquired(final LockHandle handle, final long term)
        {
            served.add(number);
            handle.releaseAsync(term);
        }

        @Override
        public void onDenied(final LockHandle handle, final Outcome outcome)
        {
            served.add(-number);
        }
    }
}
