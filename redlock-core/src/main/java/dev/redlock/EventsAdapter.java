// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.runtime.ClientEvents;

/**
 * Passes the runtime's news on to the application.
 */
final class EventsAdapter implements ClientEvents
{
    private final RedlockEvents events;

    EventsAdapter(final RedlockEvents events)
    {
        this.events = events;
    }

    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        events.onNodeStatus(status);
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        events.onLeaseLost(key, term, reason);
    }

    @Override
    public void onError(final Throwable error)
    {
        events.onError(error);
    }
}
