// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.ProxiedNodes;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.Await;
import dev.redlock.test.server.RedisServerProcess;

/**
 * A node becomes a replica and a master again while no client looks: the holder is cut off from it, and the
 * other client starts afterwards. The process is as old as before, but its data are another's.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
public abstract class FlappedNodes extends SharedNodes
{
    private static final String KEY = "flap";
    private static final String MARKER = "redlock:inc";
    private static final int FLAPPED = 2;
    private static final int ROUNDS = Integer.getInteger("redlock.flap.rounds", 1);
    private static final Duration TTL = Duration.ofSeconds(3);
    private static final LockOptions OPTIONS = LockOptions.DEFAULT.withTtl(TTL);
    private static final Duration GROWN_UP = Duration.ofSeconds(30);

    /*
     * What the node takes over the data of.
     */
    private RedisServerProcess source;

    @BeforeAll
    void startSource()
    {
        source = RedisServerProcess.builder().start();
        // A master waits five seconds for more replicas otherwise.
        source.call("CONFIG", "SET", "repl-diskless-sync-delay", "0");
        nodes.callAll("CONFIG", "SET", "repl-diskless-sync-delay", "0");
    }

    @AfterAll
    void stopSource()
    {
        source.close();
    }

    /**
     * The source has nothing.
     */
    @Test
    void shouldNotBeHeldTwiceAfterAFlapThatNobodySaw() throws InterruptedException
    {
        awaitGrownUp();
        assertThat(overlaps(ROUNDS, this::shortlived)).isZero();
    }

    /**
     * The control. On a busy machine a flap may be seen after all.
     */
    @Test
    void shouldBeHeldTwiceWithoutTheGuard() throws InterruptedException
    {
        assertThat(overlaps(ROUNDS, uris -> shortlived(uris).quarantine(QuarantineLevel.OFF)))
            .isGreaterThan(ROUNDS / 2);
    }

    /**
     * The source has neither the key nor the marker, so the node is refused.
     */
    @Test
    void shouldNotBeHeldTwiceAtLevelStrict() throws InterruptedException
    {
        awaitGrownUp();
        for (int i = 0; i < ROUNDS; i++)
        {
            beginAnew();
            declare();
            assertThat(isHeldTwice(this::strict)).as("round " + i).isFalse();
        }
    }

    /**
     * The source was a replica of the node, and has its marker, but not the key.
     */
    @Test
    void shouldNotBeHeldTwiceThoughTheMarkerCameBack() throws InterruptedException
    {
        awaitGrownUp();
        for (int i = 0; i < ROUNDS; i++)
        {
            beginAnew();
            declare();
            copy();
            assertThat(isHeldTwice(this::strict)).as("round " + i).isFalse();
        }
    }

    /**
     * Who promoted the node on purpose reads why it does not vote, until when, and what waives it.
     */
    @Test
    void shouldSayWhyAndHowItIsWaived() throws InterruptedException
    {
        awaitGrownUp();
        flap();
        final Redlock guarded = closing(shortlived(nodes.uris()).build());
        awaitState(guarded, FLAPPED, NodeStatus.State.QUARANTINED);
        assertThat(guarded.nodes().get(FLAPPED).detail()).startsWith("does not vote before 20").contains(
            ": it has been a replica, or was started from the snapshot of a master with replicas, at a ",
            "build with assumeFailoversKeepKeys()");

        up(shortlived(nodes.uris()).assumeFailoversKeepKeys());
        up(shortlived(nodes.uris()).quarantine(QuarantineLevel.OFF));
    }

    /**
     * The operator has the marker written anew, by a client that knows the node.
     */
    @Test
    void shouldCountAMarkerThatWasWrittenSince()
    {
        awaitGrownUp();
        declare();
        copy();
        flap();
        awaitState(closing(strict(nodes.uris()).build()), FLAPPED, NodeStatus.State.QUARANTINED);
        up(strict(nodes.uris()).assumeNodesFresh());
        nodes.call(FLAPPED, "DEL", MARKER);
        Await.parking().until("another marker", SOON, () -> nodes.holders(MARKER).size() == nodes.count());

        final Redlock early = closing(strict(nodes.uris()).build());
        awaitState(early, FLAPPED, NodeStatus.State.QUARANTINED);
        assertThat(early.nodes().get(FLAPPED).detail()).contains("declared a short time ago");
        awaitAllUp(early);
        up(strict(nodes.uris()));
    }

    /**
     * A first replica gives the history another name, and no earlier one.
     */
    @Test
    void shouldVoteAtOnceWithAReplica()
    {
        awaitGrownUp();
        copy();
        up(shortlived(nodes.uris()));
    }

    private int overlaps(final int rounds, final Function<List<String>, RedlockBuilder> clients)
        throws InterruptedException
    {
        int overlaps = 0;
        for (int i = 0; i < rounds; i++)
        {
            beginAnew();
            overlaps += isHeldTwice(clients) ? 1 : 0;
        }

        return overlaps;
    }

    /*
     * The holder has the key on the first three. The other client sees five nodes that are up, and old.
     */
    private boolean isHeldTwice(final Function<List<String>, RedlockBuilder> clients)
        throws InterruptedException
    {
        try (ProxiedNodes proxied = new ProxiedNodes(nodes);
            Redlock first = clients.apply(proxied.uris()).name("first").assumeNodesFresh().build();
            LockHandle held = first.handle(KEY, OPTIONS))
        {
            awaitAllUp(first);
            final Runnable others = nodes.occupy(KEY, ProxiedNodes.MINORITY);
            final long term = held.acquire(SOON);
            assertThat(term).as("%s", held.votes()).isPositive();
            Await.parking().until("all answers", SOON, () -> held.grants(term), grants -> grants == 3);
            others.run();
            proxied.proxy(FLAPPED).refuse();
            flap();

            try (Redlock second = clients.apply(nodes.uris()).name("second").startWithoutQuorum().build();
                LockHandle other = second.handle(KEY, OPTIONS))
            {
                boolean isTwice = false;
                while (!isTwice && held.remainingNs(term) > TTL.toNanos() / 10)
                {
                    final long taken = other.tryAcquire();
                    isTwice = taken > 0 && other.isHeld(taken) && held.isHeld(term);
                    other.release(taken);
                }

                return isTwice;
            }
        }
    }

    private void flap()
    {
        nodes.call(FLAPPED, "REPLICAOF", "127.0.0.1", Integer.toString(source.port()));
        awaitSynchronised(() -> nodes.call(FLAPPED, "INFO", "replication"));
        nodes.call(FLAPPED, "REPLICAOF", "NO", "ONE");
    }

    private void copy()
    {
        source.call("REPLICAOF", "127.0.0.1", Integer.toString(nodes.server(FLAPPED).port()));
        awaitSynchronised(() -> source.call("INFO", "replication"));
        source.call("REPLICAOF", "NO", "ONE");
    }

    private static void awaitSynchronised(final Supplier<Object> info)
    {
        Await.parking().until("synchronised", SOON, () -> info.get().toString(),
            text -> text.contains("master_link_status:up"));
    }

    /*
     * A master without replicas gives up its backlog after a while, and its earlier history with it: so that
     * each round is the first of its kind.
     */
    private void beginAnew()
    {
        nodes.empty();
        source.call("FLUSHALL");
        nodes.call(FLAPPED, "CONFIG", "SET", "repl-backlog-ttl", "1");
        Await.parking().until("a plain history", SOON,
            () -> nodes.call(FLAPPED, "INFO", "replication").toString(),
            text -> text.contains("second_repl_offset:-1"));
        nodes.call(FLAPPED, "CONFIG", "SET", "repl-backlog-ttl", "3600");
    }

    private void declare()
    {
        try (Redlock redlock = strict(nodes.uris()).startWithoutQuorum().startTimeout(Duration.ZERO).build())
        {
            redlock.operators().declareNodes(false);
        }
    }

    /*
     * Or the newcomer would not count on any of them.
     */
    private void awaitGrownUp()
    {
        beginAnew();
        try (Redlock redlock = shortlived(nodes.uris()).build())
        {
            Await.parking().until("all are old enough", GROWN_UP, redlock::nodes,
                all -> all.stream().allMatch(node -> node.state() == NodeStatus.State.UP));
        }
    }

    private RedlockBuilder shortlived(final List<String> uris)
    {
        return guarded(uris).longestTtl(TTL).defaults(OPTIONS).fenceWindow(Duration.ofMillis(100));
    }

    private RedlockBuilder strict(final List<String> uris)
    {
        return shortlived(uris).quarantine(QuarantineLevel.STRICT);
    }
}
