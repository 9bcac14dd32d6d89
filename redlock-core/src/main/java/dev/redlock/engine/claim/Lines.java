// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

/**
 * Who has the lines of keys. Whoever is next in line has it as soon as the last one leaves, and tries after
 * the present input, which keeps a long line from becoming a deep stack, and puts one's release before the
 * next one's acquire.
 */
public final class Lines
{
    private final ClaimList<KeyLine.Place> ready = new ClaimList<>();

    /**
     * A claim takes its line if nobody is there.
     *
     * @return whether it has it.
     */
    public boolean enter(final Claim claim)
    {
        final KeyLine line = claim.place.line;
        final boolean isEmpty = line.holder() == null;
        if (isEmpty)
        {
            line.enter(claim);
        }

        return isEmpty;
    }

    /**
     * A claim's call or lease is over: it waits for nothing any more, and who is next in its line has that.
     */
    public void end(final Claim claim, final long nowNs)
    {
        final KeyLine line = claim.place.line;
        claim.end();
        claim.place.leaveList();
        if (line.holder() == claim)
        {
            final KeyLine.Place next = line.first();
            line.leave(next == null ? null : next.claim, nowNs);
            if (next != null)
            {
                next.claim.follow(claim);
                next.leaveList();
                ready.add(next);
            }
        }
    }

    /**
     * The next claim that has its line and has not tried; null if there is none.
     */
    public Claim poll()
    {
        final KeyLine.Place next = ready.first();
        if (next == null)
        {
            return null;
        }

        next.leaveList();

        return next.claim;
    }
}
