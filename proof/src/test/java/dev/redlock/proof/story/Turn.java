// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one client does at one moment: news first, then what it makes of the votes, then what follows.
 */
final class Turn
{
    private static final String NODES = "%s";

    private final Map<String, Set<String>> news = new LinkedHashMap<>();
    private final Map<String, Set<String>> deeds = new LinkedHashMap<>();
    private String decision;
    private String validity;

    /**
     * Something about a node that comes before any decision, such as a question to it.
     *
     * @param words with {@code %s} for the nodes of which it is true.
     */
    void news(final String words, final int nodeIndex)
    {
        news.computeIfAbsent(words, (any) -> new LinkedHashSet<>()).add("n" + nodeIndex);
    }

    void decision(final String words)
    {
        decision = decision == null ? words : decision + "; " + words;
    }

    /**
     * The validity is another one now; the last word counts.
     */
    void validity(final String words)
    {
        validity = words;
    }

    boolean hasDecision()
    {
        return decision != null;
    }

    /**
     * Something about a node that follows.
     *
     * @param words with {@code %s} for the nodes of which it is true.
     */
    void deed(final String words, final int nodeIndex)
    {
        deeds.computeIfAbsent(words, (any) -> new LinkedHashSet<>()).add("n" + nodeIndex);
    }

    void deed(final String words)
    {
        deeds.put(words, Set.of());
    }

    /**
     * All of it in one line, and begins anew.
     *
     * @return empty if there is nothing to tell.
     */
    String take()
    {
        final List<String> parts = new ArrayList<>();
        news.forEach((words, nodes) -> parts.add(words.replace(NODES, String.join(",", nodes))));
        if (decision != null || validity != null)
        {
            parts.add(decision == null ? validity : validity == null ? decision : decision + ", " + validity);
        }
        deeds.forEach((words, nodes) -> parts.add(words.replace(NODES, String.join(",", nodes))));
        news.clear();
        deeds.clear();
        decision = null;
        validity = null;

        return String.join("; ", parts);
    }
}
