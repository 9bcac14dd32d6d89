// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.redlock.client.tck.choice.TransportChoice;

/**
 * An application whose heap is full again and again, as a separate program: see {@link FullHeap}. It says
 * which promises were not kept, a line each, and then what it has seen.
 */
public final class HeapOutage
{
    /**
     * Begins the last line.
     */
    static final String DONE = "done: ";

    private static final int URIS_AT = 2;
    private static final int ENGINES = 3;
    private static final long NS_PER_MS = 1_000_000;

    private HeapOutage()
    {
    }

    /**
     * Goes through some outages.
     *
     * @param args name of the transport, number of outages, and the nodes.
     * @throws InterruptedException never, as nobody interrupts it.
     */
    public static void main(final String[] args) throws InterruptedException
    {
        final TransportChoice transport = new TransportChoice(args[0], Map.of());
        final int rounds = Integer.parseInt(args[1]);
        int ended = 0;
        int calls = 0;
        long latestNs = 0;
        long pauseNs = 0;
        for (int i = 1; i <= rounds; i++)
        {
            final List<String> broken = new ArrayList<>();
            final OutageRound round =
                new OutageRound(transport, List.of(args).subList(URIS_AT, args.length), broken);
            round.play();
            ended += round.ended();
            calls += round.calls();
            latestNs = Math.max(latestNs, round.latestNs());
            pauseNs = Math.max(pauseNs, round.pauseNs());
            for (final String line : broken)
            {
                System.out.println("round " + i + ": " + line);
            }
        }
        System.out.println(DONE + rounds + " outages, " + ended + " of " + ENGINES * rounds +
            " engines ended, " + calls + " calls, the latest " + latestNs / NS_PER_MS +
            " ms beyond its patience, the longest pause " + pauseNs / NS_PER_MS + " ms");
        // What an outage has left of a transport's threads must not keep it.
        System.exit(0);
    }
}
