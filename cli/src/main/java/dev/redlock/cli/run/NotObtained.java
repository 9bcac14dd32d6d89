// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

import dev.redlock.NodeVote;
import dev.redlock.cli.output.Prose;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Suspicion;

/**
 * Says why a lock was not obtained, and what may help.
 */
final class NotObtained
{
    private static final long ROUND_S = 10;

    private NotObtained()
    {
    }

    /**
     * What happened, for people.
     *
     * @param key      of the lock.
     * @param attempt  the last one.
     * @param nodes    as they are now, in the order of the votes.
     * @param patience of the acquisition.
     * @param now      by the wall clock.
     * @return one line.
     */
    static String describe(final String key, final Attempt attempt, final List<NodeStatus> nodes,
        final Duration patience, final Instant now)
    {
        return "lock '" + key + "' was not obtained" +
            (patience.isZero() ? "" : " in " + Prose.duration(patience)) + ": " + attempt.reason() +
            " (" + summary(attempt.votes(), nodes) + ")" + remedy(attempt, nodes, patience, now);
    }

    private static String remedy(final Attempt attempt, final List<NodeStatus> nodes,
        final Duration patience, final Instant now)
    {
        final List<NodeVote> votes = attempt.votes();
        return switch (attempt.outcome())
        {
            case CONTENDED -> patience.isZero() && attempt.isContention() ?
                "; to wait for it, say --wait 30s" : "";
            case NO_QUORUM -> areMany(nodes, Suspicion.INHERITED.label()) ?
                    "; where failovers lose no locks, say --assume-failovers-keep-keys" :
                    areHeldUp(votes) ? patienceWith(nodes, now) :
                    "; 'redlock probe' looks closer at the nodes";
            case TIMED_OUT -> areHeldUp(votes) ? patienceWith(nodes, now) : "";
            case TOO_LATE -> "; a longer --ttl gives them more time";
            default -> "";
        };
    }

    private static boolean areMany(final List<NodeStatus> nodes, final String words)
    {
        return nodes.stream().anyMatch((node) -> node.detail().contains(words));
    }

    /*
     * Whether a majority will vote once none is in quarantine.
     */
    private static boolean areHeldUp(final List<NodeVote> votes)
    {
        final long waiting = votes.stream().filter((vote) -> vote.cause() == Cause.QUARANTINED).count();
        final long granted = votes.stream().filter((vote) -> vote.cause() == Cause.GRANTED).count();

        return waiting > 0 && waiting + granted > votes.size() / 2;
    }

    private static String patienceWith(final List<NodeStatus> nodes, final Instant now)
    {
        final String wait = QuarantineEnd.latest(nodes)
            .map((end) -> Math.max(0, Duration.between(now, end).toSeconds()) / ROUND_S * ROUND_S)
            .map((leftS) -> "--wait " + (leftS + ROUND_S) + "s").orElse("a longer --wait");

        return "; " + wait + " waits for them" + (areMany(nodes, Suspicion.YOUNG.label()) ?
            "; if they were never used, as in a trial, say --assume-nodes-fresh" : "");
    }

    /**
     * Nodes with the same trouble together, but each with its name, unless all have it: that is what is
     * looked for. Nodes whose answer the decision did not wait for say nothing.
     *
     * @param votes of an attempt.
     * @param nodes as they are now, in the same order.
     * @return for people.
     */
    static String summary(final List<NodeVote> votes, final List<NodeStatus> nodes)
    {
        final Map<Cause, Map<String, List<String>>> byCause = new EnumMap<>(Cause.class);
        for (int i = 0; i < votes.size(); i++)
        {
            final NodeVote vote = votes.get(i);
            final String why = vote.cause() == Cause.NOT_CONNECTED ? nodes.get(i).detail() :
                vote.cause() == Cause.QUARANTINED ? nodes.get(i).detail().split(";", 2)[0] : vote.errorText();
            if (vote.cause() != Cause.PENDING && vote.cause() != Cause.NOT_ASKED)
            {
                byCause.computeIfAbsent(vote.cause(), (cause) -> new LinkedHashMap<>())
                    .computeIfAbsent(why, (text) -> new ArrayList<>()).add(vote.node());
            }
        }

        final StringJoiner all = new StringJoiner("; ");
        byCause.forEach((cause, troubles) -> troubles.forEach((why, names) ->
            all.add(cause.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + (why.isEmpty() ?
            String.join(", ", names) :
            (names.size() == votes.size() && names.size() > 1 ? "each node" : String.join(", ", names)) +
            " [" + why + "]"))));

        return all.length() == 0 ? "no node answered" : all.toString();
    }
}
