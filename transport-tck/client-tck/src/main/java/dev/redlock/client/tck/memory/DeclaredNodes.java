// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.redlock.LockHandle;
import dev.redlock.LockOptions;
import dev.redlock.Operators;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.Await;
import dev.redlock.test.proxy.Cut;
import dev.redlock.test.proxy.TcpProxy;

/**
 * Two lists of nodes that overlap, at level STRICT: clients of both must not hold one lock, whoever declared,
 * repaired and retired them, and broke off where.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
public abstract class DeclaredNodes extends SharedNodes
{
    private static final String KEY = "declared";
    private static final String MARKER = "redlock:inc";
    private static final int ROUNDS = Integer.getInteger("redlock.declared.rounds", 50);
    private static final int MARKER_COMMANDS = 12;
    private static final Duration TTL = Duration.ofSeconds(2);
    private static final LockOptions OPTIONS = LockOptions.DEFAULT.withTtl(TTL);

    /**
     * It says what is in the way, and leaves the other nodes as they are.
     */
    @Test
    void shouldNotDeclareAListThatOverlapsAnother() throws InterruptedException
    {
        final List<String> told = new ArrayList<>(declare(first()));
        checkRefused(second(), operators -> operators.declareNodes(true), nodes.place(2),
            "was declared with another list", nodes.place(3) + ", " + nodes.place(4), "--retire", "--moved");

        assertThat(told).hasSize(3);
        assertThat(nodes.holders(MARKER)).containsOnlyKeys(0, 1, 2);
        assertThat(isOneAccepted("one after the other")).isTrue();
    }

    /**
     * Two lists and the repair of the first are declared at the same time; connections are killed on the way.
     */
    @Test
    void shouldHaveOneListWhoeverBreaksOffWhere() throws InterruptedException
    {
        int accepted = 0;
        for (int i = 0; i < ROUNDS; i++)
        {
            nodes.empty();
            final Random random = new Random(i);
            final List<CompletableFuture<String>> all = new ArrayList<>();
            all.add(started(first(), false));
            all.add(started(random.nextBoolean() ? second() : reversed(second()), random.nextBoolean()));
            all.add(started(random.nextBoolean() ? first() : reversed(first()), true));
            for (int kills = random.nextInt(3); kills > 0; kills--)
            {
                killConnections(random.nextInt(5), random.nextInt(MARKER_COMMANDS), all);
            }
            final List<String> told = all.stream().map(SharedNodes::result).toList();
            accepted += isOneAccepted("round " + i + ": " + told) ? 1 : 0;
        }
        System.out.println("declared: in " + accepted + " of " + ROUNDS + " rounds a list was accepted");
        assertThat(accepted).isPositive();
    }

    private CompletableFuture<String> started(final List<String> uris, final boolean inUse)
    {
        return CompletableFuture.supplyAsync(() ->
        {
            try (Redlock redlock = strict(uris).build())
            {
                return redlock.operators().declareNodes(inUse).toString();
            }
            catch (final IllegalStateException ex)
            {
                return ex.getMessage();
            }
        }, callers);
    }

    private void killConnections(
        final int node, final int commands, final List<CompletableFuture<String>> until)
    {
        final long before = markerCommands(node);
        Await.parking().until("so many commands", SOON, () -> markerCommands(node) >= before + commands ||
            until.stream().allMatch(CompletableFuture::isDone), reached -> reached);
        nodes.call(node, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
    }

    private long markerCommands(final int node)
    {
        return nodes.calls(node, "get") + nodes.calls(node, "set") + nodes.calls(node, "eval");
    }

    /*
     * Accepted is what a client would let vote, now or after the longest time to live.
     */
    private boolean isOneAccepted(final String what) throws InterruptedException
    {
        try (Redlock one = strict(first()).build(); Redlock other = strict(second()).build();
            LockHandle mine = one.handle(KEY, OPTIONS); LockHandle theirs = other.handle(KEY, OPTIONS))
        {
            final long term = mine.acquire(Duration.ofMillis(100));
            final long otherTerm = theirs.acquire(Duration.ofMillis(100));
            assertThat(term > 0 && otherTerm > 0 && mine.isHeld(term) && theirs.isHeld(otherTerm))
                .as("%s; %s; %s", what, mine.votes(), theirs.votes()).isFalse();

            final boolean isFirst = isAccepted(one);
            final boolean isSecond = isAccepted(other);
            assertThat(isFirst && isSecond).as("%s; %s; %s", what, one.nodes(), other.nodes()).isFalse();

            return isFirst || isSecond;
        }
    }

    private static boolean isAccepted(final Redlock redlock)
    {
        return Await.parking().until("all nodes have answered", SOON, redlock::nodes,
            all -> all.stream().noneMatch(node -> node.state() == NodeStatus.State.UNKNOWN))
            .stream().filter(NodeStatus::isConnected).count() >= redlock.quorum();
    }

    /**
     * A client that has never met the third node holds a lock on the two others while that one is repaired.
     */
    @Test
    void shouldRepairAMemberAtNoCostToTheOthers() throws InterruptedException
    {
        declare(first());
        nodes.kill(2);
        nodes.restart(2);
        nodes.call(2, "FLUSHALL");
        final Map<Integer, String> before = nodes.holders(MARKER);
        final Diary diary = new Diary();
        final Redlock redlock = closing(strict(first()).build());
        awaitState(redlock, 2, NodeStatus.State.REFUSED);
        try (LockHandle held = redlock.handle(KEY, OPTIONS, diary))
        {
            final long term = held.acquire(SOON);
            assertThat(Outcome.of(term)).as("%s", held.votes()).isEqualTo(Outcome.ACQUIRED);
            assertThat(ask(first(), operators -> operators.declareNodes(true)).get(2))
                .contains("after the longest");
            // All the time, as a node that was refused is looked at again after up to two seconds.
            Await.parking().until("node 2 is in quarantine", SOON, () ->
            {
                assertThat(held.extend(term)).as("%s", held.votes()).isEqualTo(Outcome.EXTENDED);

                return redlock.nodes().get(2).state();
            }, state -> state == NodeStatus.State.QUARANTINED);
            assertThat(held.extend(term)).as("%s", held.votes()).isEqualTo(Outcome.EXTENDED);

            assertThat(diary.lost).isEmpty();
            assertThat(redlock.metrics().count(Counter.LEASES_LOST)).isZero();
            assertThat(nodes.holders(MARKER)).containsAllEntriesOf(before);
            assertThat(seat(2)).isNotEqualTo(seat(0)).isNotEqualTo(seat(1));
        }
    }

    /**
     * As a client that repairs a node at the same time, so does another one who declares the same list: the
     * one that comes too late reads what there is, and goes on.
     */
    @Test
    void shouldDeclareBesideOthersWhoDeclareTheSame()
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            nodes.empty();
            final List<CompletableFuture<String>> both =
                List.of(started(first(), true), started(first(), true));
            final List<String> told = both.stream().map(SharedNodes::result).toList();
            assertThat(told).as("round " + i).allMatch(words -> words.startsWith("[127.0.0.1:"));
        }
    }

    /**
     * The third node goes on at another address, without its data. Its place must be named, and nobody may
     * live there: neither a server that was emptied, as a client that knew it writes the marker back, nor one
     * that is stopped and may go on.
     */
    @Test
    void shouldGiveANodeThatMovedItsPlace()
    {
        declare(first());
        final String seat = seat(2);
        final List<String> moved = List.of(nodes.uris().get(0), nodes.uris().get(1), nodes.uris().get(3));
        checkRefused(
            moved, operators -> operators.declareNodes(true), "another list", nodes.place(3), "--moved");
        final Map<String, String> places = Map.of(nodes.uris().get(3), nodes.uris().get(2));
        checkRefused(moved, operators -> operators.declareNodes(true, places), nodes.place(3),
            "has not moved", nodes.place(2) + " still answers");

        nodes.call(2, "FLUSHALL");
        checkRefused(moved, operators -> operators.declareNodes(true, places), nodes.place(3),
            "may not have moved", nodes.place(2) + " still answers", "without a marker");
        nodes.pause(2);
        checkRefused(moved, operators -> operators.declareNodes(true, places), nodes.place(3),
            "may not have moved", nodes.place(2) + " was not asked", "Silence is no proof");
        nodes.resume(2);
        assertThat(nodes.holders(MARKER)).containsOnlyKeys(0, 1);

        nodes.kill(2);
        assertThat(ask(moved, operators -> operators.declareNodes(true, places)).get(2))
            .contains("is declared");
        nodes.restart(2);
        assertThat(seat(3)).isEqualTo(seat);
        assertThat(declare(moved)).allMatch(words -> words.endsWith("was declared before"));
        assertThatThrownBy(() -> ask(first(), operators -> operators.declareNodes(true,
            Map.of("redis://elsewhere:1", "redis://127.0.0.1:1"))))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("elsewhere:1");
    }

    /**
     * Clients of the old list work until it is retired on enough nodes; those of the new one wait for their
     * leases.
     */
    @Test
    void shouldReplaceAListThatWasRetired() throws InterruptedException
    {
        declare(first());
        final Redlock old = up(strict(first()));
        final Diary diary = new Diary();
        try (LockHandle held = old.handle(KEY, OPTIONS, diary))
        {
            final long term = held.acquire(SOON);
            checkRefused(second(), Operators::retireNodes, nodes.place(3) + " does not belong to the list");
            checkRefused(second().subList(0, 1), Operators::retireNodes, "nodes 3", "this client has 1");
            assertThat(held.extend(term)).isEqualTo(Outcome.EXTENDED);
            nodes.pause(0);
            final List<String> told = ask(first(), Operators::retireNodes);
            nodes.resume(0);
            assertThat(told.get(1)).endsWith("is retired");
            assertThat(told.get(0)).contains(nodes.place(0)).doesNotContain("is retired");
            assertThat(held.extend(term)).isNotEqualTo(Outcome.EXTENDED);
            checkRefused(second(), operators -> operators.declareNodes(false), "was retired", "--in-use");

            assertThat(ask(second(), operators -> operators.declareNodes(true)))
                .allMatch(words -> words.endsWith("after the longest time to live"));
            final Redlock young = closing(strict(second()).build());
            try (LockHandle next = young.handle(KEY, OPTIONS))
            {
                assertThat(next.tryAcquire()).as("%s", next.votes()).isNegative();
                final long taken = next.acquire(SOON.multipliedBy(2));
                assertThat(Outcome.of(taken)).as("%s", next.votes()).isEqualTo(Outcome.ACQUIRED);
                assertThat(held.isHeld(term)).isFalse();
                assertThat(Outcome.of(held.tryAcquire())).isNotEqualTo(Outcome.ACQUIRED);
            }
        }
        nodes.call(1, "FLUSHALL");
        awaitState(old, 1, NodeStatus.State.REFUSED);
        assertThat(nodes.holders(MARKER)).containsOnlyKeys(0, 2, 3, 4);

        nodes.call(0, "FLUSHALL");
        checkRefused(first(), Operators::retireNodes, nodes.place(0) + " does not belong to the list");
        assertThat(declare(second())).as("not retired instead")
            .allMatch(words -> words.endsWith("was declared before"));
    }

    /**
     * A client of the old list is cut off while that is retired and another takes two of its nodes. Then one
     * of these is emptied, and the client meets it, and the node that was away, but not the other of the two.
     */
    @Test
    void shouldNotBringARetiredListBackByAClientThatMissedIt()
    {
        declare(first());
        final List<TcpProxy> proxies = first().stream().map(URI::create)
            .map(uri -> TcpProxy.inFrontOf(uri.getHost(), uri.getPort())).toList();
        final Redlock old = up(strict(proxies.stream().map(TcpProxy::uri).toList()));
        proxies.forEach(TcpProxy::refuse);
        proxies.forEach(proxy -> proxy.cut(Cut.RESET));
        nodes.pause(2);
        ask(first(), Operators::retireNodes);
        nodes.resume(2);
        ask(List.of(nodes.uris().get(0), nodes.uris().get(1), nodes.uris().get(3)),
            operators -> operators.declareNodes(true));
        nodes.call(0, "FLUSHALL");
        final long before = nodes.calls(0, "get");

        proxies.get(0).accept();
        proxies.get(2).accept();
        awaitState(old, 2, NodeStatus.State.UP);
        Await.parking().until("it has looked several times", SOON, () -> nodes.calls(0, "get") > before + 8);
        assertThat(old.nodes().get(0).detail()).contains("has lost its incarnation marker");
        assertThat(nodes.holders(MARKER)).containsOnlyKeys(1, 2, 3);
        proxies.forEach(TcpProxy::close);
    }

    /**
     * An earlier version drew seats: a complete list is what it was, and of others nobody can tell.
     */
    @Test
    void shouldReadTheMarkersOfEarlierVersions() throws InterruptedException
    {
        declare(first());
        final List<String> texts = IntStream.range(0, 3).mapToObj(this::marker).toList();
        final List<String> seats = List.of("00000000000000a1", "00000000000000a2", "00000000000000a3");
        for (int i = 0; i < 3; i++)
        {
            final String[] parts = texts.get(i).split("\\|");
            parts[3] = digest("3|2|" + TTL.toMillis() + "|" + String.join("|", seats));
            parts[8] = seats.get(i);
            nodes.call(i, "SET", MARKER, String.join("|", parts));
        }
        assertThat(declare(first())).allMatch(words -> words.endsWith("was declared before"));
        final Redlock redlock = up(strict(first()));
        try (LockHandle handle = redlock.handle(KEY, OPTIONS))
        {
            assertThat(Outcome.of(handle.tryAcquire())).isEqualTo(Outcome.ACQUIRED);
        }

        nodes.call(2, "FLUSHALL");
        Await.parking().until(
            "a client that knew it repairs it", SOON, () -> nodes.holders(MARKER).size() == 3);
        assertThat(seat(2)).isEqualTo(seats.get(2));
        redlock.close();
        nodes.call(2, "FLUSHALL");
        checkRefused(first(), operators -> operators.declareNodes(true), "earlier version", "retire it");
        assertThat(ask(first(), Operators::retireNodes))
            .filteredOn(words -> words.endsWith("is retired")).hasSize(2);
        assertThat(ask(first(), operators -> operators.declareNodes(true)))
            .allMatch(words -> words.contains("is declared"));
    }

    private static String digest(final String text)
    {
        try
        {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                .digest(text.getBytes(StandardCharsets.UTF_8)), 0, 8);
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private List<String> first()
    {
        return nodes.uris().subList(0, 3);
    }

    private List<String> second()
    {
        return nodes.uris().subList(2, 5);
    }

    private static List<String> reversed(final List<String> uris)
    {
        return List.of(uris.get(2), uris.get(1), uris.get(0));
    }

    private String marker(final int node)
    {
        return new String(nodes.value(node, MARKER), StandardCharsets.US_ASCII);
    }

    private String seat(final int node)
    {
        return marker(node).split("\\|")[8];
    }

    private List<String> declare(final List<String> uris)
    {
        return ask(uris, operators -> operators.declareNodes(false));
    }

    private List<String> ask(
        final List<String> uris, final Function<Operators, List<String>> what)
    {
        try (Redlock redlock = strict(uris).startTimeout(Duration.ZERO).build())
        {
            return what.apply(redlock.operators());
        }
    }

    private void checkRefused(final List<String> uris,
        final Function<Operators, List<String>> what, final String... words)
    {
        assertThatThrownBy(() -> ask(uris, what)).isInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll(words);
    }

    private RedlockBuilder strict(final List<String> uris)
    {
        return guarded(uris).quarantine(QuarantineLevel.STRICT).longestTtl(TTL).startWithoutQuorum()
            .startTimeout(Duration.ofSeconds(1)).defaults(OPTIONS).fenceWindow(Duration.ofMillis(100));
    }
}
