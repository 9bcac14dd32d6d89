// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * How carefully a client keeps out the votes of nodes that may have forgotten locks which others still hold.
 * All clients of the same keys need the same level: one that is less careful endangers the others.
 */
public enum QuarantineLevel
{
    /**
     * As the Redlock specification without its delayed restarts: a node votes as soon as it is up. Operators
     * must keep a node that may have forgotten locks away for the longest time to live.
     */
    OFF,

    /**
     * A node that has restarted, that was a replica meanwhile, that was started a short time before it was
     * first met or then shows that it was a replica once, or whose clock is proved to be wrong, does not vote
     * until all locks that it may have forgotten are over. Nothing is written to the nodes, so what a running
     * process forgets (FLUSHALL, SWAPDB, eviction) is not noticed.
     */
    RESTART,

    /**
     * As {@link #RESTART}, and each node is asked with every acquire, extend and heartbeat whether it
     * still has its data.
     */
    STRICT
}
