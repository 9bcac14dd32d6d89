// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.contender;

import java.util.Random;

import org.HdrHistogram.Histogram;

/**
 * Clients that want the same lock at nearly the same time, again and again: how often does nobody get it,
 * because the votes are split? The servers are real; the delays of the wire are drawn, each client having
 * its own distance to each node, and the same ones for each order that is compared.
 */
public final class Race implements AutoCloseable
{
    private static final int CLIENTS = 3;
    private static final long NEAREST_NS = 100_000L;
    private static final long FARTHEST_NS = 400_000L;
    private static final long JITTER_NS = 100_000L;
    private static final long LEAD_NS = 20_000L;
    private static final long PATIENCE_NS = 10_000_000_000L;
    private static final long LONGEST_NS = 10_000_000_000L;
    private static final int DIGITS = 3;

    private final RaceClient[] clients = new RaceClient[CLIENTS];
    private final Histogram winnersNs = new Histogram(LONGEST_NS, DIGITS);
    private final Random random;
    private int splits;

    /**
     * Connects all clients.
     *
     * @param target what to.
     * @param order  in which they ask.
     * @param seed   of distances and delays.
     */
    public Race(final Target target, final SendingOrder order, final long seed)
    {
        random = new Random(seed);
        for (int i = 0; i < CLIENTS; i++)
        {
            final long[] baseNs = random.longs(target.uris().size(), NEAREST_NS, FARTHEST_NS).toArray();
            clients[i] = new RaceClient(target, i, order, baseNs);
        }
    }

    /**
     * Runs races.
     *
     * @param count    of them.
     * @param spreadNs the clients begin within so long of each other.
     */
    public void run(final int count, final long spreadNs)
    {
        for (int i = 0; i < count; i++)
        {
            race(spreadNs);
        }
    }

    private void race(final long spreadNs)
    {
        final long originNs = System.nanoTime() + LEAD_NS;
        for (final RaceClient client : clients)
        {
            client.begin(originNs + (long)(random.nextDouble() * spreadNs), random, JITTER_NS);
        }
        final long deadlineNs = originNs + PATIENCE_NS;
        for (long nowNs = System.nanoTime(); !areOver(); nowNs = System.nanoTime())
        {
            for (final RaceClient client : clients)
            {
                client.poll(nowNs, random, JITTER_NS);
            }
            if (deadlineNs - nowNs < 0)
            {
                throw new IllegalStateException("a race took more than a second: is a server down?");
            }
        }

        boolean isWon = false;
        for (final RaceClient client : clients)
        {
            if (client.hasWon())
            {
                isWon = true;
                winnersNs.recordValue(client.decidedNs());
            }
            client.release();
        }
        splits += isWon ? 0 : 1;
    }

    private boolean areOver()
    {
        for (final RaceClient client : clients)
        {
            if (!client.isOver())
            {
                return false;
            }
        }

        return true;
    }

    /**
     * Races that nobody won.
     *
     * @return their number so far.
     */
    public int splits()
    {
        return splits;
    }

    /**
     * Times from the beginning to the decision, of those who won.
     *
     * @return in nanoseconds.
     */
    public Histogram winnersNs()
    {
        return winnersNs;
    }

    @Override
    public void close()
    {
        for (final RaceClient client : clients)
        {
            client.close();
        }
    }
}
