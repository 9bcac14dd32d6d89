// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import dev.redlock.outcome.ClientEvents;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;

/**
 * Tells the application the news. What it throws is counted and reported, and harms nothing. Any thread.
 */
final class GuardedEvents implements ClientEvents
{
    private final ClientEvents events;
    private final ClientMeter meter;

    GuardedEvents(final ClientEvents events, final ClientMeter meter)
    {
        this.events = events;
        this.meter = meter;
    }

    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        try
        {
            events.onNodeStatus(status);
        }
        catch (final Throwable ex)
        {
            onCallbackError(ex);
        }
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        try
        {
            events.onLeaseLost(key, term, reason);
        }
        catch (final Throwable ex)
        {
            onCallbackError(ex);
        }
    }

    @Override
    public void onError(final Throwable error)
    {
        try
        {
            events.onError(error);
        }
        catch (final Throwable again)
        {
            meter.countOutside(Counter.CALLBACK_ERRORS);
        }
    }

    /**
     * A callback of the application threw.
     */
    void onCallbackError(final Throwable error)
    {
        meter.countOutside(Counter.CALLBACK_ERRORS);
        onError(error);
    }
}
