// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.redlock.outcome.NodeStatus;
import dev.redlock.quorum.Quorum;
import dev.redlock.runtime.nodes.NodeSet;

/**
 * Whether nodes that only a change of configuration can bring back leave no quorum: then a retry cannot help.
 * One of them alone counts as a dead node, and stops nothing while a quorum works without it.
 */
final class Misconfiguration
{
    private Misconfiguration()
    {
    }

    /**
     * What is wrong with the nodes.
     *
     * @param statuses of all nodes.
     * @param quorum   that is needed.
     * @return null if a quorum is possible without those that are misconfigured.
     */
    static @Nullable String of(final List<NodeStatus> statuses, final Quorum quorum)
    {
        final List<NodeStatus> wrong = statuses.stream().filter(NodeStatus::isConfigurationError).toList();
        if (!quorum.isOutOfReachWithout(NodeSet.of(statuses, NodeStatus::isConfigurationError)))
        {
            return null;
        }

        return "the configuration of the nodes is wrong: " +
            wrong.stream().map(NodeStatus::toString).collect(Collectors.joining("; ")) + "; without " +
            (wrong.size() == 1 ? "that node" : "those " + wrong.size() + " nodes") +
            " no quorum (" + quorum + ") is possible";
    }
}
