// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.news;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * What an application's {@code LockListener} hears. It stands here for the runtime, which calls the listener
 * itself and cannot name what is above it. Its methods are shown where the application finds them.
 *
 * @param <H> what the application knows as the handle.
 * @hidden
 */
public interface HandleListener<H>
{
    /**
     * The handle holds the lock. With {@code LockOptions.withFencing()} its token is {@code
     * LockHandle.fencingToken(long)} of this term.
     *
     * @param handle that asked.
     * @param term   stamp of the new term.
     */
    default void onAcquired(final H handle, final long term)
    {
    }

    /**
     * One attempt of an acquisition was lost; {@code LockHandle.votes()} says why, node by node. With
     * patience left, others follow: this tells for what a caller waits. A lock that many want loses hundreds
     * of attempts a second, so be quick.
     *
     * @param handle  that asked.
     * @param outcome CONTENDED, NO_QUORUM, TOO_LATE or BACK_PRESSURED.
     */
    default void onAttemptLost(final H handle, final Outcome outcome)
    {
    }

    /**
     * An acquisition failed; {@code LockHandle.votes()} says why, node by node.
     *
     * @param handle  that asked.
     * @param outcome the reason.
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
     * A release has ended; the handle may already hold again.
     *
     * @param handle  that asked.
     * @param term    that was released.
     * @param outcome of it.
     */
    default void onReleased(final H handle, final long term, final Outcome outcome)
    {
    }

    /**
     * The lease ended without a release. Called as soon as the engine knows: at the validity deadline about a
     * millisecond after {@code LockHandle.isHeld(long)} says so, or later if its thread gets no core. A
     * release that comes after the deadline but before this news brings it, ahead of {@code
     * onReleased}. At most once per term.
     *
     * @param handle that held.
     * @param term   that was lost.
     * @param reason of the loss.
     */
    default void onLost(final H handle, final long term, final LostReason reason)
    {
    }
}
