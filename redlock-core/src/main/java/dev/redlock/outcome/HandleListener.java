// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * What happens to one handle, on the engine thread. Calls on the handle from here must not wait. The
 * application's own listener implements it, so nothing passes it on.
 *
 * @param <H> what the application knows as the handle.
 */
public interface HandleListener<H>
{
    /**
     * The handle holds the lock.
     *
     * @param handle that asked.
     * @param term   stamp of the new term.
     */
    default void onAcquired(final H handle, final long term)
    {
    }

    /**
     * An attempt was lost. The acquisition goes on, or ends right after that.
     *
     * @param handle  that asked.
     * @param outcome why.
     */
    default void onAttemptLost(final H handle, final Outcome outcome)
    {
    }

    /**
     * An acquisition ended without the lock.
     *
     * @param handle  that asked.
     * @param outcome why.
     */
    default void onDenied(final H handle, final Outcome outcome)
    {
    }

    /**
     * An extension that was asked for has ended. If the lease has ended with it, its loss was told before.
     *
     * @param handle  that asked.
     * @param term    it was asked for.
     * @param outcome of it.
     */
    default void onExtended(final H handle, final long term, final Outcome outcome)
    {
    }

    /**
     * A release has ended.
     *
     * @param handle  that asked.
     * @param term    that was released.
     * @param outcome of it.
     */
    default void onReleased(final H handle, final long term, final Outcome outcome)
    {
    }

    /**
     * The lease ended without a release. At most once per term.
     *
     * @param handle that held.
     * @param term   that was lost.
     * @param reason of the loss.
     */
    default void onLost(final H handle, final long term, final LostReason reason)
    {
    }
}
