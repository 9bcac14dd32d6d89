// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.port;

/**
 * Where owner tokens come from: a cryptographically strong source, except in simulations.
 */
@FunctionalInterface
public interface TokenSource
{
    /**
     * Fills an array with unpredictable bytes. Called on the engine thread on the hot path: must not allocate
     * or block.
     *
     * @param block to fill.
     */
    void fill(byte[] block);

    /**
     * Mixes in what a copy of this source cannot know: after the restoration of a snapshot or a checkpoint
     * there are two of one state, and they would deal the same tokens. Called on the engine thread before a
     * node votes over a new connection; must not block.
     *
     * @param nodeIndex    of the node.
     * @param connectionId number that the node gave to the connection, or a negative one if it gave none.
     */
    default void stir(final int nodeIndex, final long connectionId)
    {
    }
}
