// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.List;
import java.util.function.Consumer;

import dev.redlock.test.memory.MemoryFlow;
import dev.redlock.test.memory.MemoryPath;

/**
 * What happens between a client and some nodes.
 */
final class PathCommand
{
    private final Story story;
    private final Words words;

    PathCommand(final Story story, final Words words)
    {
        this.story = story;
        this.words = words;
    }

    /**
     * Whether it is one of these commands.
     */
    boolean run(final String command)
    {
        switch (command)
        {
            case "latency":
                latency();
                return true;

            case "cut":
                onPaths(MemoryPath::cut);
                return true;

            case "hang-up":
                onPaths(MemoryPath::cutClients);
                return true;

            case "partition":
                onFlows(MemoryFlow::hold);
                return true;

            case "hold":
                onFlows(MemoryFlow::holdExisting);
                return true;

            case "heal":
                onFlows(MemoryFlow::release);
                return true;

            case "lose-reply":
                onPaths(MemoryPath::loseNextReply);
                return true;

            case "skip-replies":
                final StoryClient skipping = story.client(words);
                final List<Integer> nodes = words.nodes();
                final int count = Integer.parseInt(words.word("how many"));
                nodes.forEach((index) -> skipping.transport.path(index).skipReplies(count));
                return true;

            case "repeat-reply":
                final StoryClient client = story.client(words);
                words.nodes().forEach(client::repeatReply);
                return true;

            default:
                return false;
        }
    }

    private void latency()
    {
        final StoryClient client = story.client(words);
        do
        {
            final String[] part = words.word("nodes=duration").split("=");
            if (part.length != 2)
            {
                throw words.wrong("a latency is said as n0,n3=5ms");
            }
            final long delayNs = words.duration(part[1]);
            words.nodes(part[0]).forEach((index) ->
            {
                client.transport.path(index).requests().delay(delayNs);
                client.transport.path(index).replies().delay(delayNs);
            });
        }
        while (words.hasMore());
    }

    private void onPaths(final Consumer<MemoryPath> action)
    {
        final StoryClient client = story.client(words);
        words.nodes().forEach((index) -> action.accept(client.transport.path(index)));
    }

    /*
     * Both ways, unless one of them is named.
     */
    private void onFlows(final Consumer<MemoryFlow> action)
    {
        final StoryClient client = story.client(words);
        final Iterable<Integer> nodes = words.nodes();
        final boolean isRequests = words.has("requests");
        final boolean isReplies = !isRequests && words.has("replies");
        for (final int index : nodes)
        {
            final MemoryPath path = client.transport.path(index);
            if (!isReplies)
            {
                action.accept(path.requests());
            }
            if (!isRequests)
            {
                action.accept(path.replies());
            }
        }
    }
}
