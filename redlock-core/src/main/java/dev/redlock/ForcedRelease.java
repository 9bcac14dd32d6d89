// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.util.List;

import dev.redlock.outcome.KeyState;

/**
 * What became of a lock that was taken away from its holder.
 *
 * @param nodes what became of the key on each node, by index.
 */
public record ForcedRelease(List<Removal> nodes)
{
    /**
     * How many nodes are certainly without the lock that was seen.
     *
     * @return 0 to N.
     */
    public int confirmed()
    {
        return (int)nodes.stream().filter(Removal::isGone).count();
    }

    /**
     * How many nodes had the key as a lock.
     *
     * @return 0 to N; 0 may say that the key, or the prefix of the clients, is another one.
     */
    public int found()
    {
        return (int)nodes.stream().filter(removal -> removal.seen() == KeyState.HELD).count();
    }

    /**
     * What became of the key on one node.
     *
     * @param node   for people.
     * @param seen   what was there before.
     * @param isGone whether the lock that was seen is certainly gone.
     * @param detail for people.
     */
    public record Removal(String node, KeyState seen, boolean isGone, String detail)
    {
    }
}
