// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.redlock.runtime.operators.LineSighting;
import dev.redlock.runtime.operators.SeenTicket;

/**
 * Who waits in line for a lock, as far as the nodes that answered can tell. Old news when it arrives.
 *
 * @param waiters first come first; each has a place on one node at least.
 * @param nodes   what each node says, by index.
 */
public record LockLine(List<Waiter> waiters, List<Part> nodes)
{
    private static final Comparator<SeenTicket> ORDER =
        Comparator.comparingLong(SeenTicket::sinceUs).thenComparing(SeenTicket::tag);

    /**
     * Puts together what the nodes say.
     *
     * @param nodes what was seen on each, by index.
     * @return the line.
     */
    static LockLine of(final List<LineSighting> nodes)
    {
        final Map<String, List<SeenTicket>> tickets = nodes.stream()
            .flatMap(node -> node.tickets().stream()).collect(Collectors.groupingBy(SeenTicket::tag));
        // A node whose clock is behind puts a waiter before its time.
        final List<SeenTicket> line = tickets.values().stream()
            .map(same -> same.stream().max(ORDER).orElseThrow()).sorted(ORDER).toList();
        final List<Waiter> waiters = new ArrayList<>();
        for (final SeenTicket one : line)
        {
            waiters.add(new Waiter(waiters.size() + 1, one.fingerprint(), one.name(),
                Instant.EPOCH.plus(one.sinceUs(), ChronoUnit.MICROS),
                Duration.of(Math.max(0, one.agedUs()), ChronoUnit.MICROS), tickets.get(one.tag()).size()));
        }

        return new LockLine(List.copyOf(waiters), nodes.stream()
            .map(node -> new Part(node.node(), node.tickets().size(), node.detail())).toList());
    }

    /**
     * Whether all that wait were seen.
     *
     * @return false if a node did not tell all that it has.
     */
    public boolean isComplete()
    {
        return nodes.stream().allMatch(Part::isComplete);
    }

    /**
     * One that waits.
     *
     * @param rank   its place, from 1.
     * @param owner  which of the owners it will be: what {@link LockHolder#holder()} says as soon as it has
     *               the lock, unless it takes its place with another token before. Useless for taking it.
     * @param name   of the client, see {@link RedlockBuilder#name}, or of its engine that has the key; no
     *               character breaks a line.
     * @param since  when it came, by the nodes' clocks.
     * @param waited for how long, by the nodes' clocks.
     * @param nodes  how many nodes have its place.
     */
    public record Waiter(int rank, String owner, String name, Instant since, Duration waited, int nodes)
    {
    }

    /**
     * What one node says about the line.
     *
     * @param node    for people.
     * @param waiting how many wait there.
     * @param detail  why there may be more; empty if there are not.
     */
    public record Part(String node, int waiting, String detail)
    {
        /**
         * Whether the node has told all that it has.
         *
         * @return false with a reason in {@link #detail()}.
         */
        public boolean isComplete()
        {
            return detail.isEmpty();
        }
    }
}
