// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos;

/**
 * Something unsafe, done on purpose: a run with it must find overlaps, or its checker is blind.
 */
public enum PlantedFault
{
    /**
     * All is as it should be.
     */
    NONE,

    /**
     * One client goes on working after its validity, without asking whether it still holds. No other fault
     * is needed.
     */
    DEAF_CLIENT,

    /**
     * A majority of nodes loses its memory and comes back at once, while one client is cut off from it.
     */
    FORGETFUL_MAJORITY
}
