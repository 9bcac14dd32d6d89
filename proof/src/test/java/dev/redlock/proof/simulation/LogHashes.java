// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import java.util.stream.LongStream;

/**
 * Prints the hashes of the event logs of some histories, one a line: run on another JDK, to compare.
 */
public final class LogHashes
{
    private LogHashes()
    {
    }

    /**
     * Entry point.
     *
     * @param args number of histories.
     */
    public static void main(final String[] args)
    {
        final StringBuilder lines = new StringBuilder();
        for (final long hash : of(Integer.parseInt(args[0])))
        {
            lines.append(Long.toHexString(hash)).append('\n');
        }
        System.out.print(lines);
    }

    static long[] of(final int histories)
    {
        return LongStream.range(0, histories).parallel()
            .map((seed) -> Simulation.logHash(seed, Envelope.INSIDE)).toArray();
    }
}
