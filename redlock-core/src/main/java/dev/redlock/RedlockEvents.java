// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.runtime.ClientEvents;

/**
 * News that an application may want to hear. Called on the engine thread (in invoker mode: on the thread that
 * polls): return quickly, do not wait for the lock. What an implementation throws is counted and given to
 * {@link #onError(Throwable)}. Without one the news goes to the {@link System.Logger} named {@code
 * dev.redlock}, by a thread of its own: lines that a logger does not take are dropped and counted.
 */
public interface RedlockEvents extends ClientEvents
{
    /**
     * A node may vote from now on, may not any more, or still may not for another reason than before.
     *
     * @param status what is known of it.
     */
    @Override
    default void onNodeStatus(final NodeStatus status)
    {
    }

    /**
     * A lease ended without a release; once per lease.
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
     * Something threw that should not: a callback of the application, which harms nothing, or a part of this
     * library, which ends the client: its leases are reported lost and its calls end with CLOSED.
     *
     * @param error what was thrown.
     */
    @Override
    default void onError(final Throwable error)
    {
    }
}
