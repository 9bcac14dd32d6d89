// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine;

import dev.redlock.engine.port.ClaimListener;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * A listener that allocates nothing: it counts what it is told.
 */
final class QuietEar implements ClaimListener
{
    enum Told
    {
        DENIED,
        MOVED,
        EXTENDED,
        RELEASED,
        LOST
    }

    private final int[] counts = new int[Told.values().length];
    long term;

    int take(final Told what)
    {
        final int taken = counts[what.ordinal()];
        counts[what.ordinal()] = 0;

        return taken;
    }

    @Override
    public void onAcquired(final long newTerm, final long validUntilNs)
    {
        term = newTerm;
    }

    @Override
    public void onDenied(final Outcome outcome)
    {
        counts[Told.DENIED.ordinal()]++;
    }

    @Override
    public void onValidity(final long ofTerm, final long validUntilNs)
    {
        counts[Told.MOVED.ordinal()]++;
    }

    @Override
    public void onExtended(final long ofTerm, final Outcome outcome)
    {
        counts[Told.EXTENDED.ordinal()] += outcome == Outcome.EXTENDED ? 1 : 0;
    }

    @Override
    public void onReleased(final long ofTerm, final Outcome outcome)
    {
        counts[Told.RELEASED.ordinal()] += outcome == Outcome.RELEASED ? 1 : 0;
    }

    @Override
    public void onLost(final long ofTerm, final LostReason reason)
    {
        counts[Told.LOST.ordinal()]++;
    }
}
