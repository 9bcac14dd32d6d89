// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.judge;

import dev.redlock.proof.simulation.fault.Fault;

/**
 * What came of one history.
 *
 * @param seed         it followed from.
 * @param complaint    null if all was well; else begins with the name of the invariant.
 * @param acquisitions completed.
 * @param operations   acquisitions, refusals, extensions and releases that were asked for and answered.
 * @param strikes      of each fault, by its ordinal.
 * @param simulatedNs  true time that passed in it.
 * @param ghosts       keys that were set after their release.
 * @param sin          the fault that went beyond the envelope; null inside.
 * @param isGuarded    whether the quarantine was on.
 */
public record HistoryResult(long seed, String complaint, int acquisitions, int operations, int[] strikes,
    long simulatedNs, long ghosts, Fault sin, boolean isGuarded)
{
    /**
     * A history with fewer completed acquisitions would show little: the storm goes on until it has them.
     */
    public static final int LEAST_ACQUISITIONS = 20;

    /**
     * How many faults struck.
     *
     * @return 0 or more.
     */
    public long faults()
    {
        long sum = 0;
        for (final int struck : strikes)
        {
            sum += struck;
        }

        return sum;
    }
}
