// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.test.memory.MemoryNetwork;

/**
 * Sees all clients and all nodes at once: whether two believed to hold one key at one true time, and whose a
 * key on a node is.
 */
final class ExclusionWatch
{
    private final List<StoryHandle> handles = new ArrayList<>();
    private final Map<ByteBuffer, StoryHandle> tokens = new HashMap<>();
    private final MemoryNetwork network;
    private final Transcript transcript;
    private String violation = "";

    ExclusionWatch(final MemoryNetwork network, final Transcript transcript)
    {
        this.network = network;
        this.transcript = transcript;
    }

    void add(final StoryHandle handle)
    {
        handles.add(handle);
    }

    void drawn(final byte[] token, final StoryHandle handle)
    {
        tokens.put(ByteBuffer.wrap(token.clone()), handle);
    }

    /**
     * To be called whenever a belief begins or becomes longer; no violation can begin at any other time.
     */
    void check(final String key)
    {
        final List<String> holding = holders(key);
        if (holding.size() > 1)
        {
            violation = String.join(" and ", holding) + " hold " + key + " at the same time";
            transcript.say(network.nowNs() - Story.START_NS, "EXCLUSION IS BROKEN: " + violation);
        }
    }

    /**
     * What went wrong, or nothing.
     */
    String violation()
    {
        return violation;
    }

    List<String> holders(final String key)
    {
        return handles.stream().filter((handle) -> handle.key.equals(key) && handle.isHeld())
            .map((handle) -> handle.client.voice.name).toList();
    }

    List<StoryHandle> handles()
    {
        return handles;
    }

    /**
     * Whose token it is, or null if it is nobody's.
     */
    StoryHandle ownerOf(final byte[] token)
    {
        return tokens.get(ByteBuffer.wrap(token));
    }

    /**
     * A key's value in words.
     */
    String describe(final byte[] value)
    {
        if (value == null)
        {
            return "nothing";
        }

        final StoryHandle owner = ownerOf(value);

        return owner == null ? "a stranger" :
            owner.client.voice.name + (owner.isLive(value) ? "" : " (orphan)");
    }

    /**
     * Whether a value is a token that no lease and no attempt stands behind.
     */
    boolean isOrphan(final byte[] value)
    {
        final StoryHandle owner = value == null ? null : ownerOf(value);

        return owner != null && !owner.isLive(value);
    }
}
