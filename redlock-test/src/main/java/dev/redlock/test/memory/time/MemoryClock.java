// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory.time;

import java.util.function.LongSupplier;

/**
 * A clock that may be wrong: a straight line over true time with variable slope and offset. The wall clock of
 * a node, or the monotonic clock of a client (which must not be stepped back).
 */
public final class MemoryClock
{
    private static final long PPM = 1_000_000;

    private final LongSupplier trueTime;
    private long sinceTrueNs;
    private long sinceNs;
    private long slope = PPM;
    private long ratePpm;

    /**
     * A clock that is right at first.
     *
     * @param trueTime the time of the network, in nanoseconds.
     * @param startNs  what the clock shows at first.
     */
    public MemoryClock(final LongSupplier trueTime, final long startNs)
    {
        this.trueTime = trueTime;
        sinceTrueNs = trueTime.getAsLong();
        sinceNs = startNs;
    }

    /**
     * What the clock shows.
     *
     * @return nanoseconds since the clock's origin.
     */
    public long nowNs()
    {
        final long passedNs = trueTime.getAsLong() - sinceTrueNs;

        return sinceNs + passedNs / PPM * slope + passedNs % PPM * slope / PPM;
    }

    /**
     * Sets the rate of the clock from now on.
     *
     * @param partsPerMillion too fast, or too slow if negative; above -1,000,000.
     */
    public void rate(final long partsPerMillion)
    {
        if (partsPerMillion <= -PPM)
        {
            throw new IllegalArgumentException("the rate error is " + partsPerMillion +
                " ppm but must be above -1000000, which would be a clock that stands; use freeze()");
        }
        anchor(nowNs());
        ratePpm = partsPerMillion;
        slope = PPM + ratePpm;
    }

    /**
     * Sets the clock.
     *
     * @param forwardNs ahead, or back if negative.
     */
    public void step(final long forwardNs)
    {
        anchor(nowNs() + forwardNs);
    }

    /**
     * Stops the clock until {@link #thaw()}.
     */
    public void freeze()
    {
        anchor(nowNs());
        slope = 0;
    }

    /**
     * The clock continues from its reading, at its old rate.
     */
    public void thaw()
    {
        anchor(nowNs());
        slope = PPM + ratePpm;
    }

    /**
     * The first true instant from now on at which the clock shows at least a given reading, if nothing
     * changes it.
     *
     * @param readingNs of this clock.
     * @return an instant of true time; {@link Long#MAX_VALUE} if the clock stands still short of it.
     */
    public long trueNs(final long readingNs)
    {
        final long leftNs = readingNs - sinceNs;
        final long trueNowNs = trueTime.getAsLong();
        if (readingNs - nowNs() <= 0)
        {
            return trueNowNs;
        }
        return slope == 0 ?
            Long.MAX_VALUE : sinceTrueNs + leftNs / slope * PPM + (leftNs % slope * PPM + slope - 1) / slope;
    }

    private void anchor(final long readingNs)
    {
        sinceNs = readingNs;
        sinceTrueNs = trueTime.getAsLong();
    }
}
