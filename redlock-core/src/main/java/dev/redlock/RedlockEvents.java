// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import dev.redlock.outcome.ClientEvents;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;

/**
 * News for an application. Called on the engine thread (in invoker mode: on the thread that polls): return
 * quickly, do not wait for the lock. Exceptions are counted and passed to {@link #onError(Throwable)}. By
 * default the news is logged: extend {@link LoggedEvents} to hear of it and keep that.
 * <p>
 * Java Flight Recorder hears the same, and more, whatever listens here: its events are in the category
 * <em>Redlock</em>, named {@code dev.redlock.NodeStatus}, {@code LeaseLost}, {@code TooLate}, {@code
 * NoQuorum}, and, if a recording asks for them, {@code Acquired} and {@code Contended}.
 */
public interface RedlockEvents extends ClientEvents
{
    /**
     * A node may vote from now on, may no longer vote, or still may not for a new reason. One that comes and
     * goes is told twelve times an hour at most, and in the end what is still so; {@link Redlock#nodes()} has
     * the newest.
     *
     * @param status of the node.
     */
    @Override
    default void onNodeStatus(final NodeStatus status)
    {
    }

    /**
     * A lease ended without a release, or was released when its validity was over; once per lease.
     *
     * @param key    of the lock.
     * @param term   that was lost.
     * @param reason of the loss.
     */
    @Override
    default void onLeaseLost(final String key, final long term, final LostReason reason)
    {
    }

    /**
     * An unexpected exception: from a callback of the application, which does no harm, or from this library,
     * which ends the client: its leases are reported lost and its calls end with CLOSED.
     *
     * @param error what was thrown.
     */
    @Override
    default void onError(final Throwable error)
    {
    }
}
