// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.load;

/**
 * When a measurement begins and ends, by {@link System#nanoTime()}.
 *
 * @param startNs beginning of the load.
 * @param fromNs  beginning of what counts.
 * @param toNs    end of both.
 */
public record Window(long startNs, long fromNs, long toNs)
{
    /**
     * A window that begins soon.
     *
     * @param startNs    beginning of the load.
     * @param warmupNs   load that does not count.
     * @param measuredNs load that counts.
     * @return the window.
     */
    public static Window of(final long startNs, final long warmupNs, final long measuredNs)
    {
        return new Window(startNs, startNs + warmupNs, startNs + warmupNs + measuredNs);
    }

    /**
     * Whether an instant counts.
     *
     * @param instantNs of interest.
     * @return true if it lies in the measured part.
     */
    public boolean contains(final long instantNs)
    {
        return instantNs - fromNs >= 0 && instantNs - toNs < 0;
    }

    /**
     * Whether any part of a time counts.
     *
     * @param beginNs of the time.
     * @param endNs   of the time.
     * @return true if it reaches into the measured part.
     */
    public boolean overlaps(final long beginNs, final long endNs)
    {
        return endNs - fromNs >= 0 && beginNs - toNs < 0;
    }

    /**
     * Whether the load is to end.
     *
     * @param nowNs the present.
     * @return true after the end.
     */
    public boolean isOver(final long nowNs)
    {
        return nowNs - toNs >= 0;
    }
}
