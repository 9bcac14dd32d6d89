// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.redlock.test.memory.MemoryFlow;
import dev.redlock.test.memory.MemoryNode;
import dev.redlock.test.memory.MemoryNode.Memory;
import dev.redlock.test.memory.MemoryPath;

/**
 * The vocabulary, word by word with what it does; docs/stories.md explains it. A word belongs to time, to
 * clients, to nodes, to what lies between the two, or is a question.
 */
final class StoryCommands
{
    static final Map<String, BiConsumer<Story, Words>> VOCABULARY = new LinkedHashMap<>();

    private static final String BEGIN = "cluster";
    private static final String[] SCRIPTS = {"EVALSHA", "EVAL"};
    private static final long MS = 1_000_000;

    static
    {
        add(BEGIN, (story, words) -> story.begin(StorySettings.of(words)));
        add("run", (story, words) -> story.network().runUntil(story.network().nowNs() + words.duration()));
        add("until", (story, words) -> story.network().runUntil(Story.START_NS + words.duration()));

        add("try", (story, words) -> acquire(story.handle(words, false), 0));
        add("acquire", (story, words) ->
            acquire(story.handle(words, false), words.setting("within", words::duration, 0L)));
        add("keep", (story, words) -> acquire(story.handle(words, true), 0));
        add("extend", StoryCommands::extend);
        add("release", (story, words) -> onHandle(story.handle(words, false), StoryHandle::release));
        add("cancel", (story, words) -> onHandle(story.handle(words, false), StoryHandle::cancel));
        add("pause", (story, words) -> story.client(words).pause());
        add("resume", (story, words) -> story.client(words).resume());
        add("stall", (story, words) -> story.client(words).stall(words.duration()));
        add("read", (story, words) -> story.resource().read(story.handle(words, false)));
        add("write", (story, words) -> story.resource().write(
            story.handle(words, false), words.has("if-held"), words.has("if-unchanged")));

        add("down", onNodes(MemoryNode::crash));
        add("up", onNodes((node) -> node.restart(Memory.KEPT)));
        add("restart", onNodes(StoryCommands::memory, MemoryNode::restart));
        add("stop", onNodes(MemoryNode::pause));
        add("cont", onNodes(MemoryNode::resume));
        add("step", onNodes((words) -> words.duration(), (node, stepNs) -> node.clock().step(stepNs)));
        add("flush-scripts", onNodes(MemoryNode::flushScripts));
        add("refuse", onNodes(Words::rest, (node, error) -> node.refuse(error)));
        add("refuse-scripts", onNodes(Words::rest, (node, error) -> node.refuse(error, SCRIPTS)));
        add("serve", onNodes(MemoryNode::serve));
        add("replica-for-a-moment", onNodes(MemoryNode::becomeAReplicaForAMoment));

        add("latency", StoryCommands::latency);
        add("cut", onPaths(MemoryPath::cut));
        add("hang-up", onPaths(MemoryPath::cutClients));
        add("partition", onFlows(MemoryFlow::hold));
        add("hold", onFlows(MemoryFlow::holdExisting));
        add("heal", onFlows(MemoryFlow::release));
        add("lose-reply", onPaths(MemoryPath::loseNextReply));
        add("skip-replies", StoryCommands::skipReplies);
        add("repeat-reply", (story, words) ->
        {
            final StoryClient client = story.client(words);
            words.nodes().forEach(client::repeatReply);
        });

        add("holders", (story, words) -> story.transcript().answer(new StoryQuestions(story).holders()));
        add("nodes", (story, words) -> story.transcript().answer(
            new StoryQuestions(story).nodes(words.setting("key", (name) -> name, StoryHandle.USUAL_KEY))));
        add("check", (story, words) -> new StoryQuestions(story).check(words));
    }

    private StoryCommands()
    {
    }

    static void run(final Story story, final Words words)
    {
        final String command = words.word("a command");
        if (command.equals(BEGIN) == (story.network() != null))
        {
            throw words.wrong("a story begins with the command cluster, and has but one");
        }
        VOCABULARY.getOrDefault(command, StoryCommands::refuse).accept(story, words);
        words.end();
    }

    private static void refuse(final Story story, final Words words)
    {
        throw words.wrong("the vocabulary is: " + String.join(", ", VOCABULARY.keySet()));
    }

    private static void add(final String word, final BiConsumer<Story, Words> effect)
    {
        VOCABULARY.put(word, effect);
    }

    private static void acquire(final StoryHandle handle, final long waitNs)
    {
        handle.client.run(() -> handle.acquire(waitNs));
    }

    private static void extend(final Story story, final Words words)
    {
        final long ttlMs = words.setting("ttl", words::duration, 0L) / MS;
        final StoryHandle handle = story.handle(words, false);
        handle.client.run(() -> handle.extend(ttlMs));
    }

    private static void onHandle(final StoryHandle handle, final Consumer<StoryHandle> action)
    {
        handle.client.run(() -> action.accept(handle));
    }

    private static BiConsumer<Story, Words> onNodes(final Consumer<MemoryNode> action)
    {
        return (story, words) -> words.nodes().forEach((i) -> action.accept(story.network().node(i)));
    }

    private static <T> BiConsumer<Story, Words> onNodes(
        final Function<Words, T> detail, final BiConsumer<MemoryNode, T> action)
    {
        return (story, words) ->
        {
            final List<Integer> nodes = words.nodes();
            final T with = detail.apply(words);
            nodes.forEach((i) -> action.accept(story.network().node(i), with));
        };
    }

    private static Memory memory(final Words words)
    {
        if (words.has("empty"))
        {
            return Memory.LOST;
        }
        if (words.has("with-memory"))
        {
            return Memory.KEPT;
        }
        if (words.has("from-disk"))
        {
            return Memory.STALE;
        }
        throw words.wrong("a restart is empty, with-memory or from-disk");
    }

    private static void latency(final Story story, final Words words)
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

    private static void skipReplies(final Story story, final Words words)
    {
        final StoryClient client = story.client(words);
        final List<Integer> nodes = words.nodes();
        final int count = Integer.parseInt(words.word("how many"));
        nodes.forEach((index) -> client.transport.path(index).skipReplies(count));
    }

    private static BiConsumer<Story, Words> onPaths(final Consumer<MemoryPath> action)
    {
        return (story, words) ->
        {
            final StoryClient client = story.client(words);
            words.nodes().forEach((index) -> action.accept(client.transport.path(index)));
        };
    }

    /*
     * Both ways, unless one of them is named.
     */
    private static BiConsumer<Story, Words> onFlows(final Consumer<MemoryFlow> action)
    {
        return (story, words) ->
        {
            final StoryClient client = story.client(words);
            final List<Integer> nodes = words.nodes();
            final boolean isRequests = words.has("requests");
            final boolean isReplies = !isRequests && words.has("replies");
            for (final int index : nodes)
            {
                for (final MemoryPath path : client.transport.paths(index))
                {
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
        };
    }
}
