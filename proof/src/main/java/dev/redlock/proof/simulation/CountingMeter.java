// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation;

import dev.redlock.engine.Meter;
import dev.redlock.outcome.Counter;

/**
 * Counts what engines count, over all histories of a thread: to show that they were no idyll.
 */
final class CountingMeter implements Meter
{
    private final long[] counts = new long[Counter.values().length];

    long[] counts()
    {
        return counts;
    }

    @Override
    public void count(final Counter counter)
    {
        counts[counter.ordinal()]++;
    }
}
