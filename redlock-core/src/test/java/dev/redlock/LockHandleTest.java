// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.agrona.concurrent.NanoClock;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import dev.redlock.fake.Deadline;
import dev.redlock.fake.InstantNodes;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * In invoker mode, where nothing happens unless we call.
 */
class LockHandleTest
{
    private final News news = new News();
    @AutoClose
    private final InstantNodes nodes = new InstantNodes(3);
    @AutoClose
    private final Redlock redlock = nodes.builder().events(news).invoker().build();
    private final LockHandle handle = redlock.handle("k", LockOptions.DEFAULT, news);

    /**
     * Nobody waits for it any more, so it must not go on until its patience is over.
     */
    @Test
    void shouldGiveUpAnAttemptWhoseCallerHasThrown()
    {
        final Thread caller = Thread.currentThread();
        final AtomicBoolean isThrowing = new AtomicBoolean();
        nodes.occupy("taken");
        final int before = nodes.acquiresOffered();
        final NanoClock clock = () ->
        {
            if (Thread.currentThread() == caller && nodes.acquiresOffered() > before &&
                isThrowing.compareAndSet(true, false))
            {
                throw new OutOfMemoryError("planted");
            }

            return System.nanoTime();
        };
        try (Redlock client = nodes.builder().clock(clock).build(); LockHandle taken = client.handle("taken"))
        {
            isThrowing.set(true);
            assertThatThrownBy(() -> taken.acquire(ofHours(1))).hasMessage("planted");

            Deadline.await("it is given up", () -> Outcome.of(taken.tryAcquire()) == Outcome.CONTENDED);
        }
    }

    @Test
    void shouldNotBlameOthersForWhatThisClientHolds()
    {
        assertThat(handle.acquireAsyncNs(0)).isEqualTo(Outcome.STARTED);

        final String message = catchThrowableOfType(RedlockException.class, () -> redlock.acquire("k",
            ofNanos(0))).getMessage();
        assertThat(message).contains("another caller of this client holds it");
        assertThat(message).doesNotContain("somebody else");

        nodes.occupy("taken");
        final String other = catchThrowableOfType(RedlockException.class, () -> redlock.acquire("taken",
            ofNanos(0))).getMessage();
        assertThat(other).contains("another client holds it");
    }

    /**
     * Otherwise the owner would have none left soon.
     */
    @Test
    void shouldNotCountHandlesOfThreadsThatMayNotHaveOne() throws Exception
    {
        try (Redlock one = nodes.builder().invoker().maxHandles(1).build())
        {
            final List<ThrowingCallable> calls = List.of(() -> one.tryAcquire("k"), () -> one.handle("k"),
                () -> one.warmUp(ofSeconds(1)), () -> one.acquireAsync("k", ofSeconds(1)));
            for (final ThrowingCallable call : calls)
            {
                assertThat(Deadline.get(Deadline.elsewhere(() -> catchThrowable(call))))
                    .isInstanceOf(IllegalStateException.class).hasMessageContaining("invoker mode");
            }

            assertThat(one.tryAcquire("k")).isPresent();
        }
    }

    @Test
    void shouldKeepToItsTerms() throws InterruptedException
    {
        assertThat(handle.isHeld()).isFalse();
        assertThat(handle.term()).isEqualTo(0);
        assertThat(handle.remainingNs()).isEqualTo(0);

        final long term = handle.tryAcquire();
        assertThat(handle.term()).isEqualTo(term);
        assertThat(handle.isHeld()).isTrue();
        assertThat(handle.isHeld(term)).isTrue();
        assertThat(handle.isHeld(term + 1)).isFalse();
        assertThat(handle.remainingNs()).isGreaterThan(0);
        assertThat(handle.remainingNs(term)).isGreaterThan(0);
        assertThat(handle.acquire(ofHours(1))).isEqualTo(Outcome.ALREADY_HELD.code());
        assertThat(handle.extend(term)).isEqualTo(Outcome.EXTENDED);
        assertThat(handle.extend(term, ofSeconds(60))).isEqualTo(Outcome.EXTENDED);
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);

        assertThat(handle.acquireNs(-1)).isGreaterThan(term);
        assertThat(handle.release(term)).isEqualTo(Outcome.STALE_TERM);
        assertThat(handle.extend(term)).isEqualTo(Outcome.STALE_TERM);
        assertThat(handle.isHeld()).isTrue();
        assertThat(handle.key()).isEqualTo("k");
    }

    @Test
    void shouldTellItsListener()
    {
        final long term = handle.tryAcquire();
        assertThat(handle.extendAsync(term)).isEqualTo(Outcome.STARTED);
        drive();
        assertThat(handle.releaseAsync(term)).isEqualTo(Outcome.STARTED);
        drive();
        nodes.occupy("k");
        assertThat(handle.acquireAsync(ofSeconds(0))).isEqualTo(Outcome.STARTED);
        drive();
        nodes.forget("k");
        handle.tryAcquire();
        nodes.forget("k");
        handle.extend(2);

        assertThat(news.all)
            .isEqualTo(List.of("acquired 1", "extended 1 EXTENDED", "released 1 RELEASED",
                "denied CONTENDED", "acquired 2", "lost 2 REFUSED", "event k 2 REFUSED", "extended 2 LOST"));
        assertThat(news.attempts).singleElement(STRING).startsWith("CONTENDED ").contains("HELD_BY_ANOTHER");
    }

    private void drive()
    {
        final int before = news.all.size();
        while (news.all.size() == before)
        {
            redlock.poll();
        }
    }

    @Test
    void shouldSayHowTheNodesVoted()
    {
        assertThat(causes()).isEqualTo(List.of(Cause.NOT_ASKED, Cause.NOT_ASKED, Cause.NOT_ASKED));

        nodes.occupy("k");
        assertThat(handle.tryAcquire()).isEqualTo(Outcome.CONTENDED.code());
        assertThat(causes().stream().filter(cause -> cause == Cause.HELD_BY_ANOTHER).count())
            .as("two refusals decide").isEqualTo(2);
        assertThat(handle.votes().get(0).toString()).isEqualTo("node0:6379 HELD_BY_ANOTHER");

        nodes.forget("k");
        handle.tryAcquire();
        assertThat(causes().stream().filter(cause -> cause == Cause.GRANTED).count()).isEqualTo(2);
    }

    private List<Cause> causes()
    {
        return handle.votes().stream().map(NodeVote::cause).toList();
    }

    @Test
    void shouldCancelARunningAcquisition()
    {
        nodes.occupy("k");
        assertThat(handle.acquireAsyncNs(Long.MAX_VALUE)).isEqualTo(Outcome.STARTED);
        assertThat(handle.acquireAsyncNs(0)).isEqualTo(Outcome.BUSY);

        handle.cancel();

        assertThat(news.all).isEqualTo(List.of("denied CANCELLED"));
        assertThat(handle.tryAcquire()).isEqualTo(Outcome.CONTENDED.code());
    }

    /**
     * That thread has nobody to tell that it may not, and the owner goes on to poll.
     */
    @Test
    void shouldGiveUpAFutureThatAnotherThreadHasCancelled() throws Exception
    {
        try (Redlock two = nodes.builder().invoker().maxHandles(2).build(); LockHandle held = two.handle("k"))
        {
            assertThat(held.tryAcquire()).isPositive();
            final CompletableFuture<Lease> cancelled = two.acquireAsync("k", ofHours(1));
            Deadline.get(Deadline.elsewhere(() -> cancelled.cancel(false)));
            two.poll();
            final CompletableFuture<Lease> late =
                two.acquireAsync("k", ofHours(1)).orTimeout(1, TimeUnit.MILLISECONDS);
            Deadline.await("its handle is closed", () -> two.poll() >= 0 && late.isDone() &&
                catchThrowable(() -> two.handle("other").close()) == null);

            try (LockHandle next = two.handle("k"))
            {
                assertThat(held.release(1)).isEqualTo(Outcome.RELEASED);
                assertThat(next.tryAcquire()).isPositive();
            }
        }
    }

    /**
     * A callback must not wait, so it cannot unlock; the lock must not be lost to its thread by the attempt.
     */
    @Test
    void shouldKeepALockThatACallbackCannotUnlock()
    {
        final RedlockLock lock = redlock.asLock("locked");
        assertThat(lock.tryLock()).isTrue();
        final CompletableFuture<?> told = redlock.acquireAsync("other", ofSeconds(0)).thenAccept((lease) ->
            assertThatThrownBy(lock::unlock).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a callback must not wait"));
        Deadline.await("the callback", () -> redlock.poll() >= 0 && told.isDone());
        told.join();

        assertThat(lock.isHeldByCurrentThread()).isTrue();
        lock.unlock();
        assertThat(nodes.holding("locked")).isZero();
    }

    @Test
    void shouldRefuseTimesThatMakeNoSense()
    {
        final long term = handle.tryAcquire();

        assertThatThrownBy(() -> handle.acquire(ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("patience is -1s but must not be negative");
        assertThatThrownBy(() -> handle.extend(term, ofNanos(1))).isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("time to live is 1ns but must be");
        assertThatThrownBy(() -> handle.extend(term, null)).isInstanceOf(NullPointerException.class)
            .hasMessage("time to live");
        assertThatThrownBy(() -> handle.releaseAfter(term, ofMillis(-1)))
            .isInstanceOf(IllegalArgumentException.class).hasMessage("a key is to be kept for -1ms " +
            "after its release but the time must not be negative: zero releases it at once");
        assertThat(handle.isHeld(term)).isTrue();
    }

    private static final class News implements LockListener, RedlockEvents
    {
        private final List<String> all = new CopyOnWriteArrayList<>();
        private final List<String> attempts = new CopyOnWriteArrayList<>();

        @Override
        public void onAcquired(final LockHandle handle, final long term)
        {
            all.add("acquired " + term);
        }

        @Override
        public void onAttemptLost(final LockHandle handle, final Outcome outcome)
        {
            attempts.add(outcome + " " + handle.votes().stream().map(NodeVote::cause).distinct().toList());
        }

        @Override
        public void onDenied(final LockHandle handle, final Outcome outcome)
        {
            all.add("denied " + outcome);
        }

        @Override
        public void onExtended(final LockHandle handle, final long term, final Outcome outcome)
        {
            all.add("extended " + term + " " + outcome);
        }

        @Override
        public void onReleased(final LockHandle handle, final long term, final Outcome outcome)
        {
            all.add("released " + term + " " + outcome);
        }

        @Override
        public void onLost(final LockHandle handle, final long term, final LostReason reason)
        {
            all.add("lost " + term + " " + reason);
        }

        @Override
        public void onLeaseLost(final String key, final long term, final LostReason reason)
        {
            all.add("event " + key + " " + term + " " + reason);
        }
    }
}
