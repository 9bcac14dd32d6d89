// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.redlock.LockHandle;
import dev.redlock.Redlock;
import dev.redlock.client.tck.suite.FaultSuite;
import dev.redlock.client.tck.suite.ProxiedNodes;
import dev.redlock.client.tck.suite.ProxiedSuite;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.Outcome;
import dev.redlock.test.Await;
import dev.redlock.test.proxy.Flow;

/**
 * Clients that start together: each gets some votes, none a majority.
 */
public abstract class SplitVote extends ProxiedSuite
{
    private static final String KEY = "split";
    private static final List<int[]> HEARD_BY = List.of(new int[]{0, 1}, new int[]{2, 3}, new int[]{4});
    private static final List<int[]> UNHEARD_BY = List.of(
        new int[]{2, 3, 4}, new int[]{0, 1, 4}, new int[]{0, 1, 2, 3});

    private final List<ProxiedNodes> ways = new ArrayList<>();
    private final List<Redlock> clients = new ArrayList<>();

    @BeforeEach
    void startClients()
    {
        for (int i = 0; i < UNHEARD_BY.size(); i++)
        {
            ways.add(new ProxiedNodes(nodes));
            clients.add(patient(ways.get(i).uris()).build());
        }
        clients.forEach(FaultSuite::awaitAllUp);
    }

    @AfterEach
    void stopClients()
    {
        clients.forEach(Redlock::close);
        ways.forEach(ProxiedNodes::close);
        clients.clear();
        ways.clear();
    }

    /**
     * Two votes, two votes and one: nobody has three, so all must give back what they have and try again at
     * different moments. Clients that kept their minority while they wait would block each other for a
     * minute; clients that come back in step would split the vote again and again.
     */
    @Test
    void shouldLetAllThreeHaveTheLockInTurn() throws InterruptedException
    {
        for (int i = 0; i < clients.size(); i++)
        {
            ways.get(i).requests(UNHEARD_BY.get(i)).forEach(Flow::holdExisting);
        }

        final AtomicInteger holders = new AtomicInteger();
        final List<CompletableFuture<Long>> calls = new ArrayList<>();
        clients.forEach(client -> calls.add(begin(() -> hold(client, holders))));
        Await.parking().until("votes split 2-2-1", SOON, () -> nodes.holders(KEY), SplitVote::isSplit);

        /*
         * Until all have lost, none may give back what it has, or another could win with it.
         */
        for (int i = 0; i < clients.size(); i++)
        {
            ways.get(i).requests(HEARD_BY.get(i)).forEach(Flow::holdExisting);
        }
        for (int i = 0; i < clients.size(); i++)
        {
            ways.get(i).requests(UNHEARD_BY.get(i)).forEach(Flow::release);
        }
        Await.parking().until("all have lost", SOON, () -> clients.stream().allMatch(
            client -> client.metrics().count(Counter.ATTEMPTS_CONTENDED) > 0));
        ways.forEach(ProxiedNodes::clear);
        calls.forEach(SplitVote::result);
        for (final Redlock client : clients)
        {
            checkCleanCycle(client, nodes);
        }
    }

    private static long hold(final Redlock client, final AtomicInteger holders)
    {
        try (LockHandle handle = client.handle(KEY))
        {
            final long term = handle.acquire(SOON);
            assertThat(term).as("%s, %s", handle.votes(), Outcome.of(term)).isPositive();
            assertThat(holders.incrementAndGet()).as("holders").isOne();
            holders.decrementAndGet();

            assertThat(handle.release(term)).isEqualTo(Outcome.RELEASED);

            return term;
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private static boolean isSplit(final Map<Integer, String> holders)
    {
        return holders.size() == 5 && holders.get(0).equals(holders.get(1)) &&
            holders.get(2).equals(holders.get(3)) && new HashSet<>(holders.values()).size() == 3;
    }
}
