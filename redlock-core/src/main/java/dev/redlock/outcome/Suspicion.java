// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * Why a node is in quarantine: it may have forgotten locks that are still held, or have let them expire
 * early.
 */
public enum Suspicion
{
    /**
     * It is another incarnation than the one that voted before: its process was restarted or replaced, was a
     * replica meanwhile, or does not say which it is.
     */
    RESTARTED("has restarted, or been given other data"),

    /**
     * It was started, or declared with {@code redlock init}, so short a time before this client first met it
     * that others may still hold locks which it has forgotten, or it does not say when it was started.
     */
    YOUNG("was started or declared a short time ago"),

    /**
     * When this client first met it, its data had another history than that of a plain start: it was a
     * replica once, or was started from the snapshot of a master with replicas. It may have taken over data
     * without locks that are still held, and says nothing of when.
     */
    INHERITED("has been a replica, or was started from the snapshot of a master with replicas, at a time " +
        "that it cannot tell"),

    /**
     * The same process may have lost its data: its incarnation marker has gone or is another, or is that of a
     * declaration that was retired; or keys may have been evicted beside it.
     */
    EMPTIED("may have lost its data: it was emptied, was set to evict keys, or belongs to a declaration " +
        "that was retired"),

    /**
     * Its clock was set, so that keys expired early or live too long; or it is far from the clocks of a
     * majority when a client first meets it, and may have been set before.
     */
    CLOCK_STEPPED("has had its clock set, or is a second or more from the other nodes"),

    /**
     * Its clock gains or loses more than the allowance for drift covers, so that keys may expire early.
     */
    CLOCK_RATE("has a clock that runs too fast or too slowly"),

    /**
     * Its clock does not go on, so that keys never expire and nothing that it says of time is true.
     */
    CLOCK_STANDS_STILL("has a clock that stands still");

    private final String label;

    Suspicion(final String label)
    {
        this.label = label;
    }

    /**
     * What the node has done; follows its name in a sentence.
     *
     * @return the label.
     */
    public String label()
    {
        return label;
    }
}
