// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.run;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

import dev.redlock.NodeVote;
import dev.redlock.outcome.Cause;
import dev.redlock.outcome.NodeStatus;
import dev.redlock.outcome.Outcome;
import dev.redlock.outcome.Suspicion;

/**
 * Says why a lock was not obtained, and what may help.
 */
final class NotObtained
{
    private NotObtained()
    {
    }

    static String describe(final String key, final Outcome outcome, final List<NodeVote> votes,
        final List<NodeStatus> nodes, final Duration patience)
    {
        return "lock '" + key + "' was not obtained: " + reason(outcome) +
            " (" + summary(votes, nodes) + ")" + remedy(outcome, nodes, patience);
    }

    private static String reason(final Outcome outcome)
    {
        return switch (outcome)
        {
            case CONTENDED -> "another holds it";
            case NO_QUORUM -> "too few nodes could vote";
            case TOO_LATE -> "the nodes answered too late";
            case TIMED_OUT -> "not within the time to wait";
            default -> outcome.toString();
        };
    }

    private static String remedy(
        final Outcome outcome, final List<NodeStatus> nodes, final Duration patience)
    {
        final boolean isInherited =
            nodes.stream().anyMatch((node) -> node.detail().contains(Suspicion.INHERITED.label()));

        return switch (outcome)
        {
            case CONTENDED -> patience.isZero() ? "; --wait 30s would wait for it" : "";
            case NO_QUORUM -> isInherited ?
                    "; where failovers lose no locks, say --assume-failovers-keep-keys" :
                    "; 'redlock probe' looks closer at the nodes";
            case TOO_LATE -> "; a longer --ttl gives them more time";
            default -> "";
        };
    }

    /*
     * Nodes with the same cause together, but each fault with the name of its node: that is what is looked
     * for. Nodes whose answer the decision did not wait for say nothing.
     */
    private static String summary(final List<NodeVote> votes, final List<NodeStatus> nodes)
    {
        final Map<Cause, StringJoiner> byCause = new EnumMap<>(Cause.class);
        for (int i = 0; i < votes.size(); i++)
        {
            final NodeVote vote = votes.get(i);
            final String why = vote.cause() == Cause.NOT_CONNECTED ? nodes.get(i).detail() :
                vote.cause() == Cause.QUARANTINED ? nodes.get(i).detail().split(";", 2)[0] : vote.errorText();
            if (vote.cause() != Cause.PENDING && vote.cause() != Cause.NOT_ASKED)
            {
                byCause.computeIfAbsent(vote.cause(), (cause) -> new StringJoiner(", "))
                    .add(vote.node() + (why.isEmpty() ? "" : " [" + why + "]"));
            }
        }

        final StringJoiner all = new StringJoiner("; ");
        byCause.forEach((cause, names) ->
            all.add(cause.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + names));

        return all.length() == 0 ? "no node answered" : all.toString();
    }
}
