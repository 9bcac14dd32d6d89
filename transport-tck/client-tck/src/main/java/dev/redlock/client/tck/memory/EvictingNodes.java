// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.Await;

/**
 * A node is set to evict keys while clients are connected: the lock goes, and the marker stays. The holder
 * stands on exactly two of three nodes, and one of the two evicts it.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
public abstract class EvictingNodes extends SharedNodes
{
    private static final String KEY = "evicted";
    private static final int ROUNDS = Integer.getInteger("redlock.strict.rounds", 1);
    private static final Duration TTL = Duration.ofSeconds(8);
    private static final LockOptions OPTIONS = LockOptions.DEFAULT.withTtl(TTL);
    private static final int EVICTING = 1;

    @Override
    protected int nodeCount()
    {
        return 3;
    }

    @BeforeEach
    void setSafe()
    {
        set("maxmemory", "0");
        set("maxmemory-policy", "noeviction");
        nodes.call(EVICTING, "CONFIG", "RESETSTAT");
    }

    /**
     * Both look within some seconds. The holder loses the lease that needs this node's vote before a key is
     * evicted, and the other does not count the node when it says that it evicts no more, until what it may
     * have forgotten is over.
     */
    @Test
    void shouldDropTheVotesOfANodeThatWasSetToEvict() throws InterruptedException
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            nodes.empty();
            setSafe();
            checkVotesAreDropped("round " + i);
        }
    }

    private void checkVotesAreDropped(final String round) throws InterruptedException
    {
        try (Redlock first = strict().name("first").assumeNodesFresh().build();
            LockHandle held = first.handle(KEY, OPTIONS);
            Redlock second = strict().name("second").build();
            LockHandle other = second.handle(KEY, OPTIONS))
        {
            awaitAllUp(first);
            awaitAllUp(second);
            final Diary diary = new Diary();
            final LockHandle told = first.handle(KEY + " told", OPTIONS, diary);
            final long toldTerm = acquireOnFirstTwo(told, KEY + " told");
            final long term = acquireOnFirstTwo(held, KEY);
            set("maxmemory-policy", "volatile-random");
            awaitRefused(first, round);
            awaitRefused(second, round);
            Await.parking().until(round + ": the holder is told", SOON, () -> diary.lost.contains(toldTerm));
            evict();
            setSafe();
            awaitState(second, EVICTING, NodeStatus.State.QUARANTINED);
            assertThat(second.nodes().get(EVICTING).detail())
                .contains(": it may have lost its data: it was emptied, was set to evict keys, or ");
            final long others = other.acquire(Duration.ofMillis(100));
            assertThat(held.isHeld(term)).as("%s, the other's %d", round, others).isFalse();
            told.close();
        }
    }

    private static void awaitRefused(final Redlock redlock, final String round)
    {
        awaitState(redlock, EVICTING, NodeStatus.State.REFUSED);
        assertThat(redlock.nodes().get(EVICTING).detail()).as(round).contains("maxmemory-policy");
        assertThat(redlock.metrics().count(Counter.NODES_EVICTING)).as(round).isEqualTo(1);
    }

    /**
     * Nobody knows when a node has evicted what: a client that starts waits, and is told how to end that.
     */
    @Test
    void shouldNotCountANodeThatHasEvictedForANewcomer()
    {
        up(strict().assumeNodesFresh());
        nodes.call(EVICTING, "SET", KEY, "x", "PX", "60000");
        set("maxmemory-policy", "volatile-random");
        evict();
        set("maxmemory-policy", "noeviction");

        final Redlock newcomer = closing(strict().build());
        awaitState(newcomer, EVICTING, NodeStatus.State.QUARANTINED);
        assertThat(newcomer.nodes().get(EVICTING).detail())
            .contains("has evicted 1 keys", "CONFIG RESETSTAT");
    }

    /**
     * The control: level RESTART only warns, of the limit of memory too, and takes it back.
     */
    @Test
    void shouldWarnAndBeHeldTwiceAtLevelRestart() throws InterruptedException
    {
        final Redlock first = up(patient(nodes.uris()));
        final Redlock second = up(patient(nodes.uris()));
        try (LockHandle held = first.handle(KEY, OPTIONS); LockHandle other = second.handle(KEY, OPTIONS))
        {
            set("maxmemory", "100mb");
            set("maxmemory-policy", "volatile-random");
            awaitDetail(first, true);
            final long term = acquireOnFirstTwo(held, KEY);
            evict();
            assertThat(other.acquire(TTL.dividedBy(2))).as("%s", other.votes()).isPositive();
            assertThat(held.isHeld(term)).isTrue();
        }
        setSafe();
        awaitDetail(first, false);
    }

    private static void awaitDetail(final Redlock redlock, final boolean isWarned)
    {
        Await.parking().until("warned: " + isWarned, SOON, () -> redlock.nodes().get(EVICTING).detail(),
            detail -> detail.contains("maxmemory-policy is volatile-random") == isWarned);
    }

    private long acquireOnFirstTwo(final LockHandle handle, final String key) throws InterruptedException
    {
        final Runnable third = nodes.occupy(key, 2);
        final long term = handle.acquire(SOON);
        assertThat(term).as("%s", handle.votes()).isPositive();
        third.run();

        return term;
    }

    /**
     * Has the node evict all that has a time to live, and then has room again.
     */
    private void evict()
    {
        set("maxmemory", "1");
        Await.parking().until("evicted", SOON, () -> nodes.call(EVICTING, "EXISTS", KEY),
            Long.valueOf(0)::equals);
        set("maxmemory", "0");
    }

    private void set(final String name, final String value)
    {
        nodes.call(EVICTING, "CONFIG", "SET", name, value);
    }

    private RedlockBuilder strict()
    {
        return guarded(nodes.uris()).quarantine(QuarantineLevel.STRICT).longestTtl(TTL).defaults(OPTIONS)
            .fenceWindow(Duration.ofMillis(100));
    }
}
