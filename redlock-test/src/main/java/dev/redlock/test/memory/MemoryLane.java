// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.memory;

import java.util.ArrayDeque;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Greeting;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;
import dev.redlock.test.memory.commands.NodeReply;
import dev.redlock.test.memory.commands.ReceivedCommand;

/**
 * A transport's end of one connection that it keeps.
 */
final class MemoryLane implements MemoryConnection.Client
{
    /*
     *            connect           connected           dialogue over
     *   DOWN ------------> CONNECTING --------> GREETING ---------> UP
     *     ^                    |                    |                |
     *     |      told          v                    v                v
     *     `-------------------------- ENDED <-------------------------
     *
     * Arrivals from the network go into the transport's inbox and take effect in poll. They have no effect if
     * their connection is no longer the present one.
     */
    private enum State
    {
        DOWN,
        CONNECTING,
        GREETING,
        UP,
        ENDED
    }

    /*
     * What a socket takes before bytes count as unsent.
     */
    private static final int SOCKET_BYTES = 64 * 1024;

    private final ArrayDeque<Asked> asked = new ArrayDeque<>();
    private final ArrayDeque<ReceivedCommand> unsent = new ArrayDeque<>();
    private final Reply flyweight = new Reply();
    private final MemoryInbox inbox;
    private final MemoryRendering rendering;
    private final TransportHandler handler;
    private final TransportLimits limits;
    private final MemoryPath path;
    private final Connection kept;
    private State state = State.DOWN;
    private MemoryConnection connection;
    private Greeting greeting;
    private DownReason reason;
    private String detail;
    private int unsentBytes;

    MemoryLane(final MemoryInbox inbox, final MemoryRendering rendering, final TransportHandler handler,
        final TransportLimits limits, final MemoryPath path, final Connection kept)
    {
        this.inbox = inbox;
        this.rendering = rendering;
        this.handler = handler;
        this.limits = limits;
        this.path = path;
        this.kept = kept;
    }

    MemoryPath path()
    {
        return path;
    }

    boolean leadsTo(final int nodeIndex)
    {
        return path != null && kept.node() == nodeIndex;
    }

    void connect()
    {
        if (state != State.DOWN)
        {
            return;
        }

        state = State.CONNECTING;
        if (path == null)
        {
            end(DownReason.UNRESOLVED, "there is no node of this name in the network");
        }
        else
        {
            connection = new MemoryConnection(path, this);
            connection.connect();
        }
    }

    void disconnect(final String why)
    {
        if (state != State.DOWN && state != State.ENDED)
        {
            end(DownReason.LOCAL, why);
        }
    }

    int offer(final Operation operation)
    {
        if (state != State.UP)
        {
            return Transport.NOT_CONNECTED;
        }

        return queue(rendering.command(operation), new Asked(operation.correlationId(), null));
    }

    int inquire(final Inquiry inquiry)
    {
        return state != State.UP ? Transport.NOT_CONNECTED :
            queue(MemoryRendering.command(inquiry.command()), new Asked(0, inquiry));
    }

    void flush()
    {
        while (!unsent.isEmpty() && connection != null)
        {
            connection.request(unsent.poll());
        }
        unsentBytes = 0;
    }

    /**
     * Tells the handler everything about an end.
     */
    void tellEnd()
    {
        while (!asked.isEmpty())
        {
            final Asked lost = asked.poll();
            inbox.telling();
            if (lost.inquiry() == null)
            {
                handler.onReply(kept, lost.correlationId(), flyweight.set(Reply.Kind.LOST));
            }
            else
            {
                lost.inquiry().onAnswer(kept, null);
            }
        }
        state = State.DOWN;
        inbox.telling();
        handler.onDown(kept, reason, detail);
    }

    boolean isDown()
    {
        return state == State.DOWN;
    }

    @Override
    public void onConnected(final MemoryConnection from)
    {
        inbox.arrived(() -> ifPresent(from, this::greet));
    }

    @Override
    public void onUnreachable(final MemoryConnection from)
    {
        inbox.arrived(() -> ifPresent(from, () -> broke(DownReason.UNREACHABLE, "connection refused")));
    }

    @Override
    public void onClosed(final MemoryConnection from)
    {
        inbox.arrived(() -> ifPresent(from, () -> broke(
            state == State.CONNECTING ? DownReason.UNREACHABLE : DownReason.CLOSED, "connection ended")));
    }

    @Override
    public void onReply(final MemoryConnection from, final NodeReply reply)
    {
        inbox.arrived(() -> ifPresent(from, () -> take(reply)));
    }

    @Override
    public void onMessage(final MemoryConnection from, final byte[] message)
    {
        inbox.arrived(() -> ifPresent(from, () ->
        {
            inbox.telling();
            if (message.length > TransportHandler.MAX_MESSAGE)
            {
                handler.onUnasked(kept, message.length);
            }
            else
            {
                handler.onMessage(kept, message, message.length);
            }
        }));
    }

    @Override
    public void onUnasked(final MemoryConnection from, final long bytes)
    {
        inbox.arrived(() -> ifPresent(from, () ->
        {
            inbox.telling();
            handler.onUnasked(kept, bytes);
        }));
    }

    /*
     * Where a reply is due it would pass for that; see MemoryPath.skipReplies for what comes of it.
     */
    @Override
    public void onUnaskedReply(final MemoryConnection from)
    {
        inbox.arrived(() -> ifPresent(from, () ->
        {
            if (state == State.UP && asked.isEmpty())
            {
                broke(DownReason.PROTOCOL, "a reply came although nothing was asked");
            }
        }));
    }

    private void ifPresent(final MemoryConnection from, final Runnable effect)
    {
        if (from == connection)
        {
            effect.run();
        }
    }

    private int queue(final ReceivedCommand command, final Asked asker)
    {
        final int size = command.size();
        if (size > limits.unsentBytes())
        {
            throw new IllegalArgumentException(command + " takes " + size +
                " bytes but the limit of unsent bytes is " + limits.unsentBytes() +
                ": it could never be sent; raise the limit or shorten the command");
        }

        final int room = SOCKET_BYTES + limits.unsentBytes() - connection.bytesSent() - unsentBytes;
        if (asked.size() == limits.inFlightPerNode() || size > room)
        {
            return Transport.BACK_PRESSURED;
        }

        asked.add(asker);
        unsent.add(command);
        unsentBytes += size;

        return Transport.ACCEPTED;
    }

    private void greet()
    {
        state = State.GREETING;
        inbox.telling();
        final MemoryConnection present = connection;
        final Greeting opened = Greeting.open(handler, kept, false);
        if (present == connection)
        {
            greeting = opened;
            ask(present);
        }
    }

    private void ask(final MemoryConnection present)
    {
        final byte[][] question = greeting.next();
        final String refusal = question == null ? greeting.refusal() : null;
        if (present != connection)
        {
            return;
        }
        if (refusal != null)
        {
            broke(DownReason.REFUSED, refusal);
        }
        else if (question != null)
        {
            present.request(MemoryRendering.command(question));
        }
        else
        {
            state = State.UP;
            greeting = null;
            inbox.telling();
            handler.onUp(kept);
        }
    }

    private void take(final NodeReply reply)
    {
        if (reply.isNonsense() || !MemoryRendering.isWithin(limits, reply.answer()))
        {
            broke(DownReason.PROTOCOL, "the node sent something that is not a reply, or exceeds a limit");
        }
        else if (state == State.GREETING)
        {
            takeInDialogue(reply.answer());
        }
        else
        {
            final Asked asker = asked.poll();
            inbox.telling();
            if (asker.inquiry() == null)
            {
                handler.onReply(kept, asker.correlationId(), MemoryRendering.fill(flyweight, reply));
            }
            else
            {
                asker.inquiry().onAnswer(kept, reply.answer());
            }
        }
    }

    private void takeInDialogue(final Answer answer)
    {
        final MemoryConnection present = connection;
        inbox.telling();
        greeting.onAnswer(answer);
        if (present != connection)
        {
            return;
        }

        final String refusal = greeting.refusal();
        if (refusal == null)
        {
            ask(present);
        }
        else
        {
            broke(DownReason.REFUSED, refusal);
        }
    }

    private void broke(final DownReason newReason, final String newDetail)
    {
        drop(newReason, newDetail);
        tellEnd();
    }

    private void end(final DownReason newReason, final String newDetail)
    {
        drop(newReason, newDetail);
        inbox.arrived(() ->
        {
            if (state == State.ENDED)
            {
                tellEnd();
            }
        });
    }

    private void drop(final DownReason newReason, final String newDetail)
    {
        state = State.ENDED;
        reason = newReason;
        detail = newDetail;
        greeting = null;
        unsent.clear();
        unsentBytes = 0;
        if (connection != null)
        {
            connection.closeByClient();
            connection = null;
        }
    }

    private record Asked(long correlationId, Inquiry inquiry)
    {
    }
}
