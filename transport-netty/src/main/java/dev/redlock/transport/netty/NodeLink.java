// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.io.IOException;

import io.netty.buffer.ByteBuf;

import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.transport.resp.AnswerSink;
import dev.redlock.transport.resp.CommandFrame;
import dev.redlock.transport.resp.ReplySink;
import dev.redlock.transport.resp.RespDecoder;
import dev.redlock.transport.resp.RespException;
import dev.redlock.transport.resp.RespSink;
import dev.redlock.transport.resp.RespWriter;

/**
 * One node: its connection, what is queued for it and who waits for its replies.
 */
final class NodeLink
{
    /*
     *            connect          established         dialogue done
     *   DOWN ---------> CONNECTING ---------> GREETING ---------> UP
     *    ^                   |                    |                |  \  write failed
     *    |                   |                    |                |   v
     *    |                   |                    |                |  BREAKING: one last look at what came in
     *    |   finish          v        end         v                v   |
     *    `------------------ ENDED <-----------------------------------'
     *
     * end() closes the socket, at once and anywhere; finish() tells the handler, in poll or close only. A
     * connection is identified by its Session: everything Netty says about another is old news.
     */
    private enum State
    {
        DOWN, CONNECTING, GREETING, UP, BREAKING, ENDED
    }

    private static final Object GREETING = new Object();

    private final int index;
    private final NodeAddress address;
    private final Shared shared;
    private final Callbacks callbacks;
    private final Outbox outbox;
    private final InFlightRing inFlight;
    private final RespDecoder decoder;
    private final Reply reply = new Reply();
    private final ReplySink replySink = new ReplySink();
    private final AnswerSink answerSink;
    private final Excerpt excerpt = new Excerpt();

    private State state = State.DOWN;
    private Session session;
    private Greeting greeting;
    private Failure failure;
    private long endTurn;

    NodeLink(final int index, final NodeAddress address, final Shared shared)
    {
        this.index = index;
        this.address = address;
        this.shared = shared;
        callbacks = shared.callbacks();
        outbox = new Outbox(shared.sockets(), shared.stage(), shared.limits().unsentBytes());
        inFlight = new InFlightRing(shared.limits().inFlightPerNode());
        decoder = new RespDecoder(shared.limits());
        answerSink = new AnswerSink(shared.limits());
    }

    NodeAddress address()
    {
        return address;
    }

    boolean isCurrent(final Session other)
    {
        return session == other;
    }

    /**
     * Begins an attempt.
     *
     * @return the attempt, or null if the node is not down.
     */
    Session connect()
    {
        if (state != State.DOWN)
        {
            return null;
        }
        state = State.CONNECTING;
        session = new Session(this);

        return session;
    }

    void disconnect(final long turn)
    {
        if (state != State.DOWN && state != State.ENDED)
        {
            session.giveUp();
            end(new Failure(DownReason.LOCAL, "disconnect was called"));
            endTurn = turn;
        }
    }

    int offer(final Operation operation)
    {
        if (state != State.UP)
        {
            return Transport.NOT_CONNECTED;
        }
        final CommandFrame frame = shared.frame(operation.template());
        if (inFlight.isFull() || !reserve(frame.sizeBound(operation), operation.template()))
        {
            return Transport.BACK_PRESSURED;
        }

        outbox.append(frame.encode(operation, outbox.bytes(), outbox.length()));
        inFlight.add(operation.correlationId());

        return Transport.ACCEPTED;
    }

    int inquire(final Inquiry inquiry)
    {
        if (state != State.UP)
        {
            return Transport.NOT_CONNECTED;
        }
        final byte[][] command = inquiry.command();
        if (inFlight.isFull() || !reserve(RespWriter.commandSizeBound(command), inquiry))
        {
            return Transport.BACK_PRESSURED;
        }

        outbox.append(RespWriter.command(command, outbox.bytes(), outbox.length()));
        inFlight.add(inquiry);

        return Transport.ACCEPTED;
    }

    /**
     * Writes what was queued.
     */
    void flush()
    {
        if (outbox.isFlushDue() && state != State.BREAKING)
        {
            try
            {
                outbox.flush();
            }
            catch (final IOException ex)
            {
                broke(ex);
            }
        }
    }

    /**
     * Whether something remains to be done in a coming poll, which must not block then.
     */
    boolean isUnfinished()
    {
        return state == State.BREAKING || state == State.ENDED;
    }

    /**
     * After the sockets have been read: ends the connection if it could not be written to.
     */
    void endIfBroken()
    {
        if (outbox.failure() != null && session != null && state != State.BREAKING)
        {
            broke(outbox.failure());
        }
        else if (state == State.BREAKING)
        {
            end(failure);
        }
    }

    void connected(final Session established)
    {
        state = State.GREETING;
        outbox.attach(established.channel(), !address.tls());
        excerpt.begin();
        greeting = new Greeting(callbacks.onConnected(index), callbacks);
        if (isCurrent(established))
        {
            greet();
        }
    }

    void received(final Session from, final ByteBuf bytes)
    {
        final byte[] chunk = shared.chunk();
        while (isCurrent(from) && bytes.isReadable())
        {
            final int length = Math.min(chunk.length, bytes.readableBytes());
            bytes.readBytes(chunk, 0, length);
            try
            {
                decode(from, chunk, length);
            }
            catch (final RespException ex)
            {
                from.giveUp();
                end(new Failure(DownReason.PROTOCOL, "the node sent what is not RESP, or too much of it: " +
                    ex.getMessage() + excerpt.of(ex.near())));
            }
        }
    }

    /**
     * Closes the connection or gives up the attempt; the handler is told later.
     */
    void end(final Failure newFailure)
    {
        final Session ended = session;
        state = State.ENDED;
        failure = newFailure;
        endTurn = 0;
        session = null;
        greeting = null;
        outbox.detach();
        decoder.reset();
        answerSink.begin();
        excerpt.end();
        ended.abort();
    }

    /**
     * Tells the handler about an end, if there was one.
     *
     * @param turn of the poll; an end which the handler asked for in the same turn waits for the next.
     */
    void finish(final long turn)
    {
        if (state != State.ENDED || endTurn > turn)
        {
            return;
        }

        while (!inFlight.isEmpty())
        {
            final Object asker = inFlight.asker();
            final long correlationId = inFlight.correlationId();
            inFlight.remove();
            if (asker == null)
            {
                callbacks.onReply(index, correlationId, reply.set(Reply.Kind.LOST));
            }
            else if (asker instanceof Inquiry)
            {
                callbacks.onAnswer(index, (Inquiry)asker, null);
            }
        }
        state = State.DOWN;
        callbacks.onDown(index, failure.reason(), failure.detail());
    }

    /**
     * Ends the connection because the transport is closed; an end that was not told yet keeps its own reason.
     */
    void close()
    {
        if (state != State.DOWN && state != State.ENDED)
        {
            end(new Failure(DownReason.LOCAL, "the transport was closed"));
        }
        finish(Long.MAX_VALUE);
    }

    private boolean reserve(final long size, final Object what)
    {
        if (size > outbox.limit())
        {
            throw new IllegalArgumentException(what + " takes " + size +
                " bytes but the limit of unsent bytes is " + outbox.limit() +
                ": it could never be sent; raise the limit or shorten the command");
        }

        return outbox.reserve(size);
    }

    private void broke(final Throwable cause)
    {
        state = State.BREAKING;
        failure = Failure.ofConnection(cause, address);
    }

    private void decode(final Session from, final byte[] in, final int to) throws RespException
    {
        int at = 0;
        while (at < to && isCurrent(from))
        {
            if (decoder.isComplete())
            {
                decoder.begin(nextSink());
            }
            at = decoder.decode(in, at, to);
            if (decoder.isComplete() && !decoder.isPush())
            {
                deliver();
            }
        }
    }

    private RespSink nextSink()
    {
        if (inFlight.isEmpty())
        {
            return null;
        }

        return inFlight.asker() == null ? replySink.begin(reply) : answerSink.begin();
    }

    private void deliver()
    {
        final Object asker = inFlight.asker();
        final long correlationId = inFlight.correlationId();
        inFlight.remove();
        if (asker == null)
        {
            callbacks.onReply(index, correlationId, reply);
        }
        else if (asker instanceof Inquiry)
        {
            callbacks.onAnswer(index, (Inquiry)asker, answerSink.take());
        }
        else
        {
            greeting.onAnswer(answerSink.take());
            greet();
        }
    }

    /**
     * Puts the next question of the dialogue, or ends the dialogue one way or the other.
     */
    private void greet()
    {
        final Session current = session;
        final byte[][] question = greeting.next();
        if (!isCurrent(current) || state != State.GREETING)
        {
            return;
        }
        if (greeting.failure() != null)
        {
            end(greeting.failure());
        }
        else if (question != null)
        {
            put(question);
        }
        else
        {
            state = State.UP;
            greeting = null;
            excerpt.end();
            callbacks.onUp(index);
        }
    }

    private void put(final byte[][] question)
    {
        final long size = RespWriter.commandSizeBound(question);
        if (!outbox.reserve(size))
        {
            end(new Failure(DownReason.REFUSED, "a question of the dialogue takes " + size +
                " bytes but the limit of unsent bytes is " + outbox.limit()));

            return;
        }
        excerpt.sent(question);
        outbox.append(RespWriter.command(question, outbox.bytes(), outbox.length()));
        inFlight.add(GREETING);
    }
}
