// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

import dev.redlock.Lease;
import dev.redlock.LockOptions;
import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.client.tck.suite.ProxiedNodes;
import dev.redlock.client.tck.suite.SharedNodes;
import dev.redlock.client.tck.suite.TestNodes;
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
     * finds them alive, unless the machine stands still in between. -1 if line and tickets differ.
     */
    private static final String FRESH = "local t, fresh = redis.call('TIME'), 0 " +
        "for _, ticket in ipairs(redis.call('HVALS', KEYS[2])) do " +
        "if t[1] * 1000 + t[2] / 1000 - string.sub(ticket, 1, 13) < 550 then fresh = fresh + 1 end end " +
        "return redis.call('ZCARD', KEYS[1]) == redis.call('HLEN', KEYS[2]) and fresh or -1";

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
            line.add(client.acquireAsync(KEY, SOON, options));
            awaitLine(line.size());
        }

        return line;
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
        awaitLine(nodes, count);
    }

    protected static void awaitLine(final TestNodes nodes, final int count)
    {
        Await.parking().until(count + " in line everywhere", SOON,
            () -> nodes.callAll("EVAL", FRESH, "2", LINE, TICKETS),
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
     * Each release wakes the next; none of those behind has it before.
     */
    protected final void handOver(final Lease holder, final List<CompletableFuture<Lease>> line)
    {
        Lease lease = holder;
        for (int i = 0; i < line.size(); i++)
        {
            awaitLine(line.size() - i);
            assertThat(lease.isHeld()).as("lease before waiter %d", i).isTrue();
            assertThat(line.subList(i, line.size())).noneMatch(CompletableFuture::isDone);
            assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
            lease = result(line.get(i));
        }
        assertThat(lease.release()).isEqualTo(Outcome.RELEASED);
        nodes.awaitNoKeys();
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
