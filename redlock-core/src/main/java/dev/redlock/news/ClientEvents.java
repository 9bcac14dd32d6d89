// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.news;

import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;

/**
 * What an application's {@code RedlockEvents} hears. It stands here for the runtime, which tells the news and
 * cannot name what is above it. Its methods are shown where the application finds them.
 *
 * @hidden
 */
public interface ClientEvents
{
    /**
     * A node may vote from now on, may no longer vote, or still may not for a new reason. One that comes and
     * goes is told twelve times an hour at most, and in the end what is still so; {@code Redlock.nodes()} has
     * the newest.
     *
     * @param status of the node.
     */
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
    default void onLeaseLost(final String key, final long term, final LostReason reason)
    {
    }

    /**
     * An unexpected exception: from a callback of the application, which does no harm, or from this library,
     * which ends the client: its leases are reported lost and its calls end with CLOSED.
     *
     * @param error what was thrown.
     */
    default void onError(final Throwable error)
    {
    }
}
