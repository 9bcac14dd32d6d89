// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * What the votes so far decide.
 */
public enum TallyState
{
    /**
     * The missing votes can still decide either way.
     */
    PENDING,

    /**
     * A quorum granted.
     */
    WON,

    /**
     * Too many refusals and faults for that.
     */
    LOST
}
