// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.test.memory.MemoryNode;

/**
 * Questions to those who see everything. A check that does not hold ends the story, whether it is rewritten
 * or not: a wrong outcome cannot become the expected one by accident.
 */
record StoryQuestions(Story story)
{
    private static final String NONE = "none";
    private static final long MS = 1_000_000;

    String holders()
    {
        final List<String> beliefs = new ArrayList<>();
        for (final StoryHandle handle : story.watch().handles())
        {
            if (handle.isHeld())
            {
                beliefs.add(handle.client.voice.name + handle.suffix + " until " + handle.validUntilMs() +
                    "ms, " + handle.remainingNs() / MS + "ms left");
            }
        }

        return "holders: " + (beliefs.isEmpty() ? NONE : String.join("; ", beliefs));
    }

    String nodes(final String key)
    {
        final Map<String, List<String>> contents = new LinkedHashMap<>();
        for (int i = 0; i < story.network().nodeCount(); i++)
        {
            final MemoryNode node = story.network().node(i);
            final byte[] value = node.value(Story.bytes(key));
            final String content = !node.isUp() ? "down" : story.watch().describe(value) +
                (value == null ? "" : " for " + node.ttlMs(Story.bytes(key)) + "ms");
            contents.computeIfAbsent(content, (any) -> new ArrayList<>()).add(node.name());
        }

        final List<String> parts = new ArrayList<>();
        contents.forEach((content, names) -> parts.add(String.join(",", names) + ": " + content));

        return String.join("; ", parts);
    }

    /*
     * Without a word, nobody ever held together with another, and no node has a key that nobody stands
     * behind.
     */
    void check(final Words words)
    {
        final boolean isBroken = words.has("broken");
        final String expected = words.setting("orphans", (names) -> names, NONE);
        final String violation = story.watch().violation();
        if (isBroken == violation.isEmpty())
        {
            throw words.wrong(isBroken ? "exclusion was never broken" : violation);
        }

        final String orphans = orphans();
        if (!orphans.equals(expected))
        {
            throw words.wrong("there are orphans on: " + orphans + ", expected: " + expected);
        }

        story.transcript().answer("exclusion: " + (isBroken ? "BROKEN, " + violation : "kept"));
        story.transcript().answer(holders());
        story.transcript().answer("orphans: " + orphans + "; tokens out: " + tokensOut());
    }

    private String orphans()
    {
        final List<String> names = new ArrayList<>();
        for (int i = 0; i < story.network().nodeCount(); i++)
        {
            final MemoryNode node = story.network().node(i);
            if (story.watch().handles().stream().anyMatch(
                (handle) -> story.watch().isOrphan(node.value(Story.bytes(handle.key)))))
            {
                names.add(node.name());
            }
        }

        return names.isEmpty() ? NONE : String.join(",", names);
    }

    private String tokensOut()
    {
        final String parts = story.clients().stream().filter((client) -> client.engine.tokensOut() > 0)
            .map((client) -> client.voice.name + " " + client.engine.tokensOut()).collect(joining(", "));

        return parts.isEmpty() ? NONE : parts;
    }
}
