// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.client.tck;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.tck.harness.PassThrough;
import dev.redlock.tck.plain.PlainTransportProvider;

/**
 * A transport that does what general Redis clients do by default: what was in flight on a lost connection is
 * sent again on the next.
 */
public final class ResendingTransportProvider implements TransportProvider
{
    public static final String NAME = "resending";

    @Override
    public String name()
    {
        return NAME;
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        final Resending resending = new Resending();
        resending.open(new PlainTransportProvider(), context, handler);

        return resending;
    }

    private static final class Resending extends PassThrough
    {
        private static final long OURS = Long.MIN_VALUE / 2;

        private final Map<Long, Operation> copies = new HashMap<>();
        private final Map<Connection, List<Operation>> lost = new HashMap<>();
        private long count;

        @Override
        public int offer(final Connection connection, final Operation operation)
        {
            final Operation copy = new Operation().wrap(
                operation.template(), operation.key(), OURS - connection.index() - 16 * count++);
            IntStream.range(0, Operation.MAX_NUMBERS).forEach((i) -> copy.number(i, operation.number(i)));
            for (int i = 0; i < Operation.MAX_BYTES; i++)
            {
                copy.bytes(i, operation.bytes(i) == null ? null : operation.bytes(i).clone());
            }
            final int result = beneath.offer(connection, operation);
            if (result == ACCEPTED)
            {
                copies.put(operation.correlationId() * 16 + connection.index(), copy);
            }

            return result;
        }

        @Override
        public void onReply(final Connection connection, final long correlationId, final Reply reply)
        {
            if (correlationId <= OURS)
            {
                return;
            }
            final Operation copy = copies.remove(correlationId * 16 + connection.index());
            if (reply.kind() == Reply.Kind.LOST)
            {
                lost.computeIfAbsent(connection, (ignored) -> new ArrayList<>()).add(copy);
            }
            handler.onReply(connection, correlationId, reply);
        }

        @Override
        public void onUp(final Connection connection)
        {
            handler.onUp(connection);
            lost.getOrDefault(connection, List.of()).forEach((copy) -> beneath.offer(connection, copy));
            lost.remove(connection);
        }
    }
}
