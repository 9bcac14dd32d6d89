// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.HandleListener;

/**
 * Passes what the runtime says of a handle on to the application.
 */
final class ListenerAdapter implements HandleListener
{
    private final LockHandle handle;
    private final LockListener listener;

    ListenerAdapter(final LockHandle handle, final LockListener listener)
    {
        this.handle = handle;
        this.listener = listener;
    }

    @Override
    public void onAcquired(final long term, final long validUntilNs)
    {
        listener.onAcquired(handle, term);
    }

    @Override
    public void onDenied(final Outcome outcome)
    {
        listener.onDenied(handle, outcome);
    }

    @Override
    public void onExtended(final long term, final Outcome outcome)
    {
        listener.onExtended(handle, term, outcome);
    }

    @Override
    public void onReleased(final long term, final Outcome outcome)
    {
        listener.onReleased(handle, term, outcome);
    }

    @Override
    public void onLost(final long term, final LostReason reason)
    {
        listener.onLost(handle, term, reason);
    }
}
