// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.outcome;

/**
 * News for the application, off the hot path, mostly on the engine thread. The application's own events
 * implement it.
 */
public interface ClientEvents
{
    /**
     * A node may vote from now on, may not any more, or still may not for another reason than before.
     *
     * @param status what is known of it.
     */
    void onNodeStatus(NodeStatus status);

    /**
     * A lease ended without a release.
     *
     * @param key    of the lock, for people.
     * @param term   that was lost.
     * @param reason of the loss.
     */
    void onLeaseLost(String key, long term, LostReason reason);

    /**
     * Something threw that should not: a callback of the application, which harms nothing, or a part of this
     * library, which ends the client.
     *
     * @param error what was thrown.
     */
    void onError(Throwable error);
}
