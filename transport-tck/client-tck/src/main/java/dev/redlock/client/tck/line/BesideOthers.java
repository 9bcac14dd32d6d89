// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.redlock.Redlock;
import dev.redlock.test.resp.RespClient;

/**
 * Clients that wait in line beside those that only try again: clients of this library, and others with
 * {@code SET NX PX}.
 */
public abstract class BesideOthers extends LineNodes
{
    private static final long RUN_NS = TimeUnit.SECONDS.toNanos(4);
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final String DELETE =
        "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0";

    /**
     * As the line is empty now and then, all have their turns.
     */
    @Test
    void shouldShareALockWithThoseWhoTryAgain()
    {
        final List<Long> rounds = share(List.of(inLine(), up(patient(nodes.uris()))));
        assertThat(rounds).as("rounds of one in line, one that tries again, a stranger")
            .allMatch((count) -> count > 0);
    }

    /**
     * A line that is never empty leaves the others nothing for certain, and takes nothing from them.
     */
    @Test
    void shouldBeAloneBesideALineThatIsNeverEmpty()
    {
        final List<Redlock> clients = new ArrayList<>(inLine(3));
        clients.add(up(patient(nodes.uris())));
        assertThat(share(clients).subList(0, 3)).allMatch((count) -> count > 0);
    }

    /*
     * The stranger is the last.
     */
    private List<Long> share(final List<Redlock> clients)
    {
        final Inside inside = new Inside();
        final long endNs = System.nanoTime() + RUN_NS;
        final List<CompletableFuture<Long>> calls = new ArrayList<>();
        clients.forEach((client) ->
            calls.add(going(client, inside, (count) -> System.nanoTime() - endNs >= 0)));
        calls.add(CompletableFuture.supplyAsync(() -> goStrangely(inside, endNs), callers));
        final List<Long> rounds = results(calls);
        System.out.printf("%s: %s rounds of %d clients, the last of whom tries again, and a stranger%n",
            transport().name(), rounds, clients.size());

        assertThat(inside.most()).isOne();
        nodes.awaitNoKeys();

        return rounds;
    }

    private long goStrangely(final Inside inside, final long endNs)
    {
        final List<RespClient> all =
            IntStream.range(0, nodes.count()).mapToObj((i) -> nodes.server(i).client()).toList();
        try
        {
            long count = 0;
            for (int i = 0; System.nanoTime() - endNs < 0; i++)
            {
                final String token = "stranger " + i;
                final long granted = all.stream().filter((client) ->
                    "OK".equals(client.call("SET", KEY, token, "NX", "PX", "20000"))).count();
                if (granted > nodes.count() / 2)
                {
                    inside.visit(0);
                    count++;
                }
                all.forEach((client) -> client.call("EVAL", DELETE, "1", KEY, token));
                LockSupport.parkNanos(PAUSE_NS);
            }

            return count;
        }
        finally
        {
            all.forEach(RespClient::close);
        }
    }
}
