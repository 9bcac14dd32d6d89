// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.tck.plain.PlainTransportProvider;

/**
 * A transport that does what general Redis clients do by default: what was in flight on a lost connection is
 * sent again on the next.
 */
public final class ResendingTransportProvider implements TransportProvider
{
    static final String NAME = "resending";

    @Override
    public String name()
    {
        return NAME;
    }

    @Override
    public Transport open(final TransportContext context, final TransportHandler handler)
    {
        final Resending resending = new Resending(handler);
        resending.beneath = new PlainTransportProvider().open(context, resending);

        return resending;
    }

    private static final class Resending implements Transport, TransportHandler
    {
        private static final long OURS = Long.MIN_VALUE / 2;

        private final Map<Long, Operation> copies = new HashMap<>();
        private final Map<Integer, List<Operation>> lost = new HashMap<>();
        private final TransportHandler handler;
        private Transport beneath;
        private long count;

        private Resending(final TransportHandler handler)
        {
            this.handler = handler;
        }

        @Override
        public int offer(final int nodeIndex, final Operation operation)
        {
            final Operation copy =
                new Operation().wrap(operation.template(), operation.key(), OURS - nodeIndex - 16 * count++);
            for (int i = 0; i < Operation.MAX_NUMBERS; i++)
            {
                copy.number(i, operation.number(i));
            }
            for (int i = 0; i < Operation.MAX_BYTES; i++)
            {
                copy.bytes(i, operation.bytes(i) == null ? null : operation.bytes(i).clone());
            }
            final int result = beneath.offer(nodeIndex, operation);
            if (result == ACCEPTED)
            {
                copies.put(operation.correlationId() * 16 + nodeIndex, copy);
            }

            return result;
        }

        @Override
        public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
        {
            if (correlationId <= OURS)
            {
                return;
            }
            final Operation copy = copies.remove(correlationId * 16 + nodeIndex);
            if (reply.kind() == Reply.Kind.LOST)
            {
                lost.computeIfAbsent(nodeIndex, (ignored) -> new ArrayList<>()).add(copy);
            }
            handler.onReply(nodeIndex, correlationId, reply);
        }

        @Override
        public void onUp(final int nodeIndex)
        {
            handler.onUp(nodeIndex);
            lost.getOrDefault(nodeIndex, List.of()).forEach((copy) -> beneath.offer(nodeIndex, copy));
            lost.remove(nodeIndex);
        }

        @Override
        public PreparedKey prepare(final byte[] key)
        {
            return beneath.prepare(key);
        }

        @Override
        public void connect(final int nodeIndex)
        {
            beneath.connect(nodeIndex);
        }

        @Override
        public void disconnect(final int nodeIndex)
        {
            beneath.disconnect(nodeIndex);
        }

        @Override
        public int inquire(final int nodeIndex, final Inquiry inquiry)
        {
            return beneath.inquire(nodeIndex, inquiry);
        }

        @Override
        public void flush()
        {
            beneath.flush();
        }

        @Override
        public int poll(final long maxWaitNs)
        {
            return beneath.poll(maxWaitNs);
        }

        @Override
        public void wakeup()
        {
            beneath.wakeup();
        }

        @Override
        public void close()
        {
            beneath.close();
        }

        @Override
        public Dialogue onConnected(final int nodeIndex, final boolean sessionOpened)
        {
            return handler.onConnected(nodeIndex, sessionOpened);
        }

        @Override
        public void onDown(final int nodeIndex, final DownReason reason, final String detail)
        {
            handler.onDown(nodeIndex, reason, detail);
        }
    }
}
