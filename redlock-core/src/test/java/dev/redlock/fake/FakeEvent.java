// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.fake;

import java.util.function.BooleanSupplier;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Reply;

/**
 * Something that the next poll tells the handler, unless its node is silent.
 *
 * @param connection that it came on.
 * @param reply      on its way; null if this is something else.
 * @param isHeldBack whether it must wait.
 * @param delivery   tells the handler.
 */
record FakeEvent(Connection connection, Reply reply, BooleanSupplier isHeldBack, Runnable delivery)
{
    static FakeEvent of(final Connection connection, final Runnable delivery)
    {
        return new FakeEvent(connection, null, () -> false, delivery);
    }

    boolean isReplyOf(final Connection other)
    {
        return reply != null && connection == other;
    }

    /**
     * The same reply when the connection has ended.
     */
    FakeEvent lost()
    {
        reply.set(Reply.Kind.LOST);

        return new FakeEvent(connection, reply, () -> false, delivery);
    }
}
