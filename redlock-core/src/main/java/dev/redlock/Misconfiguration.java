// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;
import java.util.function.Predicate;
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
        return of("the configuration of the nodes is wrong", statuses, NodeStatus::isConfigurationError,
            quorum);
    }

    /**
     * What keeps nodes that vote from granting fenced locks.
     *
     * @param statuses of all nodes.
     * @param quorum   that is needed.
     * @return null if a quorum is possible without those that do not tell their time.
     */
    static @Nullable String ofTime(final List<NodeStatus> statuses, final Quorum quorum)
    {
        return of("a fenced lock needs a quorum of nodes that tell their time (TIME)", statuses,
            status -> status.detail().contains("does not tell its time"), quorum);
    }

    private static @Nullable String of(final String what, final List<NodeStatus> statuses,
        final Predicate<NodeStatus> isWrong, final Quorum quorum)
    {
        final List<NodeStatus> wrong = statuses.stream().filter(isWrong).toList();
        if (!quorum.isOutOfReachWithout(NodeSet.of(statuses, isWrong)))
        {
            return null;
        }

        return what + ": " +
            wrong.stream().map(NodeStatus::toString).collect(Collectors.joining("; ")) + "; without " +
            (wrong.size() == 1 ? "that node" : "those " + wrong.size() + " nodes") +
            " no quorum (" + quorum + ") is possible";
    }
}
