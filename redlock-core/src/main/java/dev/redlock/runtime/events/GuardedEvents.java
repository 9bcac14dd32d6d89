// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.events;

import java.util.List;

import org.agrona.concurrent.NanoClock;

import dev.redlock.engine.claim.Claim;
import dev.redlock.news.ClientEvents;
import dev.redlock.outcome.Counter;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.metrics.ClientMeter;

/**
 * Tells the application and Flight Recorder the news. What they throw is counted and reported, and harms
 * nothing. Any thread.
 */
public final class GuardedEvents implements ClientEvents
{
    /*
     * No lambda and no iterator: the end of an engine for lack of memory is told through this, too, and what
     * throws here keeps a handle from its other answers.
     */
    private final List<ClientEvents> receivers;
    private final ClientMeter meter;
    private final FlightEvents flight;

    /**
     * Nothing to tell yet.
     *
     * @param receivers of the application, in the order in which they hear.
     * @param meter     of the engine.
     * @param client    name of the engine.
     * @param nodes     their names without secrets, by index.
     * @param clock     of the engine.
     */
    public GuardedEvents(final List<ClientEvents> receivers, final ClientMeter meter, final String client,
        final List<String> nodes, final NanoClock clock)
    {
        this.receivers = receivers;
        this.meter = meter;
        flight = flightEvents(client, nodes, clock);
    }

    /**
     * What Flight Recorder hears of one engine.
     *
     * @param client name of the engine.
     * @param nodes  their names without secrets, by index.
     * @param clock  of the engine.
     * @return that does nothing in a JVM without the module {@code jdk.jfr}.
     */
    static FlightEvents flightEvents(final String client, final List<String> nodes, final NanoClock clock)
    {
        try
        {
            return new JfrEvents(client, nodes, clock);
        }
        catch (final LinkageError ignored)
        {
            // Only that class names those of jdk.jfr, so nothing else can miss them later.
            return FlightEvents.NONE;
        }
    }

    /**
     * The engine is about to start; {@link #close()} must follow.
     */
    public void open()
    {
        try
        {
            flight.open();
        }
        catch (final Throwable ex)
        {
            onCallbackError(ex);
        }
    }

    /**
     * A handle holds its lock; for Flight Recorder only.
     */
    public void onAcquired(
        final String key, final long term, final long fromNs, final long validUntilNs, final Claim claim)
    {
        try
        {
            flight.onAcquired(key, term, fromNs, validUntilNs, claim);
        }
        catch (final Throwable ex)
        {
            onCallbackError(ex);
        }
    }

    /**
     * A round asked the nodes in vain; for Flight Recorder only.
     */
    public void onAttemptLost(final String key, final Outcome outcome, final long roundNs, final Claim claim)
    {
        try
        {
            flight.onAttemptLost(key, outcome, roundNs, claim);
        }
        catch (final Throwable ex)
        {
            onCallbackError(ex);
        }
    }

    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        tell(flight, status);
        for (int i = 0; i < receivers.size(); i++)
        {
            tell(receivers.get(i), status);
        }
    }

    private void tell(final ClientEvents receiver, final NodeStatus status)
    {
        try
        {
            receiver.onNodeStatus(status);
        }
        catch (final Throwable ex)
        {
            onCallbackError(ex);
        }
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        tell(flight, key, term, reason);
        for (int i = 0; i < receivers.size(); i++)
        {
            tell(receivers.get(i), key, term, reason);
        }
    }

    private void tell(final ClientEvents receiver, final String key, final long term, final LostReason reason)
    {
        try
        {
            receiver.onLeaseLost(key, term, reason);
        }
        catch (final Throwable ex)
        {
            onCallbackError(ex);
        }
    }

    @Override
    public void onError(final Throwable error)
    {
        for (int i = 0; i < receivers.size(); i++)
        {
            tell(receivers.get(i), error);
        }
    }

    private void tell(final ClientEvents receiver, final Throwable error)
    {
        try
        {
            receiver.onError(error);
        }
        catch (final Throwable again)
        {
            meter.countOutside(Counter.CALLBACK_ERRORS);
        }
    }

    /**
     * What was told the news threw.
     */
    public void onCallbackError(final Throwable error)
    {
        meter.countOutside(Counter.CALLBACK_ERRORS);
        onError(error);
    }

    /**
     * The engine has ended, or was never started.
     */
    public void close()
    {
        try
        {
            flight.close();
        }
        catch (final Throwable ex)
        {
            onCallbackError(ex);
        }
    }
}
