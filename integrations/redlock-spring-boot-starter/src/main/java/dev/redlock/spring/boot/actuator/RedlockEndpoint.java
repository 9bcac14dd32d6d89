// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spring.boot.actuator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

import dev.redlock.Metrics;
import dev.redlock.NodeClock;
import dev.redlock.Redlock;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.spring.boot.settings.BuilderWords;

/**
 * The actuator endpoint {@code redlock}: what a client sees of its nodes, and what it counts. Asks no node.
 * Keys are not shown: a client does not list them.
 */
@Endpoint(id = "redlock")
public final class RedlockEndpoint
{
    private static final double NS_PER_US = 1e3;

    private final Redlock redlock;

    RedlockEndpoint(final Redlock redlock)
    {
        this.redlock = redlock;
    }

    /**
     * The present state.
     *
     * @return a snapshot; its parts may be of slightly different instants.
     */
    @ReadOperation
    public Report report()
    {
        final Metrics metrics = redlock.metrics();
        final List<NodeStatus> statuses = redlock.nodes();
        final List<Node> nodes = new ArrayList<>(statuses.size());
        for (int i = 0; i < statuses.size(); i++)
        {
            nodes.add(node(statuses.get(i), metrics, i));
        }
        final Map<String, Long> counters = new TreeMap<>();
        metrics.counts().forEach((counter, count) ->
        {
            if (count != 0)
            {
                counters.put(counter.name(), count);
            }
        });

        return new Report(redlock.toString(), redlock.quorum(), redlock.safetyMargin(), nodes,
            metrics.tokensOut(), counters);
    }

    private static Node node(final NodeStatus status, final Metrics metrics, final int index)
    {
        final NodeClock clock = metrics.clock(index);
        final long answers = metrics.rttCount(index);

        return new Node(status.node(), status.state(), BuilderWords.translate(status.detail()), answers,
            answers == 0 ? null : metrics.rttSum(index) / answers / NS_PER_US,
            new Clock(clock.samples(), clock.lowPpm(), clock.highPpm(), clock.budgetPpm()));
    }

    /**
     * Of the client.
     *
     * @param client       its name, and how many nodes vote.
     * @param quorum       votes needed.
     * @param safetyMargin nodes that may forget a lock at a time without harm.
     * @param nodes        by index.
     * @param tokensOut    attempts, leases and releases that may still have a key on some node.
     * @param counters     all that are not zero, by the names of {@link dev.redlock.outcome.Counter}.
     */
    public record Report(String client, int quorum, int safetyMargin, List<Node> nodes, int tokensOut,
        Map<String, Long> counters)
    {
    }

    /**
     * Of a node.
     *
     * @param node                its address, without secrets.
     * @param state               whether it may vote.
     * @param detail              why it does not, or warnings; a quarantine with its end.
     * @param answers             since the client was built.
     * @param meanRoundTripMicros of these; null before the first.
     * @param clock               what is known of its clock.
     */
    public record Node(String node, NodeStatus.State state, String detail, long answers,
        @Nullable Double meanRoundTripMicros, Clock clock)
    {
    }

    /**
     * Of a node's clock, against ours.
     *
     * @param samples   taken.
     * @param lowPpm    how fast it gains at least, in parts per million; 0 before it is known.
     * @param highPpm   how fast it gains at most.
     * @param budgetPpm what the drift allowance covers.
     */
    public record Clock(long samples, long lowPpm, long highPpm, long budgetPpm)
    {
    }
}
