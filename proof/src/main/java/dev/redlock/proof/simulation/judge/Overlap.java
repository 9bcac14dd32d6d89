// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.judge;

/**
 * Two holds of one key at the same time: what a lock exists to prevent.
 *
 * @param first  the hold that began earlier.
 * @param second the hold that began while the first lasted.
 */
public record Overlap(BelievedHold first, BelievedHold second)
{
    /**
     * The first instant with two holders.
     *
     * @return on the time line of the holds.
     */
    public long atNs()
    {
        return Math.max(first.heldFromNs(), second.heldFromNs());
    }

    @Override
    public String toString()
    {
        return second.key() + " has two holders at " + atNs() + " ns: " + first + ", " + second;
    }
}
