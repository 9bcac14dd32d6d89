// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.fake;

import java.util.function.BooleanSupplier;

import dev.redlock.spi.Reply;

/**
 * Something that the next poll tells the handler, unless its node is silent.
 *
 * @param nodeIndex  of the node.
 * @param reply      on its way; null if this is something else.
 * @param isHeldBack whether it must wait.
 * @param delivery   tells the handler.
 */
record FakeEvent(int nodeIndex, Reply reply, BooleanSupplier isHeldBack, Runnable delivery)
{
    static FakeEvent of(final int nodeIndex, final Runnable delivery)
    {
        return new FakeEvent(nodeIndex, null, () -> false, delivery);
    }

    boolean isReplyOf(final int otherIndex)
    {
        return reply != null && nodeIndex == otherIndex;
    }

    /**
     * The same reply when the connection has ended.
     */
    FakeEvent lost()
    {
        reply.set(Reply.Kind.LOST);

        return new FakeEvent(nodeIndex, reply, () -> false, delivery);
    }
}
