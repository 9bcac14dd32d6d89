// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.RealNodes;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Connected nodes that become replicas and masters again, and nodes that get replicas. A former replica has
 * another node's data and has forgotten its grants; a node with a replica has not.
 */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
public abstract class RoleChanges extends SharedNodes
{
    private static final String KEY = "role";
    private static final int ROUNDS = Integer.getInteger("redlock.role.rounds", 2);

    private RedisServerProcess empty;

    @Override
    protected int nodeCount()
    {
        return 3;
    }

    @BeforeAll
    void startEmpty()
    {
        empty = RedisServerProcess.builder().start();
        // A master waits five seconds for more replicas otherwise.
        empty.call("CONFIG", "SET", "repl-diskless-sync-delay", "0");
    }

    @AfterAll
    void stopEmpty()
    {
        empty.close();
    }

    /**
     * The lock is held on two of three nodes. The one that others need, too, takes over the data of an empty
     * server and is a master again before anybody looks, so that it has forgotten the key. The holder hears
     * of it by the next heartbeat, and from then on there is one holder at the most.
     */
    @Test
    void shouldNotBeHeldTwiceAfterANodeWasAReplicaForAMoment() throws InterruptedException
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            checkFlap("round " + i);
        }
    }

    private void checkFlap(final String round) throws InterruptedException
    {
        final Diary diary = new Diary();
        try (Redlock first = trusting(nodes.uris()).name("first").build();
            Redlock second = trusting(nodes.uris()).name("second").build();
            LockHandle held = first.handle(KEY, LONG, diary); LockHandle handle = second.handle(KEY))
        {
            awaitAllUp(first);
            awaitAllUp(second);
            final long term = held.acquire(SOON);
            assertThat(term).as(round).isPositive();
            awaitHolders(nodes, KEY, Set.of(0, 1, 2));
            // As if the third had never granted it: now the holder stands on the first two.
            nodes.call(2, "DEL", KEY);
            assertThat(held.extend(term)).isEqualTo(Outcome.EXTENDED);
            beAReplicaForAMoment(1);
            assertThat(nodes.holders(KEY).keySet()).as("%s: the second has forgotten", round)
                .isSubsetOf(0);    // a holder that has been told releases it there, too

            Await.parking().until(round + ": the holder is told", SOON, () -> diary.lost.contains(term));
            assertThat(held.isHeld(term)).as(round).isFalse();
            final long other = handle.acquire(SOON);
            assertThat(other).as("%s: %s", round, handle.votes()).isPositive();
            assertThat(held.isHeld(term)).as(round).isFalse();
            // The second may have heard of it only after its acquisition, and lost that vote, too.
            assertThat(handle.release(other)).as(round).isIn(Outcome.RELEASED, Outcome.EXPIRED);
            awaitAllUp(first);
            awaitAllUp(second);
            checkCleanCycle(first, nodes);
        }
    }

    private void beAReplicaForAMoment(final int node)
    {
        nodes.call(node, "REPLICAOF", "127.0.0.1", Integer.toString(empty.port()));
        Await.parking().until("synchronised", SOON, () -> nodes.call(node, "INFO", "replication").toString(),
            info -> info.contains("master_link_status:up"));
        nodes.call(node, "REPLICAOF", "NO", "ONE");
    }

    /**
     * It stays a replica: everybody hears of it, and it no longer votes.
     */
    @Test
    @Tag("proof")
    void shouldHangUpOnANodeThatIsAReplicaNow() throws InterruptedException
    {
        final Redlock redlock = up(trusting(nodes.uris()));
        final LockHandle handle = redlock.handle(KEY);
        nodes.call(1, "REPLICAOF", "127.0.0.1", Integer.toString(empty.port()));
        try
        {
            awaitState(redlock, 1, NodeStatus.State.REFUSED);
            final long term = handle.acquire(SOON);
            assertThat(term).as("%s", handle.votes()).isPositive();
            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
        }
        finally
        {
            nodes.call(1, "REPLICAOF", "NO", "ONE");
        }
        awaitAllUp(redlock);
        checkCleanCycle(redlock, nodes);
    }

    /**
     * The replication id of a master changes when its first replica attaches, though its data stay: no lease
     * may be lost by that, neither while the connection stands nor when it is made again.
     */
    @Test
    @Tag("proof")
    void shouldLoseNoLeaseWhenNodesGetReplicas() throws InterruptedException
    {
        final RealNodes fresh = closing(RealNodes.start(3));
        fresh.callAll("CONFIG", "SET", "repl-diskless-sync-delay", "0");
        checkAttaching(fresh);
    }

    private void checkAttaching(final RealNodes fresh) throws InterruptedException
    {
        final Diary diary = new Diary();
        try (Redlock redlock = up(patient(fresh.uris()));
            LockHandle held = redlock.handle(KEY, LONG, diary); LockHandle busy = redlock.handle("busy");
            RedisServerProcess replica = RedisServerProcess.builder().start())
        {
            final long term = held.acquire(SOON);
            awaitHolders(fresh, KEY, Set.of(0, 1, 2));
            IntStream.range(0, fresh.count()).forEach((i) -> attach(replica, fresh, i, busy));
            assertThat(redlock.metrics().count(Counter.DISCONNECTS)).isZero();
            assertThat(held.isHeld(term)).isTrue();

            final long connects = redlock.metrics().count(Counter.CONNECTS);
            fresh.callAll("CLIENT", "KILL", "TYPE", "normal");
            Await.parking().until("three connections more", SOON,
                () -> redlock.metrics().count(Counter.CONNECTS), count -> count == connects + 3);
            awaitAllUp(redlock);
            assertThat(redlock.metrics().count(Counter.NODE_RESTARTS)).isZero();
            assertThat(held.isHeld(term)).isTrue();
            assertThat(diary.lost).isEmpty();
            assertThat(held.release(term)).isEqualTo(Outcome.RELEASED);
            checkCleanCycle(redlock, fresh);
        }
    }

    private static void attach(
        final RedisServerProcess replica, final RealNodes fresh, final int node, final LockHandle busy)
    {
        final String before = replicationId(fresh, node);
        replica.call("REPLICAOF", "127.0.0.1", Integer.toString(fresh.server(node).port()));
        Await.parking().until("node " + node + " has a replica", SOON, () ->
        {
            cycle(busy);

            return fresh.call(node, "INFO", "replication").toString();
        }, info -> info.contains("state=online"));
        assertThat(replicationId(fresh, node)).as("another id than before").isNotEqualTo(before);
        final long beats = fresh.calls(node, "time");
        Await.parking().until("two heartbeats of node " + node, SOON, () ->
        {
            cycle(busy);

            return fresh.calls(node, "time") >= beats + 2;
        });
    }

    private static void cycle(final LockHandle handle)
    {
        final long term = handle.tryAcquire();
        assertThat(Outcome.of(term)).as("%s", handle.votes()).isEqualTo(Outcome.ACQUIRED);
        handle.release(term);
    }

    private static String replicationId(final RealNodes fresh, final int node)
    {
        final String info = fresh.call(node, "INFO", "replication").toString();
        final int at = info.indexOf("master_replid:");

        return info.substring(at, info.indexOf('\r', at));
    }
}
