// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.redlock.cli.common.Texts;
import dev.redlock.quorum.Quorum;

/**
 * The verdict over the sightings on all nodes.
 */
final class Majority
{
    private final List<Sighting> strongest;
    private final Quorum quorum;
    private final int unknown;

    Majority(final List<Sighting> sightings)
    {
        final Map<String, List<Sighting>> byHolder = sightings.stream()
            .filter((sighting) -> sighting.state() == Sighting.State.HELD)
            .collect(Collectors.groupingBy(Sighting::holder, LinkedHashMap::new, Collectors.toList()));

        strongest = byHolder.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
        quorum = Quorum.majorityOf(sightings.size());
        unknown = (int)sightings.stream()
            .filter((sighting) -> sighting.state() == Sighting.State.UNKNOWN).count();
    }

    /**
     * Whether the nodes that did not answer could make no difference.
     */
    boolean isConclusive()
    {
        return isHeld() || strongest.size() + unknown < quorum.required();
    }

    /**
     * The state of the lock, to follow "the lock is".
     */
    String verdict()
    {
        final String nodes = Texts.plural(quorum.nodeCount(), "node");
        if (isHeld())
        {
            return "held by " + strongest.get(0).holder() + " on " + strongest.size() + " of " + nodes +
                ", " + ending();
        }
        if (!isConclusive())
        {
            return "held or free is unknown: " + Texts.plural(unknown, "node") +
                " did not answer, and a majority is " + quorum.required() + " of " + quorum.nodeCount();
        }

        if (strongest.isEmpty())
        {
            return unknown == 0 ? "free: no node has the key as a lock" :
                "free: none of the " + (quorum.nodeCount() - unknown) +
                " that answered has the key as a lock";
        }

        return "free: nobody has a majority, which is " + quorum.required() + " of " + nodes +
            "; what is there ends with its time to live";
    }

    private boolean isHeld()
    {
        return strongest.size() >= quorum.required();
    }

    /*
     * The majority ends when one node less than a quorum still has the key: with the Q-th longest of the
     * remaining times.
     */
    private String ending()
    {
        final List<Long> longestFirst = strongest.stream()
            .map((sighting) -> sighting.ttlMs() == Sighting.NEVER ? Long.MAX_VALUE : sighting.ttlMs())
            .sorted(Comparator.reverseOrder())
            .collect(Collectors.toList());
        final long ttlMs = longestFirst.get(quorum.required() - 1);

        return ttlMs == Long.MAX_VALUE ? "without an end: no lock of this library is like that" :
            Texts.format("for %.1f s more unless it is extended", ttlMs / 1000.0);
    }
}
