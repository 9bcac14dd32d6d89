// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import dev.redlock.outcome.HandleListener;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;

/**
 * Hears what happens to one handle, directly on the engine thread. From here, call only methods that do not
 * wait; others throw {@link IllegalStateException}. Exceptions of an implementation are counted and reported,
 * and do the lock no harm. After the client has ended, the caller's thread makes the last calls.
 */
public interface LockListener extends HandleListener<LockHandle>
{
    /**
     * Hears nothing.
     */
    LockListener NONE = new LockListener()
    {
    };

    /**
     * The handle holds the lock. With {@link LockOptions#withFencing()} its token is {@link
     * LockHandle#fencingToken(long)} of this term.
     *
     * @param handle that asked.
     * @param term   stamp of the new term.
     */
    @Override
    default void onAcquired(final LockHandle handle, final long term)
    {
    }

    /**
     * One attempt of an acquisition was lost; {@link LockHandle#votes()} says why, node by node. With
     * patience left, others follow: this tells for what a caller waits. A lock that many want loses hundreds
     * of attempts a second, so be quick.
     *
     * @param handle  that asked.
     * @param outcome CONTENDED, NO_QUORUM, TOO_LATE or BACK_PRESSURED.
     */
    @Override
    default void onAttemptLost(final LockHandle handle, final Outcome outcome)
    {
    }

    /**
     * An acquisition failed; {@link LockHandle#votes()} says why, node by node.
     *
     * @param handle  that asked.
     * @param outcome the reason.
     */
    @Override
    default void onDenied(final LockHandle handle, final Outcome outcome)
    {
    }

    /**
     * An extension that was asked for has ended. If the lease has ended with it, its loss was told before.
     *
     * @param handle  that asked.
     * @param term    it was asked for.
     * @param outcome of it.
     */
    @Override
    default void onExtended(final LockHandle handle, final long term, final Outcome outcome)
    {
    }

    /**
     * A release has ended; the handle may already hold again.
     *
     * @param handle  that asked.
     * @param term    that was released.
     * @param outcome of it.
     */
    @Override
    default void onReleased(final LockHandle handle, final long term, final Outcome outcome)
    {
    }

    /**
     * The lease ended without a release. Called as soon as the engine knows: at the validity deadline about a
     * millisecond after {@link LockHandle#isHeld(long)} says so, or later if its thread gets no core. A
     * release that comes after the deadline but before this news brings it, ahead of {@link
     * #onReleased(LockHandle, long, Outcome)}. At most once per term.
     *
     * @param handle that held.
     * @param term   that was lost.
     * @param reason of the loss.
     */
    @Override
    default void onLost(final LockHandle handle, final long term, final LostReason reason)
    {
    }
}
