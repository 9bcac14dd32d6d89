// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

/**
 * The times at which the cycles of an open loop should begin: evenly spaced, each thread in its turn.
 * Computed, never moved: a late cycle does not push back those that follow.
 */
public final class Schedule
{
    private static final double NS_PER_S = 1e9;

    private final long startNs;
    private final double offsetNs;
    private final double intervalNs;

    /**
     * The schedule of one of several sources that share a rate.
     *
     * @param startNs of the first cycle of the first source.
     * @param rate    cycles a second of all sources together.
     * @param index   of this source.
     * @param count   of the sources.
     */
    public Schedule(final long startNs, final double rate, final int index, final int count)
    {
        this.startNs = startNs;
        offsetNs = index * NS_PER_S / rate;
        intervalNs = count * NS_PER_S / rate;
    }

    /**
     * When a cycle should begin.
     *
     * @param number of the cycle of this source, from 0.
     */
    long intendedNs(final long number)
    {
        return startNs + Math.round(offsetNs + number * intervalNs);
    }

    /**
     * How many cycles should have begun before an instant.
     */
    long dueBefore(final long instantNs)
    {
        final double passedNs = instantNs - startNs - offsetNs;

        return passedNs <= 0 ? 0 : (long)Math.ceil(passedNs / intervalNs);
    }
}
