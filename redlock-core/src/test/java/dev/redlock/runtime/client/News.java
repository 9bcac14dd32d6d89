// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.client;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.redlock.news.ClientEvents;
import dev.redlock.outcome.LostReason;
import dev.redlock.outcome.NodeStatus;

/**
 * Keeps what a client has to say.
 */
public final class News implements ClientEvents
{
    public final List<NodeStatus> statuses = new CopyOnWriteArrayList<>();
    public final List<String> losses = new CopyOnWriteArrayList<>();
    public final List<Throwable> errors = new CopyOnWriteArrayList<>();

    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        statuses.add(status);
    }

    @Override
    public void onLeaseLost(final String key, final long term, final LostReason reason)
    {
        losses.add(key + " " + term + " " + reason);
    }

    @Override
    public void onError(final Throwable error)
    {
        errors.add(error);
    }
}
