// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.fake;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportHandler;

/**
 * A transport to {@link InstantNodes}. Operations are done when they are offered, replies come with the next
 * poll. As strict as a real one about the thread that may call it.
 */
final class InstantTransport implements Transport
{
    private final Semaphore wakeups = new Semaphore(0);
    private final ArrayDeque<FakeEvent> events = new ArrayDeque<>();
    private final InstantNodes nodes;
    private final List<Connection> connections;
    private final TransportHandler handler;
    private final boolean[] isUp;
    private Thread owner;
    private volatile boolean isClosed;

    InstantTransport(
        final InstantNodes nodes, final List<Connection> connections, final TransportHandler handler)
    {
        this.nodes = nodes;
        this.connections = connections;
        this.handler = handler;
        isUp = new boolean[connections.size()];
    }

    private void checkOwner()
    {
        if (owner == null)
        {
            owner = Thread.currentThread();
        }
        if (owner != Thread.currentThread())
        {
            throw new AssertionError("called on " + Thread.currentThread() + " but belongs to " + owner);
        }
    }

    private static void throwIt(final Throwable error)
    {
        if (error instanceof Error)
        {
            throw (Error)error;
        }
        if (error != null)
        {
            throw (RuntimeException)error;
        }
    }

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return new FakeKey(ByteBuffer.wrap(key.clone()));
    }

    @Override
    public void connect(final Connection connection)
    {
        checkOwner();
        events.add(FakeEvent.of(connection, () -> finishConnecting(connection)));
    }

    private void finishConnecting(final Connection connection)
    {
        final InstantNode node = nodes.nodes[connection.node()];
        if (isClosed)
        {
            return;
        }
        if (node.isDown)
        {
            handler.onDown(connection, DownReason.UNREACHABLE, "nobody there");

            return;
        }

        final FakeFate fate = node.nextFate();
        if (fate instanceof FakeFate.End end)
        {
            if (end.reason() != null)
            {
                handler.onDown(connection, end.reason(), end.detail());
            }

            return;
        }

        final Dialogue dialogue = handler.onConnected(connection, false);
        byte[][] question = dialogue.next();
        while (question != null && dialogue.refusal() == null)
        {
            dialogue.onAnswer(answer(node, question, fate));
            question = dialogue.next();
        }
        if (dialogue.refusal() == null)
        {
            isUp[connection.index()] = true;
            node.isSilent |= fate instanceof FakeFate.Silence;
            handler.onUp(connection);
            if (fate instanceof FakeFate.Close)
            {
                end(connection, DownReason.CLOSED, "closed by the node");
            }
        }
        else
        {
            handler.onDown(connection, DownReason.REFUSED, dialogue.refusal());
        }
    }

    private static Answer answer(final InstantNode node, final byte[][] question, final FakeFate fate)
    {
        final String command = new String(question[0], StandardCharsets.UTF_8);

        return fate instanceof FakeFate.Retort retort && retort.command().equals(command) ?
            retort.answer() : node.answer(question);
    }

    @Override
    public void disconnect(final Connection connection)
    {
        checkOwner();
        endConnection(connection);
    }

    void cut(final int nodeIndex)
    {
        disconnect(connections.get(nodeIndex));
    }

    private void endConnection(final Connection connection)
    {
        end(connection, DownReason.LOCAL, "");
    }

    private void end(final Connection connection, final DownReason reason, final String detail)
    {
        for (int i = events.size(); i > 0; i--)
        {
            final FakeEvent event = events.remove();
            events.add(event.isReplyOf(connection) ? event.lost() : event);
        }
        isUp[connection.index()] = false;
        events.add(FakeEvent.of(connection, () -> handler.onDown(connection, reason, detail)));
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        checkOwner();
        throwIt(nodes.thrownByOffer.getAndSet(null));
        if (!isUp[connection.index()])
        {
            return NOT_CONNECTED;
        }

        final Reply reply = new Reply();
        final long correlationId = operation.correlationId();
        nodes.nodes[connection.node()].execute(operation, reply);
        nodes.onOffered(operation.template().name());
        events.add(new FakeEvent(connection, reply, () -> nodes.nodes[connection.node()].isSilent,
            () -> handler.onReply(connection, correlationId, reply)));

        return ACCEPTED;
    }

    @Override
    public int inquire(final Connection connection, final Inquiry inquiry)
    {
        checkOwner();
        throwIt(nodes.thrownByInquire.getAndSet(null));
        if (!isUp[connection.index()])
        {
            return NOT_CONNECTED;
        }
        events.add(new FakeEvent(connection, null, () -> nodes.nodes[connection.node()].isSilent,
            () -> inquiry.onAnswer(connection, nodes.nodes[connection.node()].answer(inquiry.command()))));

        return ACCEPTED;
    }

    @Override
    public void flush()
    {
        checkOwner();
        nodes.whileFlushing.run();
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        checkOwner();
        throwIt(nodes.thrownByPoll.getAndSet(null));
        for (Integer cut = nodes.cuts.poll(); cut != null; cut = nodes.cuts.poll())
        {
            endConnection(connections.get(cut));
        }

        int delivered = deliver();
        if (delivered == 0 && maxWaitNs > 0)
        {
            sleep(maxWaitNs);
            delivered = deliver();
        }

        return delivered;
    }

    private int deliver()
    {
        int delivered = 0;
        for (int i = events.size(); i > 0; i--)
        {
            final FakeEvent event = events.remove();
            if (event.isHeldBack().getAsBoolean())
            {
                events.add(event);
            }
            else
            {
                delivered++;
                event.delivery().run();
            }
        }

        return delivered;
    }

    private void sleep(final long maxWaitNs)
    {
        try
        {
            if (nodes.isOversleeping)
            {
                wakeups.acquire();
            }
            else
            {
                wakeups.tryAcquire(maxWaitNs, TimeUnit.NANOSECONDS);
            }
            wakeups.drainPermits();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void wakeup()
    {
        wakeups.release();
    }

    boolean isClosed()
    {
        return isClosed;
    }

    @Override
    public void close()
    {
        owner = owner == null || owner.isAlive() ? owner : Thread.currentThread();
        checkOwner();
        if (isClosed)
        {
            return;
        }
        nodes.whileClosing.run();
        if (nodes.failingCloses.getAndUpdate(left -> Math.max(0, left - 1)) > 0)
        {
            throw nodes.thrownByClose.get();
        }

        isClosed = true;
        for (int i = 0; i < isUp.length; i++)
        {
            if (isUp[i])
            {
                endConnection(connections.get(i));
            }
        }
        deliver();
        events.clear();
    }
}
