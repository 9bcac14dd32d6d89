// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.mutants;

/**
 * What came of the hunt for one planted bug.
 *
 * @param mutant    that was hunted.
 * @param seed      of the history that found it; the last one if none did.
 * @param histories that were run.
 * @param elapsedNs from the compilation on.
 * @param complaint of the simulator; null if nothing was found.
 */
record Find(Mutant mutant, long seed, long histories, long elapsedNs, String complaint)
{
    boolean isFound()
    {
        return complaint != null;
    }

    /**
     * Whether it broke what the bug is expected to break.
     */
    boolean isExpected()
    {
        return isFound() && mutant.isBlamed(complaint);
    }

    @Override
    public String toString()
    {
        return mutant + (isFound() ? " found by seed " + seed : " NOT FOUND") + " after " + histories +
            " histories, " + elapsedNs / 1_000_000 + " ms: " + complaint;
    }
}
