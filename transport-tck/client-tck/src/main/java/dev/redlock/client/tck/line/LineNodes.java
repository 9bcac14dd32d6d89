// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.ProxiedNodes;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;

/**
 * Nodes with a line for a lock, seen past the clients that stand in it.
 */
public abstract class LineNodes extends SharedNodes
{
    protected static final String KEY = "line";
    protected static final String LINE = KEY + ":line";
    protected static final String TICKETS = KEY + ":tickets";

    /*
     * Of tickets that were renewed within the last 550 ms, which live as much longer: a release that follows
     * finds them alive unless the machine stands still for CALM_NS. -1 if line and tickets differ.
     */
    private static final String FRESH = "local t, fresh = redis.call('TIME'), 0 " +
        "for _, ticket in ipairs(redis.call('HVALS', KEYS[2])) do " +
        "if t[1] * 1000 + t[2] / 1000 - string.sub(ticket, 1, 13) < 550 then fresh = fresh + 1 end end " +
        "return redis.call('ZCARD', KEYS[1]) == redis.call('HLEN', KEYS[2]) and fresh or -1";

    private static final long CALM_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private long lookedNs;

    protected final RedlockBuilder waiting(final List<String> uris)
    {
        return patient(uris).waitInLine();
    }

    /**
     * A client that waits in line, closed after the present test.
     */
    protected final Redlock inLine()
    {
        return up(waiting(nodes.uris()));
    }

    /**
     * Others begin to wait one after the other, each when the one before is in line at all nodes.
     *
     * @return in the order of their places. A client stands by its own reading of the nodes' time, which is
     * off by half a round trip: one that gets a place before an earlier one begins again.
     */
    protected final List<CompletableFuture<Lease>> queue(final List<Redlock> clients)
    {
        return queue(clients, LONG);
    }

    protected final List<CompletableFuture<Lease>> queue(
        final List<Redlock> clients, final LockOptions options)
    {
        final List<CompletableFuture<Lease>> line = new ArrayList<>();
        for (final Redlock client : clients)
        {
            line.add(last(client, line.size(), options));
        }

        return line;
    }

    private CompletableFuture<Lease> last(
        final Redlock client, final int before, final LockOptions options)
    {
        while (true)
        {
            final List<?> others = places();
            final CompletableFuture<Lease> call = client.acquireAsync(KEY, SOON, options);
            awaitLine(before + 1);
            final List<?> all = places();
            if (all.size() == before + 1 && all.subList(0, before).equals(others))
            {
                return call;
            }
            call.cancel(false);
            awaitLine(before);
        }
    }

    /*
     * The same at all nodes once all are in line.
     */
    private List<?> places()
    {
        return (List<?>)nodes.callAll("ZRANGE", LINE, "0", "-1").get(0);
    }

    protected final List<Redlock> inLine(final int count)
    {
        return Stream.generate(this::inLine).limit(count).toList();
    }

    /**
     * Waits until so many are in line at each node that runs, all of them just now.
     */
    protected final void awaitLine(final int count)
    {
        Await.parking().until(count + " in line everywhere", SOON,
            () ->
            {
                lookedNs = System.nanoTime();
                return nodes.callAll("EVAL", FRESH, "2", LINE, TICKETS);
            },
            (seen) -> seen.stream().allMatch((fresh) -> fresh.equals((long)count)));
    }

    /**
     * Nobody but the holder is left.
     */
    protected final void awaitOnlyHolder()
    {
        Await.parking().until("nobody in line", SOON, nodes::keys, (keys) ->
            keys.size() == nodes.count() && keys.values().stream().allMatch(List.of(KEY)::equals));
    }

    /**
     * Each release wakes the next; none of those behind has it before. One that stands still loses its place,
     * and gets the lock later.
     */
    protected final void handOver(final Lease holder, final List<CompletableFuture<Lease>> line)
    {
        final List<CompletableFuture<Lease>> behind = new ArrayList<>(line);
        Lease lease = holder;
        while (!behind.isEmpty())
        {
            awaitLine(behind.size());
            final CompletableFuture<Lease> first = behind.get(0);
            assertThat(lease.isHeld()).as("lease before the last %d", behind.size()).isTrue();
            assertThat(behind).noneMatch(CompletableFuture::isDone);
            assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
            lease = next(behind);
            assertThat(!behind.contains(first) || System.nanoTime() - lookedNs > CALM_NS)
                .as("the first is next while nothing stands still").isTrue();
        }
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        nodes.awaitNoKeys();
    }

    /**
     * Waits until one of them has the lock, and takes it out.
     */
    protected static Lease next(final List<CompletableFuture<Lease>> line)
    {
        result(CompletableFuture.anyOf(line.toArray(new CompletableFuture<?>[0])));
        final CompletableFuture<Lease> next =
            line.stream().filter(CompletableFuture::isDone).findFirst().orElseThrow();
        line.remove(next);

        return next.join();
    }

    /**
     * How often clients got a lock from the line: told by messages, or found by asking where those came late.
     */
    protected static long fromLine(final Redlock... clients)
    {
        return count(List.of(clients), Counter.LOCKS_GIVEN) + count(List.of(clients), Counter.LOCKS_FOUND);
    }

    protected static long count(final Redlock redlock, final Counter counter)
    {
        return redlock.metrics().count(counter);
    }

    protected static long count(final List<Redlock> clients, final Counter counter)
    {
        return clients.stream().mapToLong((client) -> count(client, counter)).sum();
    }

    protected static void awaitCount(final Redlock redlock, final Counter counter, final long atLeast)
    {
        Await.parking().until(atLeast + " x " + counter, EVENTUALLY, () -> count(redlock, counter),
            (count) -> count >= atLeast);
    }

    /**
     * Waits until so many clients listen at each node that runs.
     */
    protected final void awaitListeners(final int count)
    {
        Await.parking().until(count + " clients that listen", SOON,
            () -> nodes.callAll("PUBSUB", "CHANNELS", "mail:*"), (seen) -> seen.stream()
                .allMatch((channels) -> ((List<?>)channels).size() == count));
    }

    /**
     * Acquires and releases on a thread of its own until it is over.
     *
     * @return how often.
     */
    final CompletableFuture<Long> going(final Redlock client, final Inside inside,
        final LongPredicate isOver)
    {
        return going(client, LONG, inside, isOver);
    }

    final CompletableFuture<Long> going(final Redlock client, final LockOptions options, final Inside inside,
        final LongPredicate isOver)
    {
        return CompletableFuture.supplyAsync(() ->
        {
            long count = 0;
            try
            {
                while (!isOver.test(count))
                {
                    final Lease lease = client.acquire(KEY, SOON, options);
                    inside.visit(lease.fencingToken());
                    lease.release();
                    count++;
                }
            }
            catch (final InterruptedException ex)
            {
                throw new CompletionException(ex);
            }

            return count;
        }, callers);
    }

    protected static List<Long> results(final List<CompletableFuture<Long>> calls)
    {
        return calls.stream().map((call) -> result(call)).toList();
    }

    /**
     * A way to the nodes of its own, closed after the present test.
     */
    protected final ProxiedNodes ownWay()
    {
        return closing(new ProxiedNodes(nodes));
    }
}
