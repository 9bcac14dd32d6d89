// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.actuator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

import dev.redlock.Redlock;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spring.boot.settings.BuilderWords;

/*
 * UP with a detail, and no status of our own for a node that is away: aggregation would rank an unknown
 * status below UP and lose it, or an orchestrator would take instances down that serve.
 */

/**
 * Health of a client: UP while a quorum of nodes votes, with {@code degraded: true} and the missing nodes if
 * not all do; DOWN below. A node in quarantine does not vote; its detail says until when.
 */
final class RedlockHealthIndicator extends AbstractHealthIndicator
{
    private final Redlock redlock;

    RedlockHealthIndicator(final Redlock redlock)
    {
        this.redlock = redlock;
    }

    @Override
    protected void doHealthCheck(final Health.Builder builder)
    {
        final List<NodeStatus> nodes = redlock.nodes();
        final Map<String, String> missing = new LinkedHashMap<>();
        for (final NodeStatus node : nodes)
        {
            if (node.state() != NodeStatus.State.UP)
            {
                missing.put(node.node(),
                    node.detail().isEmpty() ? node.state().name() :
                    node.state() + ": " + BuilderWords.translate(node.detail()));
            }
        }
        final int voting = nodes.size() - missing.size();
        if (voting >= redlock.quorum())
        {
            builder.up();
        }
        else
        {
            builder.down();
        }
        builder.withDetail("nodes", nodes.size()).withDetail("voting", voting)
            .withDetail("quorum", redlock.quorum()).withDetail("degraded", !missing.isEmpty());
        if (!missing.isEmpty())
        {
            builder.withDetail("missing", missing);
        }
    }
}
