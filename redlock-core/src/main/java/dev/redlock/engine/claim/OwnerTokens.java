// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.engine.claim;

import dev.redlock.engine.port.TokenSource;
import dev.redlock.engine.settings.WaitRule;

/**
 * Deals owner tokens from a block that is filled in advance, so that a token costs one copy. Every token is
 * dealt once. It begins with the mailbox of the client, by which nodes know whom to wake.
 */
public final class OwnerTokens
{
    static final int LENGTH = WaitRule.TOKEN_BYTES;

    /*
     * Unpredictable bytes of an owner token: 128 bits.
     */
    private static final int RANDOM = LENGTH - WaitRule.MAILBOX_BYTES;

    private static final int PER_BLOCK = 64;

    private final byte[] block = new byte[RANDOM * PER_BLOCK];
    private final TokenSource source;
    private final byte[] mailbox;
    private int next = PER_BLOCK;

    /**
     * @param mailbox of the client, which was drawn by chance. It tells nobody apart for certain: a client
     *                that has another's is woken for nothing, now and then.
     */
    public OwnerTokens(final TokenSource source, final byte[] mailbox)
    {
        this.source = source;
        this.mailbox = mailbox;
    }

    public void deal(final byte[] token)
    {
        if (next == PER_BLOCK)
        {
            source.fill(block);
            next = 0;
        }

        System.arraycopy(mailbox, 0, token, 0, WaitRule.MAILBOX_BYTES);
        System.arraycopy(block, next * RANDOM, token, WaitRule.MAILBOX_BYTES, RANDOM);
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
