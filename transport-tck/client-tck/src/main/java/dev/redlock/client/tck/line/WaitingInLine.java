// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockHandle;
import dev.redlock.LockLine;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.client.tck.tools.Diary;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.QuarantineLevel;
import dev.redlock.test.Await;

/**
 * Clients that wait in line at the nodes get the lock one after the other, and leave nothing when they give
 * up.
 */
public abstract class WaitingInLine extends LineNodes
{
    private static final int CLIENTS = 4;
    private static final int ROUNDS = 25;

    @Test
    void shouldGoOnInTheOrderInWhichTheyCame() throws InterruptedException
    {
        final Redlock first = inLine();
        final Lease lease = first.acquire(KEY, SOON);
        final List<Redlock> others = inLine(CLIENTS);
        handOver(lease, queue(others));

        assertThat(count(first, Counter.WAITS_IN_LINE)).isZero();
        others.forEach((other) -> assertThat(count(other, Counter.WAITS_IN_LINE)).isPositive());
        others.forEach((other) -> assertThat(fromLine(other)).isPositive());
        assertThat(count(first, Counter.LOCKS_PASSED) + count(others, Counter.LOCKS_PASSED)).isPositive();
        assertThat(count(others, Counter.NODE_ERRORS)).isZero();
        assertThat(count(others, Counter.UNASKED)).isZero();
    }

    /**
     * By their names, as operators see them at the nodes; who has the lock then is known again.
     */
    @Test
    void shouldShowWhoWaits() throws InterruptedException
    {
        final Redlock holder = inLine();
        final Lease lease = holder.acquire(KEY, SOON);
        final List<Redlock> others =
            Stream.of("first", "second").map((name) -> up(waiting(nodes.uris()).name(name))).toList();
        final List<CompletableFuture<Lease>> line = queue(others);
        final LockLine seen = Await.parking().until("both in line", SOON,
            () -> holder.operators().waiters(KEY).toCompletableFuture().join(),
            (now) -> now.waiters().stream().filter((waiter) -> waiter.nodes() == nodes.count()).count() == 2);

        assertThat(seen.isComplete()).isTrue();
        assertThat(seen.nodes()).hasSize(nodes.count()).allMatch((node) -> node.waiting() == 2);
        assertThat(seen.waiters()).extracting(LockLine.Waiter::name).containsExactly("first", "second");
        assertThat(seen.waiters()).extracting(LockLine.Waiter::waited)
            .isSortedAccordingTo(Comparator.reverseOrder()).allMatch((waited) -> waited.compareTo(SOON) < 0);
        awaitLine(2);
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        final Lease next = next(line);
        assertThat(seen.waiters()).anySatisfy((waiter) -> assertThat(next.tag()).startsWith(waiter.owner()));
        handOver(next, line);
        assertThat(holder.operators().waiters(KEY).toCompletableFuture().join().waiters()).isEmpty();
    }

    /**
     * Who comes again goes to the end of the line; nobody is inside with another.
     */
    @Test
    void shouldBeInsideAloneWhenAllWantItAllTheTime()
    {
        final Inside inside = new Inside();
        final List<Redlock> clients = inLine(CLIENTS);
        results(clients.stream().map((client) -> going(client, inside, (count) -> count == ROUNDS)).toList());

        assertThat(inside.most()).isOne();
        assertThat(count(clients, Counter.RELEASES)).isEqualTo((long)CLIENTS * ROUNDS);
        assertThat(count(clients, Counter.LEASES_LOST)).isZero();
        assertThat(count(clients, Counter.LOCKS_PASSED)).isPositive();
        assertThat(count(clients, Counter.LOCKS_GIVEN)).isPositive();
        nodes.awaitNoKeys();
    }

    @Test
    void shouldLeaveNothingWhenTheTimeIsUp() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final Redlock other = inLine();
        try (LockHandle handle = other.handle(KEY))
        {
            assertThat(Outcome.of(handle.acquire(Duration.ofMillis(700)))).isEqualTo(Outcome.TIMED_OUT);
        }
        assertThat(count(other, Counter.WAITS_IN_LINE)).isPositive();
        checkGone(lease);
    }

    @Test
    void shouldLeaveNothingWhenItsCallerIsInterrupted() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final Redlock other = inLine();
        final CompletableFuture<String> end = new CompletableFuture<>();
        final Thread caller = new Thread(() -> end.complete(endOf(other)), "waits in line");
        caller.start();
        awaitLine(1);
        caller.interrupt();
        assertThat(result(end)).isEqualTo("interrupted");
        caller.join();
        checkGone(lease);
    }

    private static String endOf(final Redlock redlock)
    {
        try
        {
            return redlock.acquire(KEY, SOON).toString();
        }
        catch (final InterruptedException ex)
        {
            return "interrupted";
        }
    }

    @Test
    void shouldLeaveNothingWhenItIsCancelled() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final Diary diary = new Diary();
        final LockHandle handle = closing(inLine().handle(KEY, LONG, diary));
        assertThat(handle.acquireAsync(SOON)).isEqualTo(Outcome.STARTED);
        awaitLine(1);
        handle.cancel();
        awaitOnlyHolder();
        assertThat(diary.verdicts).containsExactly(Outcome.CANCELLED);

        final CompletableFuture<Lease> future = inLine().acquireAsync(KEY, SOON);
        awaitLine(1);
        assertThat(future.cancel(false)).isTrue();
        checkGone(lease);
    }

    /**
     * The one behind does not hear of it, and is the first.
     */
    @Test
    void shouldLeaveNothingWhenItsClientIsClosed() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final List<Redlock> others = inLine(2);
        final List<CompletableFuture<Lease>> line = queue(others);
        others.get(0).close();
        assertThat(line.get(0)).isCompletedExceptionally();
        handOver(lease, line.subList(1, 2));
        assertThat(fromLine(others.get(1))).isPositive();
    }

    /**
     * What a client has when it is closed goes on to the next, too.
     */
    @Test
    void shouldGiveOnTheLockOfAClientThatIsClosed() throws InterruptedException
    {
        final Redlock holder = inLine();
        holder.acquire(KEY, SOON);
        final Redlock next = inLine();
        final CompletableFuture<Lease> future = next.acquireAsync(KEY, SOON);
        awaitLine(1);
        holder.close();

        assertThat(result(future).release()).isEqualTo(Outcome.RELEASED);
        assertThat(fromLine(next)).isPositive();
        nodes.awaitNoKeys();
    }

    /**
     * Its holder does not extend it, and its client gives it on when it ends.
     */
    @Test
    @Tag("proof")
    void shouldGoOnWhenALockHasExpired() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON, Duration.ofSeconds(2));
        final List<Redlock> others = inLine(2);
        final List<CompletableFuture<Lease>> line = queue(others);
        final Lease next = next(line);

        assertThat(lease.isHeld()).isFalse();
        handOver(next, line);
        others.forEach((other) -> assertThat(fromLine(other)).isPositive());
    }

    /**
     * Each release proposes a token for the next, above all that the nodes have granted.
     */
    @Test
    void shouldGiveFencedLocksOnWithHigherTokens() throws InterruptedException
    {
        final Inside inside = new Inside();
        final LockOptions fenced = LONG.withFencing();
        final Lease first = inLine().acquire(KEY, SOON, fenced);
        final List<Redlock> others = inLine(CLIENTS);
        final List<CompletableFuture<Lease>> line = queue(others, fenced);
        inside.visit(first.fencingToken());
        assertThat(first.release()).isEqualTo(Outcome.RELEASED);
        while (!line.isEmpty())
        {
            final Lease lease = next(line);
            inside.visit(lease.fencingToken());
            assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        }
        assertThat(count(others, Counter.LOCKS_GIVEN)).isPositive();

        results(others.stream().map((client) ->
            going(client, fenced, inside, (count) -> count == ROUNDS)).toList());
        assertThat(inside.most()).isOne();
        assertThat(inside.outOfOrder()).isZero();
        assertThat(count(others, Counter.LEASES_LOST)).isZero();
        nodes.callAll("DEL", KEY + ":fence");
        nodes.awaitNoKeys();
    }

    /**
     * Nodes keep places, and give the lock, under the marker that clients expect.
     */
    @Test
    void shouldGoOnAtLevelStrict() throws InterruptedException
    {
        final List<Redlock> clients = Stream.generate(() ->
            up(waiting(nodes.uris()).quarantine(QuarantineLevel.STRICT))).limit(CLIENTS).toList();
        final LockOptions fenced = LONG.withFencing();
        for (final LockOptions options : List.of(LONG, fenced))
        {
            Lease lease = clients.get(0).acquire(KEY, SOON, options);
            final List<CompletableFuture<Lease>> line = queue(clients.subList(1, CLIENTS), options);
            while (!line.isEmpty())
            {
                assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
                lease = next(line);
            }
            assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        }
        assertThat(count(clients, Counter.LOCKS_PASSED)).isPositive();
        assertThat(count(clients, Counter.NODE_ERRORS)).isZero();
        clients.forEach(Redlock::close);
        nodes.empty();
    }

    /**
     * A process asks for itself once, whoever waits in it.
     */
    @Test
    void shouldTakeOnePlaceForAllThatWaitInAProcess() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final Redlock other = inLine();
        final List<CompletableFuture<Lease>> all = new ArrayList<>();
        IntStream.range(0, CLIENTS).forEach((i) -> all.add(other.acquireAsync(KEY, SOON)));
        awaitLine(1);
        lease.release();
        for (final CompletableFuture<Lease> one : all)
        {
            result(one).release();
        }
        nodes.awaitNoKeys();
    }

    /**
     * A lock that another has costs two commands a second, client and node; twice as many are allowed here.
     */
    @Test
    @Tag("proof")
    void shouldAskTwiceASecondWhileItWaits() throws InterruptedException
    {
        final Lease lease = inLine().acquire(KEY, SOON);
        final List<Redlock> others = inLine(2);
        final List<CompletableFuture<Lease>> line = queue(others);
        others.forEach((other) -> awaitCount(other, Counter.TICKETS_RENEWED, 1));
        final long before = nodes.calls(0, "evalsha");
        final long renewed = count(others, Counter.TICKETS_RENEWED);
        others.forEach((other) -> awaitCount(other, Counter.TICKETS_RENEWED, 5));
        final long asked = nodes.calls(0, "evalsha") - before;

        assertThat(asked).isBetween(7L, 2 * (count(others, Counter.TICKETS_RENEWED) - renewed));
        handOver(lease, line);
    }

    /*
     * The lock can be had at once.
     */
    private void checkGone(final Lease lease) throws InterruptedException
    {
        awaitOnlyHolder();
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        nodes.awaitNoKeys();
        inLine().acquire(KEY, SOON).release();
    }
}
