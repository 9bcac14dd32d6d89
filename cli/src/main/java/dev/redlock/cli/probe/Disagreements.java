// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.probe;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import dev.redlock.admission.marker.Agreement;

/**
 * Which clients of the same keys do not agree on what they must agree on, and in what.
 */
final class Disagreements
{
    private static final int NAMED = 3;
    private static final String STRICT = "strict";
    private static final String PROBE = "clients of this probe's settings";
    private static final String NODES = "number of nodes";
    private static final String QUORUM = "quorum";
    private static final String LONGEST_TTL = "longest time to live";
    private static final String LEVEL = "quarantine level";

    private Disagreements()
    {
    }

    /**
     * Compares the clients of one node.
     *
     * @param clients  connected there.
     * @param expected from what one of them has agreed on, what all should, as far as that is known.
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
        final List<Agreement> leaders = leaders(camps, expected);
        if (leaders.size() > 1)
        {
            camps.forEach((agreement, clients) ->
                addComplaint(texts, clients, PROBE, differences(agreement, expected.apply(agreement))));
            addDissent(texts, camps, expected);

            return;
        }

        final Agreement leader = leaders.get(0);
        final Agreement right = expected.apply(leader);
        final String others = differences(leader, right).isEmpty() ? shown(camps.get(leader)) : PROBE;
        camps.forEach((agreement, clients) ->
            addComplaint(texts, clients, others, differences(agreement, right)));
    }

    /*
     * What the probe was told is right; the rest is what most of those say who agree with it.
     */
    private static List<Agreement> leaders(
        final Map<Agreement, List<LockClient>> camps, final UnaryOperator<Agreement> expected)
    {
        final List<Agreement> fitting = camps.keySet().stream()
            .filter((agreement) -> differences(agreement, expected.apply(agreement)).isEmpty()).toList();
        final Collection<Agreement> pool = fitting.isEmpty() ? camps.keySet() : fitting;
        final int most =
            pool.stream().mapToInt((agreement) -> camps.get(agreement).size()).max().orElseThrow();

        return pool.stream().filter((agreement) -> camps.get(agreement).size() == most).toList();
    }

    private static void addComplaint(final List<String> texts, final List<LockClient> clients,
        final String others, final List<String> differences)
    {
        if (!differences.isEmpty())
        {
            texts.add(shown(clients) + " must agree with " + others + ", or both may hold one lock: " +
                String.join("; ", differences));
        }
    }

    /*
     * As many say one thing as another, and the probe was not told which is right.
     */
    private static void addDissent(final List<String> texts, final Map<Agreement, List<LockClient>> camps,
        final UnaryOperator<Agreement> expected)
    {
        final List<String> dissent = new ArrayList<>();
        final Function<Function<Agreement, Object>, Map<Object, List<LockClient>>> split = (field) ->
        {
            final Map<Object, List<LockClient>> parts = new LinkedHashMap<>();
            camps.forEach((agreement, clients) -> parts
                .computeIfAbsent(field.apply(expected.apply(agreement)), (value) -> new ArrayList<>())
                .addAll(clients));

            return parts;
        };
        addSplit(dissent, NODES, split.apply(Agreement::nodes));
        addSplit(dissent, QUORUM, split.apply(Agreement::quorum));
        addSplit(dissent, LONGEST_TTL, split.apply(Agreement::longestTtl));
        addSplit(dissent, LEVEL, split.apply(Agreement::level));
        final boolean haveMarkers = camps.keySet().stream().allMatch((camp) -> camp.level().equals(STRICT));
        if (dissent.isEmpty() && !haveMarkers)
        {
            addSplit(dissent, "addresses, which may be the same machines by other names,",
                split.apply(Agreement::addresses));
        }
        if (!dissent.isEmpty())
        {
            texts.add("clients disagree, so two may hold one lock: " + String.join("; ", dissent));
        }
    }

    private static void addSplit(
        final List<String> dissent, final String what, final Map<Object, List<LockClient>> parts)
    {
        if (parts.size() > 1)
        {
            dissent.add(what + " " + parts.entrySet().stream()
                .map((part) -> part.getKey() + " for " + shown(part.getValue()))
                .collect(Collectors.joining(", ")));
        }
    }

    /*
     * At level STRICT markers say which node is which, and addresses may be written as one likes.
     */
    private static List<String> differences(final Agreement is, final Agreement right)
    {
        final List<String> differences = new ArrayList<>();
        final boolean hasMarkers = is.level().equals(STRICT) && right.level().equals(STRICT);
        add(differences, NODES, is.nodes(), right.nodes());
        if (is.nodes() == right.nodes() && !is.addresses().equals(right.addresses()) && !hasMarkers)
        {
            differences.add(
                "as many nodes, but other addresses, which may be the same machines by other names");
        }
        add(differences, QUORUM, is.quorum(), right.quorum());
        add(differences, LONGEST_TTL, is.longestTtl(), right.longestTtl());
        add(differences, LEVEL, is.level(), right.level());

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
