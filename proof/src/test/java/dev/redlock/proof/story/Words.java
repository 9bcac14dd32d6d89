// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * One line of a script, word by word.
 */
final class Words
{
    private static final long NS_PER_MS = 1_000_000;
    private static final long MS_PER_SECOND = 1000;
    private static final String NODE = "n";

    private final String line;
    private final String[] words;
    private final int nodeCount;
    private int next;

    Words(final String line, final int nodeCount)
    {
        this.line = line;
        this.nodeCount = nodeCount;
        words = line.trim().split(" +");
    }

    boolean hasMore()
    {
        return next < words.length;
    }

    String word(final String what)
    {
        if (!hasMore())
        {
            throw wrong("the line ends where " + what + " should come");
        }

        return words[next++];
    }

    /**
     * Takes a word if it comes next.
     */
    boolean has(final String word)
    {
        final boolean isNext = hasMore() && words[next].equals(word);
        next += isNext ? 1 : 0;

        return isNext;
    }

    /**
     * What follows {@code name=}, or the default.
     */
    <T> T setting(final String name, final Function<String, T> parser, final T otherwise)
    {
        for (int i = next; i < words.length; i++)
        {
            if (words[i].startsWith(name + "="))
            {
                final String value = words[i].substring(name.length() + 1);
                words[i] = words[next];
                next++;

                return parser.apply(value);
            }
        }

        return otherwise;
    }

    String rest()
    {
        final List<String> rest = List.of(words).subList(next, words.length);
        next = words.length;

        return String.join(" ", rest);
    }

    long duration()
    {
        return duration(word("a duration such as 10ms"));
    }

    /**
     * Nanoseconds of {@code 5ms}, {@code 2s}, {@code -300ms}.
     */
    long duration(final String text)
    {
        final boolean isMs = text.endsWith("ms");
        if (!text.matches("[+-]?\\d+m?s"))
        {
            throw wrong("'" + text + "' is not a duration such as 10ms or 2s");
        }

        return Long.parseLong(text.substring(0, text.length() - (isMs ? 2 : 1))) *
            (isMs ? NS_PER_MS : MS_PER_SECOND * NS_PER_MS);
    }

    List<Integer> nodes()
    {
        return nodes(word("nodes such as n0,n3 or all"));
    }

    List<Integer> nodes(final String text)
    {
        final List<Integer> indexes = new ArrayList<>();
        if (text.equals("all"))
        {
            IntStream.range(0, nodeCount).forEach((i) -> indexes.add(i));

            return indexes;
        }
        for (final String name : text.split(","))
        {
            if (!name.matches(NODE + "\\d+") || Integer.parseInt(name.substring(1)) >= nodeCount)
            {
                throw wrong("'" + name + "' is none of the " + nodeCount + " nodes from n0 on");
            }
            indexes.add(Integer.parseInt(name.substring(1)));
        }

        return indexes;
    }

    void end()
    {
        if (hasMore())
        {
            throw wrong("'" + words[next] + "' says too much");
        }
    }

    StoryError wrong(final String why)
    {
        return new StoryError("'" + line + "': " + why);
    }
}
