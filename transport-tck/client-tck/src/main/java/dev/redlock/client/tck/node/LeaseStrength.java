// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.ProxiedNodes;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.test.Await;

/**
 * How many nodes may forget a lock: what a larger quorum, back-fills and the watch of a lease are good for.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
public abstract class LeaseStrength extends FaultSuite
{
    private static final String KEY = "strength";
    private static final int ROUNDS = Integer.getInteger("redlock.strength.rounds", 2);
    private static final Duration TTL = Duration.ofSeconds(3);
    private static final LockOptions SHORT = LockOptions.DEFAULT.withTtl(TTL);

    private RealNodes nodes;

    /**
     * Nobody is told by the nodes that were emptied. An extension would find out; there is none.
     */
    @Test
    void shouldTellTheLossOfAWatchedLeaseLongBeforeItsEnd()
    {
        nodes = closing(RealNodes.start(3));
        final Redlock redlock = up(patient(nodes.uris()));
        final Lease lease = redlock.tryAcquire(KEY, LONG.withWatch()).orElseThrow();
        final CompletableFuture<LostReason> lost = lease.lost().toCompletableFuture();
        awaitGrants(lease, 3);
        nodes.call(0, "FLUSHALL");
        nodes.call(1, "FLUSHALL");

        assertThat(lost.orTimeout(SOON.toSeconds(), TimeUnit.SECONDS).join()).isEqualTo(LostReason.REFUSED);
        assertThat(lease.isHeld()).isFalse();
        assertThat(redlock.metrics().count(Counter.KEYS_GONE)).isEqualTo(2);
    }

    @Test
    void shouldSetAKeyAnewThatWasDeletedUnderAWatchedLease()
    {
        nodes = closing(RealNodes.start(3));
        final Redlock redlock = up(patient(nodes.uris()));
        try (Lease lease = redlock.tryAcquire(KEY, LONG.withWatch()).orElseThrow())
        {
            awaitGrants(lease, 3);
            nodes.call(0, "DEL", KEY);

            Await.parking().until("a back-fill", SOON,
                () -> redlock.metrics().count(Counter.BACK_FILLS), fills -> fills > 0);
            awaitGrants(lease, 3);
            assertThat(redlock.metrics().count(Counter.KEYS_GONE)).isOne();
        }
        nodes.awaitNoKeys();
    }

    @Test
    void shouldFillUpALeaseWhenANodeComesBack()
    {
        nodes = closing(RealNodes.start(3));
        final Redlock redlock = up(trusting(nodes.uris()));
        nodes.kill(2);
        awaitState(redlock, 2, NodeStatus.State.DOWN);
        try (Lease lease = redlock.tryAcquire(KEY, LONG).orElseThrow())
        {
            assertThat(lease.grants()).isEqualTo(2);
            nodes.restart(2);
            awaitGrants(lease, 3);
        }
        nodes.awaitNoKeys();
    }

    private static void awaitGrants(final Lease lease, final int expected)
    {
        Await.parking().until(expected + " grants", SOON, lease::grants, grants -> grants == expected);
    }

    /**
     * Two of the four nodes that have the lock forget it, and nothing guards against that but the quorum.
     */
    @Test
    @Tag("proof")
    void shouldTolerateTwoForgetfulNodesWithAQuorumOfFour() throws InterruptedException
    {
        nodes = closing(RealNodes.start(5));
        assertThat(overlaps(ROUNDS, 4, 2, uris -> trusting(uris).quorum(4))).isZero();
    }

    /**
     * The control.
     */
    @Test
    @Tag("proof")
    void shouldNotTolerateThemWithAQuorumOfThree() throws InterruptedException
    {
        nodes = closing(RealNodes.start(5));
        assertThat(overlaps(ROUNDS, 3, 2, this::trusting)).isEqualTo(ROUNDS);
    }

    /**
     * A node that restarted without its keys does not vote before every lock that it forgot is over, neither
     * for those who knew it nor for those who come after.
     */
    @Test
    @Tag("proof")
    void shouldTolerateARestartedNodeByDefault() throws InterruptedException
    {
        nodes = closing(RealNodes.start(3));
        assertThat(overlaps(ROUNDS, 2, 1, uris -> guarded(uris).defaults(SHORT).longestTtl(TTL))).isZero();
    }

    /**
     * The control.
     */
    @Test
    @Tag("proof")
    void shouldNotTolerateARestartedNodeWithoutQuarantine() throws InterruptedException
    {
        nodes = closing(RealNodes.start(3));
        assertThat(overlaps(ROUNDS, 2, 1, this::trusting)).isEqualTo(ROUNDS);
    }

    private int overlaps(final int rounds, final int holders, final int forgetful,
        final Function<List<String>, RedlockBuilder> clients) throws InterruptedException
    {
        int overlaps = 0;
        for (int i = 0; i < rounds; i++)
        {
            nodes.empty();
            overlaps += isHeldTwice(holders, forgetful, clients) ? 1 : 0;
        }

        return overlaps;
    }

    /*
     * The holder has the key on exactly so many nodes, and those that forget are killed and come back empty
     * at once. It cannot connect to them again, so it does not learn of it. Others want the lock: one that
     * was connected before, and one that comes after.
     */
    private boolean isHeldTwice(final int holders, final int forgetful,
        final Function<List<String>, RedlockBuilder> clients) throws InterruptedException
    {
        try (ProxiedNodes proxied = new ProxiedNodes(nodes);
            Redlock first = clients.apply(proxied.uris()).name("first").assumeNodesFresh().build();
            Redlock second = clients.apply(nodes.uris()).name("second").assumeNodesFresh().build();
            LockHandle held = first.handle(KEY, SHORT); LockHandle connected = second.handle(KEY, SHORT))
        {
            awaitAllUp(first);
            awaitAllUp(second);
            final Runnable others = nodes.occupy(KEY, IntStream.range(holders, nodes.count()).toArray());
            final long term = held.acquire(SOON);
            assertThat(term).as("%s", held.votes()).isPositive();
            Await.parking().until("all answers", SOON, () -> held.grants(term), grants -> grants == holders);
            others.run();
            for (int i = 0; i < forgetful; i++)
            {
                proxied.proxy(i).refuse();
                nodes.kill(i);
                nodes.restart(i);
            }

            try (Redlock third = clients.apply(nodes.uris()).name("third").startWithoutQuorum().build();
                LockHandle newcomer = third.handle(KEY, SHORT))
            {
                boolean isTwice = false;
                while (!isTwice && held.remainingNs(term) > TTL.toNanos() / 10)
                {
                    for (final LockHandle other : List.of(connected, newcomer))
                    {
                        final long taken = other.tryAcquire();
                        isTwice |= taken > 0 && other.isHeld(taken) && held.isHeld(term);
                        other.release(taken);
                    }
                }

                return isTwice;
            }
        }
    }
}
