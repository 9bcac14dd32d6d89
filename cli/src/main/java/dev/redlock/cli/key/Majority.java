// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.cli.key;

import java.util.List;

import dev.redlock.KeyOnNode;
import dev.redlock.LockHolder;
import dev.redlock.cli.output.Prose;
import dev.redlock.outcome.KeyState;
import dev.redlock.quorum.Quorum;

/**
 * The verdict over what all nodes say, in words.
 */
final class Majority
{
    private Majority()
    {
    }

    /**
     * The state of the lock, to follow the name of the lock.
     *
     * @param quorum that a holder needs.
     */
    static String verdict(final LockHolder lock, final Quorum quorum)
    {
        final List<KeyOnNode> all = lock.nodes();
        final String nodes = Prose.plural(all.size(), "node");
        final int unknown = count(all, KeyState.UNKNOWN);
        if (lock.isHeld())
        {
            final long has = all.stream().filter((node) -> node.holder().equals(lock.holder())).count();

            return "is held by " + lock.holder() + " on " + has + " of " + nodes + ", " + ending(lock);
        }
        if (!lock.isCertain())
        {
            return "may be held or free: " + Prose.plural(unknown, "node") +
                " could not say, and a majority is " + quorum;
        }

        final int others = count(all, KeyState.NO_LOCK);
        if (all.size() - others < quorum.required())
        {
            return "is not held, but " + others + " of " + nodes + " have other data under its key, and " +
                "grant no lock until that is gone";
        }
        if (count(all, KeyState.HELD) == 0)
        {
            return "is free: " + (unknown == 0 ? "no node has the key as a lock" :
                "none of the " + (all.size() - unknown) + " that answered has the key as a lock");
        }

        return "is free: nobody has a majority, which is " + quorum +
            " nodes; what is there ends with its time to live";
    }

    private static int count(final List<KeyOnNode> nodes, final KeyState state)
    {
        return (int)nodes.stream().filter((node) -> node.state() == state).count();
    }

    private static String ending(final LockHolder lock)
    {
        return lock.remaining().equals(KeyOnNode.ENDLESS) ?
            "without an end: no lock of this library is like that" :
            Prose.format("for %.1f s more unless it is extended", lock.remaining().toMillis() / 1000.0);
    }
}
