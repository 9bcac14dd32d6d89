// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * What was seen of the key of a lock on one node.
 */
public enum KeyState
{
    /**
     * The key is not there.
     */
    FREE,

    /**
     * The key is there, as a lock would be.
     */
    HELD,

    /**
     * The key is there, but no lock has that type.
     */
    NO_LOCK,

    /**
     * The node did not say, or its word does not count, as a replica's.
     */
    UNKNOWN
}
