// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import dev.redlock.admission.Agreement;

/**
 * Which clients of the same keys do not agree on what they must agree on, and in what.
 */
final class Disagreements
{
    private static final int NAMED = 3;
    private static final String STRICT = "strict";

    private Disagreements()
    {
    }

    /**
     * Compares the clients of one node.
     *
     * @param clients  connected there.
     * @param expected from what most of them have agreed on, what all should, as far as that is known.
     * @return a text for each agreement that differs.
     */
    static List<String> of(final List<LockClient> clients, final UnaryOperator<Agreement> expected)
    {
        final List<String> texts = new ArrayList<>();
        final List<LockClient> left = new ArrayList<>(clients);
        while (!left.isEmpty())
        {
            final LockClient first = left.get(0);
            final Map<Agreement, List<LockClient>> camps = left.stream().filter(first::hasKeysOf).collect(
                Collectors.groupingBy(LockClient::agreement, LinkedHashMap::new, Collectors.toList()));
            addDifferences(texts, camps, expected);
            left.removeIf(first::hasKeysOf);
        }

        return texts;
    }

    private static void addDifferences(final List<String> texts, final Map<Agreement, List<LockClient>> camps,
        final UnaryOperator<Agreement> expected)
    {
        final Agreement ofMost = camps.entrySet().stream()
            .max(Comparator.comparingInt((camp) -> camp.getValue().size())).orElseThrow().getKey();
        final Agreement right = expected.apply(ofMost);
        final String others =
            camps.containsKey(right) ? shown(camps.get(right)) : "clients of this probe's settings";
        camps.forEach((agreement, clients) ->
        {
            final List<String> differences = differences(agreement, right);
            if (!differences.isEmpty())
            {
                texts.add(shown(clients) + " must agree with " + others + ", or both may hold one lock: " +
                    String.join("; ", differences));
            }
        });
    }

    /*
     * At level STRICT markers say which node is which, and addresses may be written as one likes.
     */
    private static List<String> differences(final Agreement is, final Agreement right)
    {
        final List<String> differences = new ArrayList<>();
        final boolean hasMarkers = is.level().equals(STRICT) && right.level().equals(STRICT);
        add(differences, "number of nodes", is.nodes(), right.nodes());
        if (is.nodes() == right.nodes() && !is.addresses().equals(right.addresses()) && !hasMarkers)
        {
            differences.add(
                "as many nodes, but other addresses, which may be the same machines by other names");
        }
        add(differences, "quorum", is.quorum(), right.quorum());
        add(differences, "longest time to live", is.longestTtl(), right.longestTtl());
        add(differences, "quarantine level", is.level(), right.level());

        return differences;
    }

    private static void add(
        final List<String> differences, final String what, final Object is, final Object right)
    {
        if (!is.equals(right))
        {
            differences.add(what + " " + is + ", not " + right);
        }
    }

    private static String shown(final List<LockClient> clients)
    {
        final String named =
            clients.stream().limit(NAMED).map(LockClient::shown).collect(Collectors.joining(", "));

        return clients.size() <= NAMED ? named : named + " and " + (clients.size() - NAMED) + " more";
    }
}
