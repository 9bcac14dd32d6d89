// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * What the application wants to hear of one handle, on the engine thread. Calls on the handle from in here
 * must be of the asynchronous kind.
 */
public interface HandleListener
{
    /**
     * Hears nothing.
     */
    HandleListener NONE = new HandleListener()
    {
    };

    /**
     * The handle holds the lock.
     *
     * @param term         stamp of the new term.
     * @param validUntilNs instant of the monotonic clock at which its validity ends.
     */
    default void onAcquired(final long term, final long validUntilNs)
    {
    }

    /**
     * An acquisition ended without the lock.
     *
     * @param outcome why.
     */
    default void onDenied(final Outcome outcome)
    {
    }

    /**
     * An extension that was asked for has ended.
     *
     * @param term    it was asked for.
     * @param outcome of it.
     */
    default void onExtended(final long term, final Outcome outcome)
    {
    }

    /**
     * A release has ended.
     *
     * @param term    that was released.
     * @param outcome of it.
     */
    default void onReleased(final long term, final Outcome outcome)
    {
    }

    /**
     * The lease ended without a release. At most once per term.
     *
     * @param term   that was lost.
     * @param reason of the loss.
     */
    default void onLost(final long term, final LostReason reason)
    {
    }
}
