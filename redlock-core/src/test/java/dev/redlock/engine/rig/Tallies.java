// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.rig;

import java.util.EnumMap;
import java.util.Map;

import dev.redlock.engine.port.Meter;
import dev.redlock.outcome.Counter;

/**
 * A meter that remembers.
 */
public final class Tallies implements Meter
{
    private final Map<Counter, Integer> counts = new EnumMap<>(Counter.class);
    long rttNs;
    public long waitedNs;
    public long acquiredNs;
    public long marginNs;
    public long extendedNs;
    public long heldNs;
    public long releasedNs;
    public long lowPpm;
    public long highPpm;
    public int clocks;
    public long offsetLowNs;
    public long offsetHighNs;
    public int offsets;
    int tokensOut;

    int of(final Counter counter)
    {
        return counts.getOrDefault(counter, 0);
    }

    @Override
    public void count(final Counter counter)
    {
        counts.merge(counter, 1, Integer::sum);
    }

    @Override
    public void rtt(final int nodeIndex, final long durationNs)
    {
        rttNs = durationNs;
    }

    @Override
    public void waited(final long durationNs)
    {
        waitedNs = durationNs;
    }

    @Override
    public void acquired(final long durationNs, final long newMarginNs)
    {
        acquiredNs = durationNs;
        marginNs = newMarginNs;
    }

    @Override
    public void extended(final long durationNs)
    {
        extendedNs = durationNs;
    }

    @Override
    public void released(final long newHeldNs, final long durationNs)
    {
        heldNs = newHeldNs;
        releasedNs = durationNs;
    }

    @Override
    public void clock(final int nodeIndex, final long newLowPpm, final long newHighPpm)
    {
        lowPpm = newLowPpm;
        highPpm = newHighPpm;
        clocks++;
    }

    @Override
    public void offset(final int nodeIndex, final long lowNs, final long highNs)
    {
        offsetLowNs = lowNs;
        offsetHighNs = highNs;
        offsets++;
    }

    @Override
    public void tokensOut(final int number)
    {
        tokensOut = number;
    }

    @Override
    public String toString()
    {
        return counts.toString();
    }
}
