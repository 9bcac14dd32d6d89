// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import dev.redlock.spi.Answer;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportLimits;
import dev.redlock.transport.resp.CommandFrame;
import dev.redlock.transport.resp.RespWriter;

/**
 * One node, as the engine's thread sees it.
 */
final class NodeLink
{
    /*
     *            connect          established         dialogue done
     *   DOWN ---------> CONNECTING ---------> GREETING ---------> UP
     *    ^                   |                    |                |
     *    |   finish          v        end         v                v
     *    `------------------ ENDED <-------------------------------'
     *
     * end() closes the connection, at once and anywhere; finish() tells the handler, in poll or close only.
     */
    private enum State
    {
        DOWN, CONNECTING, GREETING, UP, ENDED
    }

    private static final Object GREETING = new Object();

    private final int index;
    private final NodeAddress address;
    private final TransportLimits limits;
    private final Commands commands;
    private final Callbacks callbacks;
    private final Doorbell doorbell;
    private final Reply lost = new Reply();
    private Reply spare = new Reply();

    private State state = State.DOWN;
    private Session session;
    private Greeting greeting;
    private Failure failure;
    private long endTurn;

    NodeLink(final int index, final NodeAddress address, final TransportLimits limits,
        final Commands commands, final Callbacks callbacks, final Doorbell doorbell)
    {
        this.index = index;
        this.address = address;
        this.limits = limits;
        this.commands = commands;
        this.callbacks = callbacks;
        this.doorbell = doorbell;
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
        session = new Session(address, limits, doorbell);

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
        final CommandFrame frame = commands.frame(operation.template());
        final long size = frame.sizeBound(operation);
        if (session.places().isFull() || !hasRoomFor(size, operation.template()))
        {
            return Transport.BACK_PRESSURED;
        }

        final PreparedCommand command = session.places().next();
        command.fill(frame, commands.keyword(operation.template()), operation, (int)size);
        session.accept(command);

        return Transport.ACCEPTED;
    }

    int inquire(final Inquiry inquiry)
    {
        if (state != State.UP)
        {
            return Transport.NOT_CONNECTED;
        }
        final byte[][] words = inquiry.command();
        final long size = RespWriter.commandSizeBound(words);
        if (session.places().isFull() || !hasRoomFor(size, inquiry))
        {
            return Transport.BACK_PRESSURED;
        }
        ask(words, inquiry, size);

        return Transport.ACCEPTED;
    }

    void flush()
    {
        if (state == State.GREETING || state == State.UP)
        {
            session.flush();
        }
    }

    /**
     * Whether {@link #deliver()} or {@link #finish(long)} would have something to do. Any moment.
     */
    boolean hasNews()
    {
        return state == State.ENDED ? session.isShut() : session != null &&
            (session.failure() != null || session.places().hasAnswer() ||
            state == State.CONNECTING && session.isEstablished());
    }

    /**
     * Tells the handler what the event loop has brought since the last time.
     */
    void deliver()
    {
        final Session current = session;
        if (current == null || state == State.ENDED)
        {
            return;
        }

        // Looked at first: all answers of a connection are published before its end.
        final Failure ending = current.failure();
        if (state == State.CONNECTING && current.isEstablished())
        {
            established();
        }
        while (isCurrent(current) && current.places().hasAnswer())
        {
            deliver(current);
        }
        if (isCurrent(current) && ending != null)
        {
            end(ending);
        }
    }

    /**
     * Tells the handler about an end, if there was one.
     *
     * @param turn of the poll; an end which the handler asked for in the same turn waits for the next.
     */
    void finish(final long turn)
    {
        if (state == State.ENDED && endTurn <= turn && session.isShut())
        {
            finish();
        }
    }

    private void finish()
    {
        final Places ended = session.places();
        while (!ended.isEmpty())
        {
            final PreparedCommand command = ended.oldest();
            final Object asker = command.asker();
            final long correlationId = command.correlationId();
            ended.removeOldest();
            if (asker == null)
            {
                callbacks.onReply(index, correlationId, lost.set(Reply.Kind.LOST));
            }
            else if (asker instanceof Inquiry)
            {
                callbacks.onAnswer(index, (Inquiry)asker, null);
            }
        }
        session = null;
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
        if (state == State.ENDED)
        {
            finish();
        }
    }

    private void end(final Failure newFailure)
    {
        state = State.ENDED;
        failure = newFailure;
        endTurn = 0;
        greeting = null;
        session.abort();
    }

    private boolean isCurrent(final Session other)
    {
        return session == other && state != State.ENDED;
    }

    private void established()
    {
        final Session current = session;
        state = State.GREETING;
        greeting = new Greeting(callbacks.onConnected(index), callbacks);
        if (isCurrent(current))
        {
            greet();
        }
    }

    private void deliver(final Session current)
    {
        final PreparedCommand command = current.places().oldest();
        final Object asker = command.asker();
        final Answer answer = command.answer();
        if (asker == null)
        {
            final long correlationId = command.correlationId();
            final Reply told = command.exchange(spare);
            current.places().removeOldest();
            callbacks.onReply(index, correlationId, told);
            // One that has grown for a text would take its room to a place that never needs it again.
            spare = told.kind() == Reply.Kind.TEXT ? new Reply() : told;

            return;
        }

        current.places().removeOldest();
        if (asker instanceof Inquiry)
        {
            callbacks.onAnswer(index, (Inquiry)asker, answer);
        }
        else
        {
            greeting.onAnswer(answer);
            if (isCurrent(current))
            {
                greet();
            }
        }
    }

    /**
     * Puts the next question of the dialogue, or ends the dialogue one way or the other.
     */
    private void greet()
    {
        final Session current = session;
        final byte[][] question = greeting.next();
        if (!isCurrent(current))
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
            callbacks.onUp(index);
        }
    }

    private void put(final byte[][] question)
    {
        final long size = RespWriter.commandSizeBound(question);
        if (session.hasRoomFor(size))
        {
            ask(question, GREETING, size);
        }
        else
        {
            end(new Failure(DownReason.REFUSED, "a question of the dialogue takes " + size +
                " bytes but the limit of unsent bytes is " + limits.unsentBytes()));
        }
    }

    private void ask(final byte[][] words, final Object asker, final long size)
    {
        final PreparedCommand command = session.places().next();
        command.fill(words, asker, (int)size);
        session.accept(command);
    }

    private boolean hasRoomFor(final long size, final Object what)
    {
        if (size > limits.unsentBytes())
        {
            throw new IllegalArgumentException(what + " takes " + size +
                " bytes but the limit of unsent bytes is " + limits.unsentBytes() +
                ": it could never be sent; raise the limit or shorten the command");
        }

        return session.hasRoomFor(size);
    }
}
