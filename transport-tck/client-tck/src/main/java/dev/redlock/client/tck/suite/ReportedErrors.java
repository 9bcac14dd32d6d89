// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.redlock.RedlockEvents;
import dev.redlock.outcome.NodeStatus;

/**
 * What clients report as errors: there must be none, whatever the nodes and the network do. News of nodes is
 * kept, not logged, as these tests are about nodes that go up and down.
 */
final class ReportedErrors implements RedlockEvents
{
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final Queue<NodeStatus> statuses = new ConcurrentLinkedQueue<>();

    @Override
    public void onNodeStatus(final NodeStatus status)
    {
        statuses.add(status);
    }

    @Override
    public void onError(final Throwable error)
    {
        errors.add(error);
    }

    /**
     * Of the present test.
     */
    Collection<NodeStatus> statuses()
    {
        return statuses;
    }

    void checkNone()
    {
        statuses.clear();
        final Throwable error = errors.poll();
        assertThat(error).as("an error that a client has reported").isNull();
    }
}
