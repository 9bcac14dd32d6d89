// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.redlock.outcome.KeyState;
import dev.redlock.quorum.Quorum;
import dev.redlock.runtime.nodes.NodeSet;

/**
 * Who holds a lock, as far as the nodes that answered can tell. Old news when it arrives.
 *
 * @param holder    which of the holders has the key on a quorum of nodes, see {@link KeyOnNode#holder()};
 *                  empty if none has.
 * @param remaining how long the key lasts on a quorum, unless it is extended; zero if nobody has one.
 * @param isCertain whether the nodes that did not answer could make no difference.
 * @param nodes     what each node says, by index.
 */
public record LockHolder(String holder, Duration remaining, boolean isCertain, List<KeyOnNode> nodes)
{
    /**
     * Judges what the nodes say.
     *
     * @param quorum that the holder needs.
     * @param nodes  what each node says, by index.
     * @return who holds the lock.
     */
    static LockHolder of(final Quorum quorum, final List<KeyOnNode> nodes)
    {
        final int unknown = NodeSet.of(nodes, key -> key.state() == KeyState.UNKNOWN);
        final Set<String> holders = nodes.stream().filter(key -> key.state() == KeyState.HELD)
            .map(KeyOnNode::holder).collect(Collectors.toCollection(TreeSet::new));
        boolean isCertain = !quorum.isMetBy(unknown);
        for (final String holder : holders)
        {
            final Predicate<KeyOnNode> isHeld =
                key -> key.state() == KeyState.HELD && key.holder().equals(holder);
            final int holding = NodeSet.of(nodes, isHeld);
            if (quorum.isMetBy(holding))
            {
                // As long as those that keep the key for so long, or longer, are a quorum.
                final Duration remaining = nodes.stream().filter(isHeld).map(KeyOnNode::remaining)
                    .filter(left -> quorum.isMetBy(
                        NodeSet.of(nodes, isHeld.and(key -> key.remaining().compareTo(left) >= 0))))
                    .max(Comparator.naturalOrder()).orElseThrow();

                return new LockHolder(holder, remaining, true, List.copyOf(nodes));
            }
            isCertain &= !quorum.isMetBy(holding | unknown);
        }

        return new LockHolder("", Duration.ZERO, isCertain, List.copyOf(nodes));
    }

    /**
     * Whether somebody has the key on a quorum of nodes.
     *
     * @return false also if it is not certain.
     */
    public boolean isHeld()
    {
        return !holder.isEmpty();
    }
}
