// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockMisuseException;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.Await;
import dev.redlock.test.resp.RespClient;
import dev.redlock.test.server.RedisServerProcess;

/**
 * Nodes that lose their data while their process goes on and their connections stand: only a marker in the
 * data tells. The holder stands on exactly two of three nodes, and one of the two is emptied.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
public abstract class EmptiedNodes extends SharedNodes
{
    private static final String KEY = "strict";
    private static final String MARKER = "redlock:inc";
    private static final int ROUNDS = Integer.getInteger("redlock.strict.rounds", 1);
    private static final Duration TTL = Duration.ofSeconds(4);
    private static final LockOptions OPTIONS = LockOptions.DEFAULT.withTtl(TTL);

    private RedisServerProcess empty;

    /**
     * Ways to lose the data.
     */
    enum Loss
    {
        FLUSHALL, SWAPDB, ROLE_FLAP
    }

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
        try (RespClient client = empty.client())
        {
            client.call("CONFIG", "SET", "repl-diskless-sync-delay", "0");
        }
    }

    @AfterAll
    void stopEmpty()
    {
        empty.close();
    }

    /**
     * Nobody else holds the lock before the deadline of its holder: neither who was connected, nor who comes
     * after.
     */
    @Test
    @Tag("proof")
    @Tag("client")
    void shouldNotBeHeldTwiceAfterANodeWasEmptied() throws InterruptedException
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            for (final Loss loss : Loss.values())
            {
                nodes.empty();
                checkNobodyElse(loss, loss + ", round " + i);
            }
        }
    }

    private void checkNobodyElse(final Loss loss, final String round) throws InterruptedException
    {
        final Diary diary = new Diary();
        try (Redlock first = strict(nodes.uris()).name("first").assumeNodesFresh().build();
            LockHandle held = first.handle(KEY, OPTIONS, diary);
            Redlock second = strict(nodes.uris()).name("second").build();
            LockHandle connected = second.handle(KEY, OPTIONS))
        {
            awaitAllUp(first);
            awaitAllUp(second);
            final long term = acquireOnFirstTwo(held, round);
            strike(loss);
            try (Redlock third = strict(nodes.uris()).name("third").startWithoutQuorum().build();
                LockHandle newcomer = third.handle(KEY, OPTIONS))
            {
                while (held.remainingNs(term) > TTL.toNanos() / 5)
                {
                    for (final LockHandle other : List.of(connected, newcomer))
                    {
                        final long taken = other.tryAcquire();
                        assertThat(taken > 0 && held.isHeld(term)).as("%s: %s", round, other.votes())
                            .isFalse();
                    }
                }
                assertThat(held.extend(term)).as(round).isNotEqualTo(Outcome.EXTENDED);
                Await.parking().until(round + ": the holder is told", SOON, () -> diary.lost.contains(term));
                // A replica is refused at once, and asked again only after a while.
                assertThat(second.metrics().count(Counter.QUARANTINES) > 0 || loss == Loss.ROLE_FLAP)
                    .as(round).isTrue();
            }
        }
    }

    /**
     * The next heartbeat tells, not the end of the term: then the lease would be lost as expired.
     */
    @Test
    void shouldTellAnIdleHolderThatANodeWasEmptied() throws InterruptedException
    {
        final Diary diary = new Diary();
        final Redlock redlock = up(strict(nodes.uris()).assumeNodesFresh());
        try (LockHandle held = redlock.handle(KEY, OPTIONS, diary))
        {
            final long term = acquireOnFirstTwo(held, "idle");
            strike(Loss.FLUSHALL);
            Await.parking().until("the holder is told", SOON, () -> diary.lost.contains(term));
            assertThat(diary.ends).containsExactly(LostReason.REFUSED.toString());
        }
    }

    private long acquireOnFirstTwo(final LockHandle held, final String round) throws InterruptedException
    {
        final Runnable third = nodes.occupy(KEY, 2);
        final long term = held.acquire(SOON);
        assertThat(term).as("%s: %s", round, held.votes()).isPositive();
        third.run();

        return term;
    }

    private void strike(final Loss loss)
    {
        switch (loss)
        {
            case FLUSHALL -> nodes.call(1, "FLUSHALL");
            case SWAPDB -> nodes.call(1, "SWAPDB", "0", "1");
            default ->
            {
                nodes.call(1, "REPLICAOF", "127.0.0.1", Integer.toString(empty.port()));
                Await.parking().until("synchronised", SOON,
                    () -> nodes.call(1, "INFO", "replication").toString(),
                    info -> info.contains("master_link_status:up"));
                nodes.call(1, "REPLICAOF", "NO", "ONE");
            }
        }
    }

    /**
     * That restarts lose no keys says nothing of a node that was emptied. A heartbeat shows it to a client
     * that knew the node, which writes a new marker; so a newcomer does not count its votes either.
     */
    @Test
    void shouldNotCountAnEmptiedNodeThoughRestartsLoseNothing()
    {
        declare(nodes.uris(), false);
        final Redlock connected = up(strict(nodes.uris()).assumeNodesKeepKeys());
        strike(Loss.FLUSHALL);
        awaitState(connected, 1, NodeStatus.State.QUARANTINED);
        Await.parking().until("the marker is there again", SOON, () -> nodes.holders(MARKER).size() == 3);

        final Redlock newcomer = closing(strict(nodes.uris()).assumeNodesKeepKeys().build());
        awaitState(newcomer, 1, NodeStatus.State.QUARANTINED);
        awaitState(newcomer, 0, NodeStatus.State.UP);
        assertThat(newcomer.nodes().get(1).detail()).contains("a short time ago");
    }

    /**
     * The control: without the guard the same is enough for two holders.
     */
    @Test
    @Tag("proof")
    @Tag("client")
    void shouldBeHeldTwiceWithoutTheGuard() throws InterruptedException
    {
        for (final Loss loss : Loss.values())
        {
            nodes.empty();
            checkOverlap(loss);
        }
    }

    private void checkOverlap(final Loss loss) throws InterruptedException
    {
        final UnaryOperator<RedlockBuilder> unguarded = builder -> builder.quarantine(QuarantineLevel.OFF);
        try (Redlock first = unguarded.apply(strict(nodes.uris())).build();
            Redlock second = unguarded.apply(strict(nodes.uris())).build();
            LockHandle held = first.handle(KEY, OPTIONS); LockHandle other = second.handle(KEY, OPTIONS))
        {
            awaitAllUp(first);
            awaitAllUp(second);
            final long term = acquireOnFirstTwo(held, "control");
            strike(loss);
            assertThat(other.acquire(TTL.dividedBy(2))).as("%s", other.votes()).isPositive();
            assertThat(held.isHeld(term)).isTrue();
        }
    }

    /**
     * A lock goes on as usual, plain and fenced, and the markers stay when it is over.
     */
    @Test
    void shouldLockUnderMarkers() throws InterruptedException
    {
        final Redlock redlock = up(strict(nodes.uris()).assumeNodesFresh());
        for (final LockOptions options : List.of(OPTIONS, OPTIONS.withFencing()))
        {
            try (LockHandle handle = redlock.handle(KEY, options);
                LockHandle other = redlock.handle(KEY, options))
            {
                final long term = handle.acquire(SOON);
                assertThat(term).as("%s", handle.votes()).isPositive();
                assertThat(Outcome.of(other.tryAcquire())).isEqualTo(Outcome.CONTENDED);
                assertThat(handle.extend(term)).as("%s", handle.votes()).isEqualTo(Outcome.EXTENDED);
                assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);
            }
        }
        assertThat(redlock.metrics().count(Counter.NODE_ERRORS)).isZero();
        assertThat(redlock.metrics().count(Counter.QUARANTINES)).isZero();
        assertThat(nodes.holders(MARKER)).hasSize(3);
    }

    /**
     * What must be the same in all clients is compared, and named when it is not.
     */
    @Test
    void shouldRefuseClientsThatDoNotAgree()
    {
        up(strict(nodes.uris()).assumeNodesFresh());

        checkRefused(strict(nodes.uris()).quorum(3), "quorum 2, but this client has 3");
        checkRefused(strict(nodes.uris().subList(0, 2)), "nodes 3, but this client has 2");
        checkRefused(strict(nodes.uris()).longestTtl(Duration.ofSeconds(5)), "longestTtl 4s", "has 5s");
        checkRefused(strict(nodes.uris().stream().map(uri -> uri + "/1").toList()),
            "no incarnation marker", "redlock init", "database");
    }

    private static void checkRefused(final RedlockBuilder builder, final String... words)
    {
        assertThatThrownBy(builder::build).isInstanceOf(RedlockMisuseException.class)
            .hasMessageContainingAll(words);
    }

    /**
     * A node that is not of this deployment gets no vote: neither an empty one, nor one of others.
     */
    @Test
    void shouldRefuseANodeOfOthers()
    {
        up(strict(nodes.uris()).assumeNodesFresh());
        final List<String> others = List.of(nodes.uris().get(0), nodes.uris().get(1), empty.uri());
        final Redlock redlock = closing(strict(others).build());

        awaitState(redlock, 2, NodeStatus.State.REFUSED);
        // Which remedy it names depends on whether it answers before the others do.
        assertThat(redlock.nodes().get(2).detail()).contains("no incarnation marker", "redlock init");
    }

    /**
     * A changed epoch is refused without a doubt about what was granted: the lease stands.
     */
    @Test
    void shouldLetLeasesStandWhenTheEpochChanges() throws InterruptedException
    {
        final Redlock redlock = up(strict(nodes.uris()).assumeNodesFresh());
        try (LockHandle held = redlock.handle(KEY, OPTIONS))
        {
            final long term = held.acquire(SOON);
            awaitHolders(nodes, KEY, Set.of(0, 1, 2));
            for (int i = 0; i < nodes.count(); i++)
            {
                final String marker = new String(nodes.value(i, MARKER), StandardCharsets.US_ASCII);
                nodes.call(i, "SET", MARKER, marker.substring(0, 35) + "5" + marker.substring(36));
            }
            assertThat(held.extend(term)).isEqualTo(Outcome.INCONCLUSIVE);
            assertThat(held.isHeld(term)).isTrue();
            assertThat(redlock.metrics().count(Counter.QUARANTINES)).isZero();
            awaitState(redlock, 0, NodeStatus.State.REFUSED);
            assertThat(redlock.nodes().get(0).detail()).contains("declared with other nodes", "restart");
        }
    }

    /**
     * Nodes that nobody has used are declared once, and vote at once. To do it again changes nothing.
     */
    @Test
    void shouldDeclareFreshNodesOnce() throws InterruptedException
    {
        checkRefused(strict(nodes.uris()), "no incarnation marker", "redlock init");
        final List<String> done = declare(nodes.uris(), false);
        final Map<Integer, String> markers = nodes.holders(MARKER);
        assertThat(done).hasSize(3).allMatch(words -> words.endsWith("is declared"));
        assertThat(declare(nodes.uris(), false)).allMatch(words -> words.endsWith("was declared before"));
        assertThat(declare(nodes.uris(), true)).allMatch(words -> words.endsWith("was declared before"));
        assertThat(nodes.holders(MARKER)).isEqualTo(markers);

        final Redlock redlock = up(strict(nodes.uris()));
        try (LockHandle handle = redlock.handle(KEY, OPTIONS))
        {
            assertThat(handle.acquire(SOON)).as("%s", handle.votes()).isPositive();
        }
        assertThat(redlock.metrics().count(Counter.QUARANTINES)).isZero();
    }

    /**
     * What is not fresh is refused, with a reason; it can be declared in use, and then votes later.
     */
    @Test
    void shouldNotDeclareUsedNodesAsFresh()
    {
        nodes.call(2, "SET", "somebody", "x");
        checkNotDeclared(nodes.uris(), "has a key under the prefix, 'somebody'", "--in-use");
        assertThat(nodes.holders(MARKER)).isEmpty();
        checkNotDeclared(List.of(nodes.uris().get(0), nodes.uris().get(1), "redis://127.0.0.1:1"),
            "127.0.0.1:1", "all nodes must be reachable");

        assertThat(declare(nodes.uris(), true)).allMatch(words -> words.contains("after the longest"));
        final Redlock redlock = closing(strict(nodes.uris()).build());
        awaitState(redlock, 0, NodeStatus.State.QUARANTINED);
        assertThat(redlock.nodes().get(0).detail()).contains("a short time ago");
    }

    /**
     * Some nodes have their markers, then one dies. The same again goes on where it broke off; if a node that
     * votes may be in use already, those without a marker are no longer taken for fresh.
     */
    @Test
    void shouldGoOnWithADeclarationThatBrokeOff()
    {
        declare(nodes.uris(), false);
        toEpochZero(1, 2);
        nodes.call(2, "DEL", MARKER);
        checkNotDeclared(nodes.uris(), "has no marker, but others have", "--in-use");
        checkRefused(strict(nodes.uris()), "not to the end", "redlock init");

        toEpochZero(0);
        assertThat(declare(nodes.uris(), false)).allMatch(words -> words.endsWith("is declared"));
        // A client that knows the node would write its marker.
        up(strict(nodes.uris())).close();

        nodes.call(2, "FLUSHALL");
        assertThat(declare(nodes.uris(), true)).last().asString().contains("after the longest");
        final Redlock redlock = closing(strict(nodes.uris()).build());
        awaitState(redlock, 2, NodeStatus.State.QUARANTINED);
        awaitState(redlock, 0, NodeStatus.State.UP);
    }

    private void toEpochZero(final int... indexes)
    {
        for (final int index : indexes)
        {
            final String marker = new String(nodes.value(index, MARKER), StandardCharsets.US_ASCII);
            nodes.call(index, "SET", MARKER, marker.substring(0, 35) + "0" + marker.substring(36));
        }
    }

    private List<String> declare(final List<String> uris, final boolean inUse)
    {
        try (Redlock redlock = strict(uris).startWithoutQuorum().startTimeout(Duration.ZERO).build())
        {
            return redlock.operators().declareNodes(inUse);
        }
    }

    private void checkNotDeclared(final List<String> uris, final String... words)
    {
        assertThatThrownBy(() -> declare(uris, false)).isInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll(words);
    }

    private RedlockBuilder strict(final List<String> uris)
    {
        return guarded(uris).quarantine(QuarantineLevel.STRICT).longestTtl(TTL)
            .defaults(OPTIONS).fenceWindow(Duration.ofMillis(100));
    }
}
