// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.List;

/**
 * The vocabulary, as a list; docs/stories.md explains it. Every word belongs to one of four: what clients do,
 * what happens to nodes, what happens between the two, and questions.
 */
final class StoryCommands
{
    static final List<String> VOCABULARY = List.of("cluster", "run", "until",
        "try", "acquire", "keep", "extend", "release", "cancel", "pause", "resume", "stall", "read", "write",
        "down", "up", "restart", "stop", "cont", "step", "flush-scripts", "refuse", "refuse-scripts", "serve",
        "replica-for-a-moment", "latency", "cut", "hang-up", "partition", "hold", "heal", "lose-reply",
        "skip-replies", "repeat-reply",
        "holders", "nodes", "check");

    private static final long MS = 1_000_000;

    private final Story story;
    private final Words words;

    StoryCommands(final Story story, final Words words)
    {
        this.story = story;
        this.words = words;
    }

    void run()
    {
        final String command = words.word("a command");
        final boolean isBegin = command.equals("cluster");
        if (isBegin == (story.network() != null))
        {
            throw words.wrong("a story begins with the command cluster, and has but one");
        }
        if (isBegin)
        {
            story.begin(StorySettings.of(words));
        }
        else if (!runTime(command) && !runClient(command) && !new NodeCommand(story, words).run(command) &&
            !new PathCommand(story, words).run(command) && !new Question(story, words).run(command))
        {
            throw words.wrong("the vocabulary is: " + String.join(", ", VOCABULARY));
        }
        words.end();
    }

    private boolean runTime(final String command)
    {
        switch (command)
        {
            case "run":
                story.network().runUntil(story.network().nowNs() + words.duration());
                return true;

            case "until":
                story.network().runUntil(Story.START_NS + words.duration());
                return true;

            default:
                return false;
        }
    }

    private boolean runClient(final String command)
    {
        switch (command)
        {
            case "try":
                begin(false, 0);
                return true;

            case "acquire":
                begin(false, words.setting("within", words::duration, 0L));
                return true;

            case "keep":
                begin(true, 0);
                return true;

            case "extend":
                final long ttlMs = words.setting("ttl", words::duration, 0L) / MS;
                final StoryHandle extending = story.handle(words, false);
                extending.client.run(() -> extending.extend(ttlMs));
                return true;

            case "release":
                final StoryHandle releasing = story.handle(words, false);
                releasing.client.run(releasing::release);
                return true;

            case "cancel":
                final StoryHandle cancelling = story.handle(words, false);
                cancelling.client.run(cancelling::cancel);
                return true;

            case "pause":
                story.client(words).pause();
                return true;

            case "resume":
                story.client(words).resume();
                return true;

            case "stall":
                final StoryClient stalling = story.client(words);
                stalling.stall(words.duration());
                return true;

            case "read":
                story.resource().read(story.handle(words, false));
                return true;

            case "write":
                final StoryHandle writing = story.handle(words, false);
                story.resource().write(writing, words.has("if-held"), words.has("if-unchanged"));
                return true;

            default:
                return false;
        }
    }

    private void begin(final boolean isKept, final long waitNs)
    {
        final StoryHandle handle = story.handle(words, isKept);
        handle.client.run(() -> handle.acquire(waitNs));
    }
}
