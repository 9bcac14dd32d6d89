// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.redlock.outcome.KeyState;

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
     * @param required votes that make a quorum.
     * @param nodes    what each node says, by index.
     * @return who holds the lock.
     */
    public static LockHolder of(final int required, final List<KeyOnNode> nodes)
    {
        final Map<String, List<Duration>> byHolder = nodes.stream()
            .filter(key -> key.state() == KeyState.HELD)
            .collect(Collectors.groupingBy(KeyOnNode::holder, TreeMap::new,
                Collectors.mapping(KeyOnNode::remaining, Collectors.toList())));
        final long unknown = nodes.stream().filter(key -> key.state() == KeyState.UNKNOWN).count();
        int most = 0;
        for (final Map.Entry<String, List<Duration>> held : byHolder.entrySet())
        {
            final List<Duration> longestFirst = held.getValue();
            if (longestFirst.size() >= required)
            {
                // The quorum ends when one node less than it still has the key.
                longestFirst.sort(Collections.reverseOrder());

                return new LockHolder(
                    held.getKey(), longestFirst.get(required - 1), true, List.copyOf(nodes));
            }
            most = Math.max(most, longestFirst.size());
        }

        return new LockHolder("", Duration.ZERO, most + unknown < required, List.copyOf(nodes));
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
