// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.proof.story;

import java.util.HashMap;
import java.util.Map;

/**
 * What the lock is there to protect: a file with a version, on some other machine. It takes every write, or
 * only those that are based on the version it has.
 */
final class Resource
{
    private final Map<StoryHandle, Integer> read = new HashMap<>();
    private final Story story;
    private int version = 1;
    private String writer = "nobody";

    Resource(final Story story)
    {
        this.story = story;
    }

    void read(final StoryHandle reader)
    {
        read.put(reader, version);
        tell(name(reader) + " reads version " + version + " of the file");
    }

    /**
     * A write arrives.
     *
     * @param isIfHeld      whether the client asks its handle first.
     * @param isIfUnchanged whether the file asks for the version that the write is based on.
     */
    void write(final StoryHandle handle, final boolean isIfHeld, final boolean isIfUnchanged)
    {
        final String name = name(handle);
        final int basis = read.getOrDefault(handle, 0);
        if (isIfHeld && !handle.isHeld())
        {
            tell(name + " does not write: isHeld() is false");
        }
        else if (isIfUnchanged && basis != version)
        {
            tell("the file refuses " + name + ": version " + basis + " was read, and " + writer +
                " has written version " + version);
        }
        else
        {
            final boolean isOverwriting = basis != version;
            version++;
            tell("the file takes version " + version + " from " + name +
                (isOverwriting ? ", and what " + writer + " wrote IS LOST" : ""));
            writer = name;
        }
    }

    private void tell(final String words)
    {
        story.transcript().say(story.nowNs(), words);
    }

    private static String name(final StoryHandle handle)
    {
        return handle.client.voice.name;
    }
}
