// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.RedlockEvents;
import dev.redlock.RedlockException;
import dev.redlock.client.tck.suite.BehaviourSuite;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * A client that is closed at a bad moment.
 */
public abstract class CloseBehaviour extends BehaviourSuite
{
    private static final int[] MAJORITY = {2, 3, 4};
    private static final long LONG_NS = Duration.ofSeconds(30).toNanos();

    /*
     * The close timeout is a second; a busy machine adds to it.
     */
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(3);
    private static final int ROUNDS = 10;

    @AfterEach
    void resumeNodes()
    {
        Arrays.stream(MAJORITY).forEach(nodes::resume);
    }

    /**
     * One waits for another client, one in the local line behind it.
     */
    @Test
    void shouldDenyWhatWaits() throws InterruptedException
    {
        final Diary diary = new Diary();
        final Lease theirs = rival.acquire(KEY, SOON);
        redlock.handle(KEY, LONG, diary).acquireAsyncNs(LONG_NS);
        redlock.handle(KEY, LONG, diary).acquireAsyncNs(LONG_NS);
        redlock.close();

        assertThat(diary.ends).containsExactly("CLOSED", "CLOSED");
        assertThat(new HashSet<>(nodes.holders(KEY).values())).as("holders").hasSize(1);
        assertThat(theirs.isHeld()).isTrue();
    }

    /**
     * A thread waits in the call itself.
     */
    @Test
    void shouldWakeThreadsThatWait() throws InterruptedException
    {
        Assumptions.assumeTrue(mode().isDedicated(), "in invoker mode no other thread can wait");
        final Lease theirs = rival.acquire(KEY, SOON);
        final LockHandle handle = redlock.handle(KEY);
        final CompletableFuture<Outcome> call =
            CompletableFuture.supplyAsync(() -> outcomeOfAcquire(handle), callers);
        await.until("an attempt", SOON, () -> redlock.metrics().tokensOut() > 0);
        redlock.close();

        assertThat(result(call)).isEqualTo(Outcome.CLOSED);
        assertThat(outcomeOfAcquire(handle)).isEqualTo(Outcome.CLOSED);
        assertThat(theirs.isHeld()).isTrue();
    }

    /**
     * An attempt is on its way to nodes that do not answer. Closing does not wait for them forever, and when
     * they go on they find the release behind it.
     */
    @Test
    void shouldCloseInTheMiddleOfAnAttempt()
    {
        final Diary diary = new Diary();
        final LockHandle handle = redlock.handle(KEY, LONG, diary);
        pauseMajority();
        handle.acquireAsyncNs(LONG_NS);
        await.until("an attempt", SOON, () -> redlock.metrics().tokensOut() > 0);
        final long startNs = System.nanoTime();
        redlock.close();

        assertThat(System.nanoTime() - startNs).as("ns to close").isLessThan(CLOSED_WITHIN.toNanos());
        assertThat(diary.ends).containsExactly("CLOSED");
        resumeNodes();
        nodes.awaitNoKeys();
    }

    /**
     * An extension is on its way. It must not prolong what is released.
     */
    @Test
    void shouldCloseInTheMiddleOfAnExtension()
    {
        final Diary diary = new Diary();
        final LockHandle handle = redlock.handle(KEY, LONG, diary);
        final long term = handle.tryAcquire();
        await.until("the key on all nodes", SOON, () -> nodes.holders(KEY).size() == nodeCount());
        pauseMajority();
        assertThat(handle.extendAsync(term)).isEqualTo(Outcome.STARTED);
        final long startNs = System.nanoTime();
        redlock.close();

        assertThat(System.nanoTime() - startNs).as("ns to close").isLessThan(CLOSED_WITHIN.toNanos());
        assertThat(handle.isHeld()).isFalse();
        assertThat(diary.ends).containsExactly(LostReason.CLOSED.toString());
        assertThat(handle.extend(term)).isEqualTo(Outcome.CLOSED);
        resumeNodes();
        nodes.awaitNoKeys();
    }

    /**
     * In invoker mode nobody drives a client whose thread has died: it can still be closed, within its time.
     * Its connections end and its leases are lost; what is on the nodes ends with its time to live.
     */
    @Test
    void shouldBeClosedByAnyThreadWhenItsOwnerHasDied()
    {
        Assumptions.assumeFalse(mode().isDedicated(), "in dedicated mode the thread is the client's own");
        final Diary diary = new Diary();
        final CompletableFuture<LockHandle> held = new CompletableFuture<>();
        final CompletableFuture<Redlock> left = new CompletableFuture<>();
        final Thread owner = new Thread(() ->
        {
            final Redlock client = builder().name("orphan").build();
            final LockHandle handle = client.handle(KEY, LONG, diary);
            handle.tryAcquire();
            held.complete(handle);
            left.complete(client);
        });
        owner.start();
        final Redlock client = result(left);
        Await.parking().until("its owner has died", SOON, () -> !owner.isAlive());
        assertThat(held.join().isHeld()).isTrue();
        final long startNs = System.nanoTime();
        client.close();

        assertThat(System.nanoTime() - startNs).as("ns to close").isLessThan(CLOSED_WITHIN.toNanos());
        assertThat(held.join().isHeld()).isFalse();
        assertThat(diary.ends).containsExactly(LostReason.CLOSED.toString());
        for (int i = 0; i < nodeCount(); i++)
        {
            final int node = i;
            Await.parking().until("its connection is gone", SOON,
                () -> !nodes.call(node, "CLIENT", "LIST").toString().contains("name=orphan"));
        }
        nodes.empty();
    }

    /**
     * The engine fails at the first of five answers that came together. It must not hear the others: they
     * would grant a lock from a broken state.
     */
    @Test
    void shouldHearNothingMoreAfterAFailure()
    {
        Assumptions.assumeFalse(mode().isDedicated(), "only a polling thread can wait for all five");
        final Diary diary = new Diary();
        final AtomicBoolean isToFail = new AtomicBoolean();
        final List<Throwable> errors = new CopyOnWriteArrayList<>();
        final Redlock client = builder().clock(() -> nanoTimeUnlessTold(isToFail)).events(new RedlockEvents()
            {
                @Override
                public void onError(final Throwable error)
                {
                    errors.add(error);
                }
            }).build();
        awaitAllUp(client, mode().awaiting(client));
        final LockHandle handle = client.handle(KEY, LONG, diary);
        handle.acquireAsyncNs(LONG_NS);
        Await.parking().until("all have granted", SOON, () -> nodes.holders(KEY).size() == nodeCount());
        isToFail.set(true);
        mode().awaiting(client).until("it has failed", SOON, () -> !errors.isEmpty());

        assertThat(diary.verdicts).as("a lock of an engine that has failed").doesNotContain(Outcome.ACQUIRED);
        assertThat(diary.ends).containsExactly("CLOSED");
        client.close();
        nodes.empty();
    }

    private static long nanoTimeUnlessTold(final AtomicBoolean isToFail)
    {
        if (isToFail.get() && isInReply() && isToFail.compareAndSet(true, false))
        {
            throw new IllegalStateException("planted");
        }

        return System.nanoTime();
    }

    private static boolean isInReply()
    {
        return StackWalker.getInstance().walk(
            frames -> frames.anyMatch(frame -> "onReply".equals(frame.getMethodName())));
    }

    /**
     * Four threads at work, and a close at a random moment: every call comes back, and nothing is left.
     */
    @Test
    void shouldCloseAtAnyMoment() throws InterruptedException
    {
        Assumptions.assumeTrue(mode().isDedicated(), "in invoker mode no other thread can be at work");
        final SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < ROUNDS; round++)
        {
            final Redlock client = builder().build();
            final List<CompletableFuture<Outcome>> workers = new ArrayList<>();
            for (int i = 0; i < 4; i++)
            {
                final String key = KEY + i % 2;
                workers.add(CompletableFuture.supplyAsync(() -> work(client, key), callers));
            }
            Await.parking().untilNs(System.nanoTime() + random.nextLong(Duration.ofMillis(20).toNanos()));
            client.close();
            workers.forEach((worker) -> assertThat(result(worker)).isEqualTo(Outcome.CLOSED));
            nodes.awaitNoKeys();
        }
    }

    /**
     * Acquires, extends and releases until the client is closed.
     */
    private static Outcome work(final Redlock client, final String key)
    {
        try (LockHandle handle = client.handle(key, LONG))
        {
            long term = 1;
            while (term > 0)
            {
                term = handle.acquire(Duration.ofSeconds(30));
                handle.extend(term);
                handle.release(term);
            }

            return Outcome.of(term);
        }
        catch (final RedlockException ex)
        {
            return ex.outcome();
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private static Outcome outcomeOfAcquire(final LockHandle handle)
    {
        try
        {
            return Outcome.of(handle.acquire(Duration.ofSeconds(30)));
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private void pauseMajority()
    {
        Arrays.stream(MAJORITY).forEach(nodes::pause);
    }
}
