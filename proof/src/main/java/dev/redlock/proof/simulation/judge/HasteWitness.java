// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.judge;

import dev.redlock.engine.port.Meter;
import dev.redlock.outcome.Counter;

/**
 * Watches how one client judges most of the clocks while these run too fast alike, or are set forward, and
 * nothing stands still: it must accuse them all, and not take them for a pause of its own.
 */
public final class HasteWitness
{
    /*
     * A gain of milliseconds, as at the beginning and at the end, may have been a pause of ours, for all that
     * the other nodes can tell. So may a longer one, if the answers of the right node come first, by less
     * than messages differ in their delay, and so may the next. An engine that never tells the two apart
     * counts each heartbeat, which is twenty and more.
     */
    private static final int MOST_UNDECIDED = 4;

    private final String client;
    private int accused;
    private int pausesTold;

    public HasteWitness(final String client)
    {
        this.client = client;
    }

    /**
     * Counts what the client takes for a pause of its own.
     *
     * @param meter that is told everything, too.
     */
    public Meter over(final Meter meter)
    {
        return new Meter()
        {
            @Override
            public void count(final Counter counter)
            {
                meter.count(counter);
                pausesTold += counter == Counter.CLIENT_PAUSES ? 1 : 0;
            }
        };
    }

    public void onAccused(final int nodeIndex)
    {
        accused |= 1 << nodeIndex;
    }

    public void begin()
    {
        pausesTold = 0;
        accused = 0;
    }

    /**
     * The clocks are right again.
     *
     * @param fast how many nodes, from the first on, ran too fast.
     */
    public void end(final int fast, final Referee referee)
    {
        for (int i = 0; i < fast; i++)
        {
            if ((accused & 1 << i) == 0)
            {
                referee.complain(Invariant.I6,
                    client + " has never accused n" + i + ", which ran too fast with others");
            }
        }
        if (pausesTold > MOST_UNDECIDED)
        {
            referee.complain(Invariant.I6, client + " took nodes that ran too fast for " + pausesTold +
                " pauses of its own");
        }
    }
}
