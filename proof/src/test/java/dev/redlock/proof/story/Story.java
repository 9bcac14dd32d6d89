// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.test.memory.MemoryNetwork;

/**
 * The world of one story: nodes, clients with real engines, a resource to be written to, and virtual time,
 * which begins when all connections stand.
 */
final class Story
{
    /*
     * True time of the network at which the time of the story begins.
     */
    static final long START_NS = 1_000_000_000L;

    private static final long SEED = 0x57021;

    private final Transcript transcript = new Transcript();
    private final Map<String, StoryClient> clients = new LinkedHashMap<>();
    private final Resource resource = new Resource(this);
    private MemoryNetwork network;
    private StorySettings settings;
    private ExclusionWatch watch;

    /**
     * Runs the commands of a scene.
     *
     * @return what was seen.
     */
    List<String> play(final StoryFile.Scene scene)
    {
        for (final String line : scene.commands())
        {
            StoryCommands.run(this, new Words(line, network == null ? 0 : network.nodeCount()));
        }

        return transcript.take();
    }

    void begin(final StorySettings newSettings)
    {
        settings = newSettings;
        network = MemoryNetwork.ofNodes(settings.quorum().nodeCount(), SEED);
        watch = new ExclusionWatch(network, transcript);
        new NodeNotes(this).teach(network);
        for (int i = 0; i < network.nodeCount() && settings.diskNs() > 0; i++)
        {
            network.node(i).appendOnly(settings.diskNs(), () -> {});
        }
        for (final String name : settings.clients())
        {
            clients.put(name, new StoryClient(network, name, settings, transcript));
        }
        network.runUntil(START_NS);
        network.usualDelay(settings.delayNs(), 0);
        transcript.answer(settings.summary());
    }

    MemoryNetwork network()
    {
        return network;
    }

    Transcript transcript()
    {
        return transcript;
    }

    ExclusionWatch watch()
    {
        return watch;
    }

    Resource resource()
    {
        return resource;
    }

    Collection<StoryClient> clients()
    {
        return clients.values();
    }

    long nowNs()
    {
        return network.nowNs() - START_NS;
    }

    StoryClient client(final Words words)
    {
        final String name = words.word("the name of a client");
        final StoryClient client = clients.get(name);
        if (client == null)
        {
            throw words.wrong("there is no client " + name + ", only " + clients.keySet());
        }

        return client;
    }

    /**
     * The handle that a client has of the key that comes next, if one does; made when it is first named.
     */
    StoryHandle handle(final Words words, final boolean isKept)
    {
        final StoryClient client = client(words);
        final String key = words.setting("key", (name) -> name, StoryHandle.USUAL_KEY);
        final StoryHandle known = client.voice.handle(key);

        return known != null ? known :
            new StoryHandle(client, key, isKept ? settings.keeping() : settings.claims(), watch);
    }

    static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
