// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import dev.redlock.engine.settings.TokenSource;

/**
 * Deals owner tokens from a block that is filled in advance, so that a token costs one copy. Every token is
 * dealt once.
 */
public final class OwnerTokens
{
    /**
     * Length of an owner token in bytes: 160 bits, as the literature advises.
     */
    static final int LENGTH = 20;

    private static final int PER_BLOCK = 64;

    private final byte[] block = new byte[LENGTH * PER_BLOCK];
    private final TokenSource source;
    private int next = PER_BLOCK;

    public OwnerTokens(final TokenSource source)
    {
        this.source = source;
    }

    public void deal(final byte[] token)
    {
        if (next == PER_BLOCK)
        {
            source.fill(block);
            next = 0;
        }

        System.arraycopy(block, next * LENGTH, token, 0, LENGTH);
        next++;
    }

    /**
     * Stirs the source and discards the block.
     */
    public void stir(final int nodeIndex, final long connectionId)
    {
        source.stir(nodeIndex, connectionId);
        next = PER_BLOCK;
    }
}
