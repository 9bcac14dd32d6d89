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

    @Override
    public void rtt(final int nodeIndex, final long durationNs)
    {
    }

    @Override
    public void acquired(final long durationNs, final long marginNs)
    {
    }

    @Override
    public void extended(final long durationNs)
    {
    }

    @Override
    public void released(final long heldNs, final long durationNs)
    {
    }

    @Override
    public void clock(final int nodeIndex, final long lowPpm, final long highPpm)
    {
    }

    @Override
    public void offset(final int nodeIndex, final long lowNs, final long highNs)
    {
    }

    @Override
    public void tokensOut(final int number)
    {
    }
}
