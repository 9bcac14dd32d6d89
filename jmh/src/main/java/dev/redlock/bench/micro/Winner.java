// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.bench.micro;

import dev.redlock.engine.port.ClaimListener;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * Listens to one claim. A failure ends the benchmark: it would measure something else.
 */
final class Winner implements ClaimListener
{
    private long term;
    private long released;

    long term()
    {
        return term;
    }

    long released()
    {
        return released;
    }

    @Override
    public void onAcquired(final long newTerm, final long validUntilNs)
    {
        term = newTerm;
    }

    @Override
    public void onDenied(final Outcome outcome)
    {
        throw new IllegalStateException("denied: " + outcome);
    }

    @Override
    public void onValidity(final long anyTerm, final long validUntilNs)
    {
    }

    @Override
    public void onExtended(final long anyTerm, final Outcome outcome)
    {
        throw new IllegalStateException("nobody asked for an extension: " + outcome);
    }

    @Override
    public void onReleased(final long anyTerm, final Outcome outcome)
    {
        if (outcome != Outcome.RELEASED)
        {
            throw new IllegalStateException("not released: " + outcome);
        }
        released++;
    }

    @Override
    public void onLost(final long anyTerm, final LostReason reason)
    {
        throw new IllegalStateException("lost: " + reason);
    }
}
