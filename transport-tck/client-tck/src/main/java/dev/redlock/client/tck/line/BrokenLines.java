// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.ProxiedNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.proxy.Cut;
import dev.redlock.test.proxy.Flow;

/**
 * Connections and nodes fail while clients wait in line: no wait is lost, and the line comes back.
 */
public abstract class BrokenLines extends LineNodes
{
    private static final int[] ALL = {0, 1, 2, 3, 4};
    private static final long CUTTING_NS = TimeUnit.SECONDS.toNanos(4);

    /**
     * Nodes have given it the lock, and it does not hear of that on the connections that it had.
     */
    @Test
    @Tag("proof")
    void shouldFindOnOtherConnectionsWhatWasGiven() throws InterruptedException
    {
        final ProxiedNodes way = ownWay();
        final Redlock cut = up(waiting(way.uris()));
        final Redlock holder = inLine();
        final Lease lease = holder.acquire(KEY, SOON);
        final CompletableFuture<Lease> future = cut.acquireAsync(KEY, SOON);
        awaitLine(1);
        way.replies(ALL).forEach(Flow::holdExisting);
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        assertThat(count(holder, Counter.LOCKS_PASSED)).isPositive();
        way.proxies(ALL).forEach((proxy) -> proxy.cut(Cut.RESET));

        assertThat(result(future).release()).isEqualTo(Outcome.RELEASED);
        nodes.awaitNoKeys();
    }

    /**
     * Who is not connected when the lock is given does not keep it from the next, and waits on.
     */
    @Test
    @Tag("proof")
    void shouldPassOverOneThatIsCutOff() throws InterruptedException
    {
        final ProxiedNodes way = ownWay();
        final Redlock cut = up(waiting(way.uris()));
        final Lease lease = inLine().acquire(KEY, SOON);
        final Redlock next = inLine();
        final List<CompletableFuture<Lease>> line = queue(List.of(cut, next));
        way.proxies(ALL).forEach((proxy) ->
        {
            proxy.refuse();
            proxy.cut(Cut.RESET);
        });
        awaitListeners(2);
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        final Lease other = result(line.get(1));
        way.clear();

        handOver(other, line.subList(0, 1));
    }

    /**
     * Again and again, while others hand the lock over.
     */
    @Test
    @Tag("proof")
    void shouldLoseNoWaitWhileConnectionsAreCut()
    {
        final ProxiedNodes way = ownWay();
        final Redlock cut = up(waiting(way.uris()));
        final List<Redlock> clients = Stream.concat(Stream.of(cut), inLine(2).stream()).toList();
        final AtomicBoolean isOver = new AtomicBoolean();
        final Inside inside = new Inside();
        final List<CompletableFuture<Long>> calls =
            clients.stream().map((client) -> going(client, inside, (count) -> isOver.get())).toList();
        final long endNs = System.nanoTime() + CUTTING_NS;
        int cuts = 0;
        while (System.nanoTime() - endNs < 0)
        {
            final int index = cuts % nodes.count();
            way.proxy(index).cut(cuts % 2 == 0 ? Cut.RESET : Cut.FIN);
            way.proxy(index).awaitConnections(1, SOON);
            cuts++;
        }
        isOver.set(true);
        final List<Long> rounds = results(calls);
        System.out.printf("%s: %d cuts while %s times locks were acquired, the first by whom it hit%n",
            transport().name(), cuts, rounds);

        assertThat(inside.most()).isOne();
        assertThat(rounds).allMatch((count) -> count > 0);
        awaitAllUp(cut);
        nodes.awaitNoKeys();
    }

    @Test
    @Tag("proof")
    void shouldGoOnWhenANodeHasLostAll() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final List<Redlock> others = inLine(3);
        final List<CompletableFuture<Lease>> line = queue(others);
        nodes.kill(0);
        nodes.restart(0);
        others.forEach((other) -> awaitState(other, 0, NodeStatus.State.QUARANTINED));

        handOver(lease, line);
    }

    /**
     * It gives the lock again as soon as it is back.
     */
    @Test
    @Tag("proof")
    void shouldGoOnWhenANodeThatIsTrustedHasLostAll() throws InterruptedException
    {
        final Lease lease = up(trusting(nodes.uris()).waitInLine()).acquire(KEY, SOON);
        final List<Redlock> others =
            Stream.generate(() -> up(trusting(nodes.uris()).waitInLine())).limit(3).toList();
        final List<CompletableFuture<Lease>> line = queue(others);
        nodes.kill(0);
        nodes.restart(0);
        others.forEach((other) -> awaitAllUp(other));

        handOver(lease, line);
    }

    @Test
    @Tag("proof")
    void shouldGoOnWhenKeysOfANodeAreFlushed() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final List<CompletableFuture<Lease>> line = queue(inLine(2));
        nodes.call(2, "FLUSHALL");

        handOver(lease, line);
    }

    @Test
    void shouldGoOnWhenScriptsAreFlushed() throws InterruptedException
    {
        final Redlock holder = inLine();
        final Lease lease = holder.acquire(KEY, SOON);
        final List<Redlock> others = inLine(2);
        final List<CompletableFuture<Lease>> line = queue(others);
        nodes.callAll("SCRIPT", "FLUSH");

        handOver(lease, line);
        assertThat(count(others, Counter.SCRIPTS_RESENT) + count(holder, Counter.SCRIPTS_RESENT))
            .isPositive();
        assertThat(count(others, Counter.NODE_ERRORS)).isZero();
    }

    /**
     * Somebody deletes the key of the holder: the first in line finds that.
     */
    @Test
    @Tag("proof")
    void shouldFindALockThatWasDeleted() throws InterruptedException
    {
        inLine().acquire(KEY, SOON);
        final Redlock next = inLine();
        final CompletableFuture<Lease> future = next.acquireAsync(KEY, SOON);
        awaitLine(1);
        nodes.callAll("DEL", KEY);

        result(future).release();
        assertThat(count(next, Counter.LOCKS_FOUND)).isPositive();
        nodes.awaitNoKeys();
    }

    /**
     * Some begin to wait before two nodes fail, some after.
     */
    @Test
    @Tag("proof")
    void shouldGoOnWithoutAMinorityOfNodes() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final List<Redlock> others = inLine(3);
        final CompletableFuture<Lease> first = others.get(0).acquireAsync(KEY, SOON);
        awaitLine(1);
        closing(() -> IntStream.of(ProxiedNodes.MINORITY).forEach(nodes::restart));
        IntStream.of(ProxiedNodes.MINORITY).forEach(nodes::kill);
        final CompletableFuture<Lease> second = others.get(1).acquireAsync(KEY, SOON);
        awaitLine(2);
        final CompletableFuture<Lease> third = others.get(2).acquireAsync(KEY, SOON);
        awaitLine(3);

        handOver(lease, List.of(first, second, third));
    }

    /**
     * It is asked and told all the same, and does not answer.
     */
    @Test
    @Tag("proof")
    void shouldGoOnWhileANodeStandsStill() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final List<CompletableFuture<Lease>> line = queue(inLine(3));
        nodes.pause(0);
        try
        {
            handOverUnseen(lease, line);
        }
        finally
        {
            nodes.resume(0);
        }
        nodes.awaitNoKeys();
    }

    private static void handOverUnseen(final Lease holder, final List<CompletableFuture<Lease>> line)
    {
        final List<CompletableFuture<Lease>> behind = new ArrayList<>(line);
        Lease lease = holder;
        while (!behind.isEmpty())
        {
            assertThat(lease.isHeld()).isTrue();
            assertThat(behind).noneMatch(CompletableFuture::isDone);
            assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
            lease = next(behind);
        }
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
    }
}
