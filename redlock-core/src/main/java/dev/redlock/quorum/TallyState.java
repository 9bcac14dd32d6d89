// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * What the votes so far decide.
 */
public enum TallyState
{
    /**
     * Votes that are still out can go either way.
     */
    PENDING,

    /**
     * A quorum granted.
     */
    WON,

    /**
     * So many refusals and faults that a quorum is out of reach.
     */
    LOST
}
