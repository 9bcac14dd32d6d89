// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.judge;

/**
 * A claim: so long somebody believed to hold a key, on a time line that is the same for all holders.
 *
 * @param key         that is held.
 * @param holder      the believer.
 * @param heldFromNs  first instant of the belief.
 * @param heldUntilNs first instant after it.
 */
public record BelievedHold(String key, String holder, long heldFromNs, long heldUntilNs)
{
    boolean overlaps(final BelievedHold other)
    {
        return Math.max(heldFromNs, other.heldFromNs) < Math.min(heldUntilNs, other.heldUntilNs);
    }

    @Override
    public String toString()
    {
        return holder + " from " + heldFromNs + " to " + heldUntilNs + " ns";
    }
}
