// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.calls;

/**
 * Whether there is room on the stack for what must not break off half way. Where the stack is full, an answer
 * could get lost: so there must be room for all of them before the first is given.
 */
public final class StackRoom
{
    private static final int FRAMES = 512;

    private StackRoom()
    {
    }

    /**
     * Throws here, before anything is begun, if there is none.
     *
     * @throws StackOverflowError if so.
     */
    public static void check()
    {
        depth(FRAMES);
    }

    private static int depth(final int frames)
    {
        return frames == 0 ? 0 : 1 + depth(frames - 1);
    }
}
