// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.transport.resp.CommandFrame;
import dev.redlock.transport.resp.link.AddressTurns;
import dev.redlock.transport.resp.link.Failure;
import dev.redlock.transport.resp.link.RespLink;

/**
 * One node, as the engine's thread sees it: its connection, and what the event loop has brought.
 */
final class NodeLink extends RespLink
{
    private final Connection connection;
    private final Shared shared;
    private final AddressTurns turns = new AddressTurns();
    private Reply spare = new Reply();
    private Session session;

    NodeLink(final Connection connection, final Shared shared)
    {
        super(connection, shared.limits(), shared.callbacks());
        this.connection = connection;
        this.shared = shared;
    }

    /**
     * Begins an attempt.
     */
    Session connect()
    {
        session = new Session(address(), shared.limits(), shared.doorbell(), turns);

        return session;
    }

    @Override
    protected int offer(final Operation operation)
    {
        if (!isUp())
        {
            return Transport.NOT_CONNECTED;
        }
        final CommandFrame frame = CommandFrame.find(shared.frames(), operation.template());
        final long size = frame.sizeBound(operation);
        if (!session.hasRoomFor(size))
        {
            checkSize(size, operation.template());

            return Transport.BACK_PRESSURED;
        }

        final PreparedCommand command = session.places().next();
        command.fill(frame, shared.keywords()[operation.template().id()], operation, (int)size);
        session.accept(command);

        return Transport.ACCEPTED;
    }

    @Override
    protected boolean ask(final byte[][] words, final long size, final Object asker)
    {
        if (!session.hasRoomFor(size))
        {
            return false;
        }
        final PreparedCommand command = session.places().next();
        command.fill(words, asker, (int)size);
        session.accept(command);

        return true;
    }

    /**
     * Lets the event loop write what was queued.
     */
    void flush()
    {
        if (isOpen())
        {
            session.flush();
        }
    }

    /**
     * Whether a poll would have something to tell or to end.
     */
    boolean hasNews()
    {
        if (isLive())
        {
            return session.failure() != null || session.places().hasAnswer() || session.hasUnasked() ||
                hasMessage(session) ||
                isAttempt() && session.isEstablished();
        }

        return session != null && session.isShut();
    }

    /**
     * Tells the handler what the event loop has brought since the last time.
     */
    void deliver()
    {
        if (!isLive())
        {
            return;
        }

        // Read first: all answers of a connection are published before its end, and before what came unasked.
        final Session current = session;
        final Failure ending = current.failure();
        final long unasked = current.takeUnasked();
        if (isAttempt() && current.isEstablished())
        {
            established();
        }
        // In this order: messages before an answer are published before it. What comes later waits its turn.
        final long answers = current.places().completed();
        final long messages = current.messages().arrived();
        boolean isNews = true;
        while (isNews && isCurrent(current))
        {
            isNews = deliver(current, answers, messages);
        }
        if (isCurrent(current))
        {
            unasked(unasked);
        }
        if (isCurrent(current) && ending != null)
        {
            end(ending);
        }
    }

    @Override
    protected boolean isLocal()
    {
        return isUp() && areOfOneMachine(session.nearEnd(), session.farEnd());
    }

    @Override
    protected void greeted()
    {
        // Nothing of the dialogue is kept here.
    }

    @Override
    protected void giveUp()
    {
        session.giveUp();
    }

    @Override
    protected void cut()
    {
        session.abort();
    }

    @Override
    protected boolean isShut()
    {
        return session.isShut();
    }

    @Override
    protected void loseAll()
    {
        final Places ended = session.places();
        while (!ended.isEmpty())
        {
            final PreparedCommand command = ended.oldest();
            final Object asker = command.asker();
            final long correlationId = command.correlationId();
            ended.removeOldest();
            lost(asker, correlationId);
        }
        session = null;
    }

    private boolean isCurrent(final Session other)
    {
        return session == other && isLive();
    }

    private static boolean hasMessage(final Session session)
    {
        final Messages messages = session.messages();

        return messages.next(session.places().told(), messages.arrived()) != null;
    }

    /*
     * In the order in which they came.
     */
    private boolean deliver(final Session from, final long answersEnd, final long messagesEnd)
    {
        final Places places = from.places();
        final Messages messages = from.messages();
        final boolean hasAnswer = places.told() < answersEnd;
        final Messages.Message message = messages.next(places.told(), messagesEnd);
        if (message != null)
        {
            told(message.bytes(), message.length());
            if (messages.remove())
            {
                from.readOn();
            }
        }
        else if (hasAnswer)
        {
            deliver(places);
        }

        return hasAnswer || message != null;
    }

    private void deliver(final Places places)
    {
        final PreparedCommand command = places.oldest();
        final Object asker = command.asker();
        if (asker == null)
        {
            final long correlationId = command.correlationId();
            final Reply told = command.exchange(spare);
            places.removeOldest();
            shared.callbacks().onReply(connection, correlationId, told);
            // A reply that has grown for a text would waste that memory in a place that never needs it again.
            spare = told.kind() == Reply.Kind.TEXT ? new Reply() : told;
        }
        else
        {
            final Answer answer = command.answer();
            places.removeOldest();
            answered(asker, answer);
        }
    }
}
