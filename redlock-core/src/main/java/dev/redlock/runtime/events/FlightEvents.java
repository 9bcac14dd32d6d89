// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.events;

import dev.redlock.engine.claim.Claim;
import dev.redlock.news.ClientEvents;
import dev.redlock.outcome.Outcome;

/**
 * What Flight Recorder is told, if the JVM has one. Costs next to nothing while nobody records.
 */
interface FlightEvents extends ClientEvents
{
    /**
     * In a JVM that has no Flight Recorder.
     */
    FlightEvents NONE = new FlightEvents()
    {
    };

    /**
     * The engine is about to start. {@link #close()} must follow, or Flight Recorder would keep what the
     * engine refers to, such as the class loader of an application.
     */
    default void open()
    {
    }

    /**
     * A handle holds its lock.
     *
     * @param key          of the lock, for people.
     * @param term         of the lease.
     * @param fromNs       when the engine took the call.
     * @param validUntilNs when its validity ends.
     * @param claim        knows the votes.
     */
    default void onAcquired(
        final String key, final long term, final long fromNs, final long validUntilNs, final Claim claim)
    {
    }

    /**
     * A round asked the nodes in vain.
     *
     * @param key     of the lock, for people.
     * @param outcome of the round.
     * @param roundNs how long it took.
     * @param claim   knows the votes.
     */
    default void onAttemptLost(
        final String key, final Outcome outcome, final long roundNs, final Claim claim)
    {
    }

    /**
     * The engine has ended, or was never started: Flight Recorder forgets it.
     */
    default void close()
    {
    }
}
