// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.watch;

import dev.redlock.engine.node.Node;

/**
 * What the nodes have granted to us, as those who watch the nodes may touch it: they find out that a node's
 * grants are worth less, or nothing. What follows for attempts and leases is decided where those are moved.
 */
public interface Grants
{
    /**
     * What a node has granted is worth nothing.
     */
    void drop(int nodeIndex, long nowNs);

    /**
     * What a node has granted ends earlier.
     *
     * @param isInDoubt whether it may have granted what was another's: then its grants to those who do not
     *                  hold yet are withdrawn.
     */
    void shorten(Node node, long byNs, boolean isInDoubt, long nowNs);

    /**
     * What all nodes have granted ends earlier.
     */
    void shortenAll(long byNs, long nowNs);
}
