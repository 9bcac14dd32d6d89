// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.ProxiedNodes;
import dev.redlock.client.tck.suite.ProxiedSuite;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.proxy.Flow;

/**
 * Requests that reach a node long after the client has decided, and their releases.
 */
public abstract class LateRequests extends ProxiedSuite
{
    private static final String KEY = "late";

    /**
     * The lock was won on three nodes and released, while two have not even been asked yet. What was to take
     * their keys away must come after what sets them.
     */
    @Test
    void shouldReleaseBehindAnAcquireThatIsStillOnItsWay() throws InterruptedException
    {
        final Redlock redlock = up(patient(proxies.uris()));
        final LockHandle handle = redlock.handle(KEY);
        final long setsBefore = sets(ProxiedNodes.MINORITY);
        proxies.requests(ProxiedNodes.MINORITY).forEach(Flow::holdExisting);

        final long term = handle.tryAcquire();
        assertThat(term).isPositive();
        assertThat(nodes.holders(KEY)).containsOnlyKeys(0, 1, 2);
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        nodes.awaitNoKeys();

        proxies.requests(ProxiedNodes.MINORITY).forEach(Flow::release);
        awaitSets(setsBefore + 2, ProxiedNodes.MINORITY);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * The attempt was given up because a majority did not answer. It has not even been asked, and will be.
     * If the engine gets no core meanwhile, the caller does not hear of that in time.
     */
    @Test
    void shouldReleaseBehindAnAcquireThatWasGivenUp() throws InterruptedException
    {
        checkReleased(adaptive(proxies.uris()), (handle) ->
            assertThat(Outcome.of(handle.tryAcquire())).isIn(Outcome.NO_QUORUM, Outcome.TIMED_OUT));
    }

    private void checkReleased(final RedlockBuilder builder, final Consumer<LockHandle> attempt)
        throws InterruptedException
    {
        try (Redlock redlock = up(builder); LockHandle handle = redlock.handle(KEY))
        {
            final long setsBefore = sets(ProxiedNodes.MAJORITY);
            proxies.requests(ProxiedNodes.MAJORITY).forEach(Flow::holdExisting);
            attempt.accept(handle);
            nodes.awaitNoKeys();

            proxies.requests(ProxiedNodes.MAJORITY).forEach(Flow::release);
            awaitSets(setsBefore + 3, ProxiedNodes.MAJORITY);
            checkCleanCycle(redlock, nodes);
        }
    }

    /**
     * The caller cancels while the question is in flight.
     */
    @Test
    void shouldReleaseBehindAnAcquireThatWasCancelled() throws InterruptedException
    {
        checkReleased(patient(proxies.uris()), (handle) ->
        {
            final CompletableFuture<Long> call = begin(handle::tryAcquire);
            Await.parking().until("grants of two nodes", SOON, () -> nodes.holders(KEY).keySet(),
                Set.of(0, 1)::equals);
            handle.cancel();
            assertThat(Outcome.of(result(call))).isEqualTo(Outcome.CANCELLED);
        });
    }

    /**
     * The first attempt has two votes and loses; its releases to these two are held. The second begins when
     * the lock is free, so that there is no third, and wins on the other three; its requests to the two wait
     * behind those releases. When they arrive at last, the releases must take away the first attempt's keys
     * and leave the second's: with one token for both they would take away votes that count.
     */
    @Test
    void shouldNotLoseTheVotesOfARetryToTheReleaseBeforeIt() throws InterruptedException
    {
        final Redlock redlock = up(patient(proxies.uris()));
        final LockHandle handle = redlock.handle(KEY);
        nodes.call(0, "SET", KEY, "somebody else");
        nodes.call(1, "SET", KEY, "somebody else");
        nodes.call(2, "SET", KEY, "somebody else");
        proxies.requests(2).forEach(Flow::holdExisting);
        final CompletableFuture<Long> call = begin(handle::tryAcquire);
        Await.parking().until("the key on all five nodes", SOON,
            () -> nodes.holders(KEY).keySet(), Set.of(0, 1, 2, 3, 4)::equals);
        final String first = nodes.holders(KEY).get(4);
        proxies.requests(ProxiedNodes.MINORITY).forEach(Flow::holdExisting);
        proxies.requests(2).forEach(Flow::release);
        assertThat(Outcome.of(result(call))).isEqualTo(Outcome.CONTENDED);

        nodes.call(0, "DEL", KEY);
        nodes.call(1, "DEL", KEY);
        nodes.call(2, "DEL", KEY);
        final long term = handle.tryAcquire();
        assertThat(term).as("%s", handle.votes()).isPositive();
        assertThat(nodes.holders(KEY)).containsEntry(3, first).containsEntry(4, first);

        proxies.requests(ProxiedNodes.MINORITY).forEach(Flow::release);
        final String second = nodes.holders(KEY).get(0);
        assertThat(second).isNotEqualTo(first);
        Await.parking().until("the winner's token on all five nodes", SOON, () -> nodes.holders(KEY),
            holders -> holders.size() == 5 && holders.values().stream().allMatch(second::equals));
        assertThat(handle.isHeld(term)).isTrue();
        assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        checkCleanCycle(redlock, nodes);
    }

    private long sets(final int... indexes)
    {
        long sets = 0;
        for (final int index : indexes)
        {
            sets += nodes.calls(index, "set");
        }

        return sets;
    }

    /*
     * Without this, a test would pass if what was held had never arrived.
     */
    private void awaitSets(final long expected, final int... indexes)
    {
        Await.parking().until("the held SETs are executed", SOON, () -> sets(indexes),
            sets -> sets >= expected);
    }
}
