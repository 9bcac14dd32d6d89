// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.runtime.nodes;

import java.util.List;
import java.util.function.Predicate;

/**
 * Sets of nodes as a {@link dev.redlock.quorum.Quorum} decides over them.
 */
public final class NodeSet
{
    private NodeSet()
    {
    }

    /**
     * The nodes of which something is true.
     *
     * @param facts of the nodes, by index.
     * @param is    what is true.
     * @return a bit for each of them.
     */
    public static <T> int of(final List<T> facts, final Predicate<? super T> is)
    {
        int nodes = 0;
        for (int i = 0; i < facts.size(); i++)
        {
            nodes |= is.test(facts.get(i)) ? 1 << i : 0;
        }

        return nodes;
    }
}
