// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.Outcome;
import dev.redlock.runtime.HandleListener;

/**
 * Hears of one handle's fate on the engine thread, without any hand-over. Calls on the handle from in here
 * must be of the kind that does not wait; a waiting one throws {@link IllegalStateException}. What an
 * implementation throws is counted and reported, and does the lock no harm. When the client has ended there
 * is no engine thread any more: what is left to say is said on the thread of the caller.
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
     * The handle holds the lock.
     *
     * @param handle that asked.
     * @param term   stamp of the new term.
     */
    @Override
    default void onAcquired(final LockHandle handle, final long term)
    {
    }

    /**
     * An acquisition ended without the lock; {@link LockHandle#votes()} says why, node by node.
     *
     * @param handle  that asked.
     * @param outcome why.
     */
    @Override
    default void onDenied(final LockHandle handle, final Outcome outcome)
    {
    }

    /**
     * An extension that was asked for has ended.
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
     * A release has ended; the handle may hold again by then.
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
     * The lease ended without a release. Told as soon as the engine knows, which at the validity deadline is
     * about a millisecond after {@link LockHandle#isHeld(long)} has said so, and longer if its thread gets
     * no core. At most once per term.
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
