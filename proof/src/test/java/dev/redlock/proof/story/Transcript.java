// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was seen, in lines that begin with the virtual time in whole milliseconds. What several nodes do at
 * one moment becomes one line.
 */
final class Transcript
{
    private static final long NS_PER_MS = 1_000_000;

    private final Map<String, List<String>> deeds = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private long deedsMs;

    /**
     * A node does something.
     *
     * @param deed a verb without its s, and what else there is to say.
     */
    void node(final long nowNs, final String node, final String deed)
    {
        final long nowMs = nowNs / NS_PER_MS;
        if (nowMs != deedsMs)
        {
            finishDeeds();
        }
        deedsMs = nowMs;
        deeds.computeIfAbsent(deed, (any) -> new ArrayList<>()).add(node);
    }

    /**
     * Somebody else does something.
     */
    void say(final long nowNs, final String words)
    {
        finishDeeds();
        lines.add(stamp(nowNs / NS_PER_MS) + words);
    }

    /**
     * An answer to a question, which needs no time.
     */
    void answer(final String words)
    {
        finishDeeds();
        lines.add(words);
    }

    List<String> take()
    {
        finishDeeds();
        final List<String> taken = lines.isEmpty() ? List.of("ok") : List.copyOf(lines);
        lines.clear();

        return taken;
    }

    private void finishDeeds()
    {
        if (!deeds.isEmpty())
        {
            final List<String> parts = new ArrayList<>();
            deeds.forEach((deed, nodes) -> parts.add(sentence(deed, nodes)));
            lines.add(stamp(deedsMs) + String.join("; ", parts));
            deeds.clear();
        }
    }

    private static String sentence(final String deed, final List<String> nodes)
    {
        final Set<String> names = new TreeSet<>(nodes);
        final String verb = names.size() > 1 ? deed : deed.replaceFirst("^(\\w+)", "$1s");
        final int times = nodes.size() / names.size();

        return String.join(",", names) + " " + verb + (times > 1 ? " (" + times + " times)" : "");
    }

    private static String stamp(final long ms)
    {
        return String.format("%5dms ", ms);
    }
}
