// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * Why a lease ended without a release.
 */
public enum LostReason
{
    /**
     * Its validity ended.
     */
    EXPIRED,

    /**
     * Its validity ended, at the configured maximum hold or number of extensions.
     */
    MAX_HOLD_REACHED,

    /**
     * Too many nodes say that the key is not ours, or have restarted: no quorum is left.
     */
    REFUSED,

    /**
     * The client was closed.
     */
    CLOSED,

    /**
     * The engine has stopped after an unexpected error. The keys end with their time to live.
     */
    ENGINE_FAILED
}
