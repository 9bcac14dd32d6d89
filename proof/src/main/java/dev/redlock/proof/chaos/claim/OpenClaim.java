// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.chaos.claim;

import java.util.function.LongSupplier;

import dev.redlock.outcome.LostReason;

/**
 * A claim while it lasts: what a worker, and a sampler beside it, see of one term. Any thread.
 */
public final class OpenClaim
{
    /*
     * Every instant is read before the question whether the lock is held. As a term is held without a gap, a
     * claim thus never covers an instant at which the lock was not held, and what overlaps is a violation
     * and no artefact.
     *
     * A term that ended by its validity, and by nothing else, was held to its deadline, though nobody may
     * have looked: the process stood still. That is the case to be strict about. A deadline may also be taken
     * back before it is reached, when a node that had granted it has restarted; then what was seen counts.
     */
    private final LongSupplier clock;
    private final LongSupplier remainingNs;
    private final String holder;
    private final int key;
    private final long sequence;
    private final long term;
    private final boolean isDeaf;
    private final long fromNs;
    private long heldNs;
    private long deadlineNs;
    private long lostNs;
    private boolean isHeldSeen;
    private boolean isEndSeen;
    private LostReason lost;

    /**
     * Begins with a first look.
     *
     * @param clock       monotonic, in nanoseconds.
     * @param remainingNs validity that is left to the term.
     * @param isDeaf      to treat the lock as held regardless; for a client that is unsafe on
     *                    purpose.
     */
    public OpenClaim(final LongSupplier clock, final LongSupplier remainingNs, final String holder,
        final int key, final long sequence, final long term, final boolean isDeaf)
    {
        this.clock = clock;
        this.remainingNs = remainingNs;
        this.holder = holder;
        this.key = key;
        this.sequence = sequence;
        this.term = term;
        this.isDeaf = isDeaf;
        fromNs = clock.getAsLong();
        heldNs = fromNs;
        deadlineNs = fromNs;
        look();
    }

    /**
     * Looks whether the lock is held.
     */
    public synchronized boolean look()
    {
        final long nowNs = clock.getAsLong();
        final long leftNs = remainingNs.getAsLong();
        if (leftNs > 0)
        {
            deadlineNs = nowNs + leftNs;
        }
        if (leftNs > 0 || isDeaf)
        {
            heldNs = nowNs;
            isHeldSeen = true;
        }
        else if (!isEndSeen)
        {
            isEndSeen = true;
            lostNs = nowNs;
        }

        return leftNs > 0 || isDeaf;
    }

    /**
     * A term was lost; another one than this is ignored. That nodes refused it outweighs what came of that.
     */
    public synchronized void lost(final long lostTerm, final LostReason reason)
    {
        if (lostTerm == term && (lost == null || reason == LostReason.REFUSED))
        {
            lostNs = isEndSeen ? lostNs : clock.getAsLong();
            lost = reason;
        }
    }

    /**
     * The claim as far as it is known.
     */
    public synchronized ClaimedInterval interval()
    {
        final boolean isByTime = lost == LostReason.EXPIRED || lost == LostReason.MAX_HOLD_REACHED;
        final boolean hasLapsed = isByTime && lostNs - deadlineNs >= 0 && deadlineNs - heldNs > 0;
        if (!isHeldSeen)
        {
            return new ClaimedInterval(holder, key, sequence, fromNs, fromNs, ClaimedInterval.NEVER_HELD);
        }

        final String end = lost == null ? "RELEASED" : isByTime && !hasLapsed ? "SHORTENED" : lost.name();

        return new ClaimedInterval(holder, key, sequence, fromNs, hasLapsed ? deadlineNs : heldNs, end);
    }
}
