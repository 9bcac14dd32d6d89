// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.quorum;

/**
 * A node's answer in one round.
 */
public enum Vote
{
    /**
     * The node did what was asked.
     */
    GRANTED,

    /**
     * The node certainly did not do it: somebody else holds the key, or the key is not ours.
     */
    REFUSED,

    /**
     * Uncertain: an error, a timeout, a lost connection. Never counted for us, and never taken as certain.
     */
    FAULTED
}
