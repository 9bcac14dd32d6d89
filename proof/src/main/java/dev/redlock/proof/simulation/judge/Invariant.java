// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.simulation.judge;

/**
 * What must always hold.
 */
public enum Invariant
{
    /**
     * Exclusion: at no true time do two clients both believe to hold one key.
     */
    I1,

    /**
     * Fence order: of two acquisitions of a fenced lock, the later has the higher fencing token.
     */
    I2,

    /**
     * Continuity: a successful extension means that nobody else has acquired the key since the holder did,
     * and no extension creates a key.
     */
    I3,

    /**
     * No inflated validity: what a client believes, a quorum of nodes has promised; and no promise is
     * shortened.
     */
    I4,

    /**
     * No ghosts, in plain mode: nothing but releases is sent with a token once it was let go, and a SET that
     * is executed after its release is never counted as a vote and dies within its time to live.
     */
    I5,

    /**
     * Kept: when a quorum has promised to keep a key for a while after its release, nobody acquires it before
     * that is over, nor has anybody since the one who released it did.
     */
    I7,

    /**
     * Liveness: when a quorum is well again, every waiter gets the lock; nothing stays behind, neither on the
     * nodes nor in the clients.
     */
    I6,

    /**
     * Order: in the calm nobody who waits in line is overtaken by somebody who came clearly later.
     */
    W2,

    /**
     * Haste: in the calm a lock is handed over soon after its release, and the next holder has it for as
     * long as it was wanted.
     */
    W3
}
