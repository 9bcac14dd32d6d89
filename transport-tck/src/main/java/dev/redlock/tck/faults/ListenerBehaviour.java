// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.NodeVote;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.Outcome;

/**
 * Callbacks on the thread of the engine.
 */
public abstract class ListenerBehaviour extends BehaviourSuite
{
    private static final Duration PATIENCE = Duration.ofMillis(200);
    private static final Duration ENDS_WITHIN = Duration.ofMillis(300);

    @Test
    void shouldTellWhyALockIsDenied() throws InterruptedException
    {
        final Diary diary = new Diary();
        final Lease theirs = rival.acquire(KEY, SOON);
        final LockHandle handle = redlock.handle(KEY, LONG, diary);
        assertThat(handle.acquireAsyncNs(0)).isEqualTo(Outcome.STARTED);
        awaitEnds(diary, 1);
        assertThat(handle.acquireAsyncNs(1_000_000)).isEqualTo(Outcome.STARTED);
        awaitEnds(diary, 2);

        assertThat(diary.ends).containsExactly("CONTENDED", "TIMED_OUT");
        assertThat(theirs.isHeld()).isTrue();
    }

    /**
     * A callback may call everything that does not wait: here ten terms in a row.
     */
    @Test
    void shouldTakeOrdersFromACallback()
    {
        final List<Long> terms = new CopyOnWriteArrayList<>();
        final Diary again = new Diary((handle, term) ->
        {
            terms.add(term);
            handle.releaseAsync(term);
            if (terms.size() < 10)
            {
                handle.acquireAsyncNs(SOON.toNanos());
            }
        });
        try (LockHandle handle = redlock.handle(KEY, LONG, again))
        {
            handle.acquireAsync(SOON);
            await.until("ten terms", SOON, terms::size, size -> size == 10);
            assertThat(terms).doesNotHaveDuplicates().isSorted();
        }
        await.until("no owner token out", SOON, () -> redlock.metrics().tokensOut() == 0);
    }

    /**
     * A callback that stands still blocks the engine, but no caller beyond its patience. The test judges the
     * fastest of several calls, as a busy machine may delay a caller, too.
     */
    @Test
    void shouldKeepNoCallerLongerThanItsPatience() throws InterruptedException
    {
        Assumptions.assumeTrue(mode().isDedicated(), "in invoker mode the caller is the engine");
        final CountDownLatch goOn = new CountDownLatch(1);
        final Diary standing = new Diary((handle, term) ->
        {
            while (goOn.getCount() > 0)
            {
                Thread.onSpinWait();
            }
        });
        final List<LockHandle> handles = new ArrayList<>();
        long leastNs = Long.MAX_VALUE;
        try (LockHandle handle = redlock.handle(KEY, LONG, standing))
        {
            assertThat(handle.tryAcquire()).isPositive();
            for (int i = 0; i < 5; i++)
            {
                final long startNs = System.nanoTime();
                handles.add(redlock.handle(KEY + i, LONG));
                final long code = handles.get(i).acquireNs(PATIENCE.toNanos());
                leastNs = Math.min(leastNs, System.nanoTime() - startNs);
                assertThat(Outcome.of(code)).isEqualTo(Outcome.TIMED_OUT);
                assertThat(handles.get(i).votes()).extracting(NodeVote::cause).containsOnly(Cause.PENDING);
            }
            goOn.countDown();
        }

        assertThat(leastNs).as("ns").isBetween(PATIENCE.toNanos(), ENDS_WITHIN.toNanos());
        handles.forEach(handle -> await.until("it can acquire again", SOON, () -> handle.tryAcquire() > 0));
        handles.forEach(LockHandle::close);
    }

    private void awaitEnds(final Diary diary, final int count)
    {
        await.until(count + " ends", SOON, () -> List.copyOf(diary.ends), seen -> seen.size() >= count);
    }
}
