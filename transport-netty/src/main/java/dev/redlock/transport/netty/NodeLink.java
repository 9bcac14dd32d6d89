// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import io.netty.buffer.ByteBuf;

import dev.redlock.spi.Connection;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.transport.resp.AnswerSink;
import dev.redlock.transport.resp.CommandFrame;
import dev.redlock.transport.resp.MessageSink;
import dev.redlock.transport.resp.ReplySink;
import dev.redlock.transport.resp.RespDecoder;
import dev.redlock.transport.resp.RespException;
import dev.redlock.transport.resp.RespSink;
import dev.redlock.transport.resp.RespWriter;
import dev.redlock.transport.resp.link.Callbacks;
import dev.redlock.transport.resp.link.Failure;
import dev.redlock.transport.resp.link.RespLink;
import dev.redlock.transport.resp.link.Subscription;

/**
 * One node: its connection, its queue and the askers of its replies. A connection is identified by its {@link
 * Session}: news about any other is ignored.
 */
final class NodeLink extends RespLink
{
    private final Connection connection;
    private final Callbacks callbacks;
    private final CommandFrame[] frames;
    private final byte[] chunk;
    private final Outbox outbox;
    private final InFlightRing inFlight;
    private final RespDecoder decoder;
    private final Reply reply = new Reply();
    private final ReplySink replySink = new ReplySink();
    private final AnswerSink answerSink;
    private final Excerpt excerpt = new Excerpt();
    private Session session;

    NodeLink(final Connection connection, final Shared shared, final Outbox outbox)
    {
        super(connection, shared.limits(), shared.callbacks());
        this.connection = connection;
        callbacks = shared.callbacks();
        frames = shared.frames();
        chunk = shared.chunk();
        this.outbox = outbox;
        inFlight = new InFlightRing(shared.limits().inFlightPerNode());
        decoder = new RespDecoder(shared.limits());
        answerSink = new AnswerSink(shared.limits());
    }

    boolean isCurrent(final Session other)
    {
        return session == other;
    }

    /**
     * Begins an attempt.
     */
    Session connect()
    {
        assert session == null : "an attempt beside another: cut() the former first";
        session = new Session(this);

        return session;
    }

    @Override
    protected int offer(final Operation operation)
    {
        if (!isUp())
        {
            return Transport.NOT_CONNECTED;
        }
        final CommandFrame frame = CommandFrame.find(frames, operation.template());
        final long size = frame.sizeBound(operation);
        if (inFlight.isFull() || !outbox.reserve(size))
        {
            checkSize(size, operation.template());

            return Transport.BACK_PRESSURED;
        }

        outbox.append(frame.encode(operation, outbox.bytes(), outbox.length()));
        inFlight.add(operation.correlationId());

        return Transport.ACCEPTED;
    }

    @Override
    protected boolean ask(final byte[][] words, final long size, final Object asker)
    {
        if (inFlight.isFull() || !outbox.reserve(size))
        {
            return false;
        }
        if (!(asker instanceof Inquiry))
        {
            excerpt.sent(words);
        }
        outbox.append(RespWriter.command(words, outbox.bytes(), outbox.length()));
        inFlight.add(asker);

        return true;
    }

    /**
     * The outbox cannot be written to any more.
     */
    void writeFailed(final Throwable cause)
    {
        outbox.detach();
        broke(cause);
    }

    /**
     * After the sockets have been read: ends the connection if it could not be written to.
     */
    void endIfBroken()
    {
        if (outbox.failure() != null)
        {
            writeFailed(outbox.failure());
        }
        else if (breaking() != null)
        {
            end(breaking());
        }
    }

    void connected(final Session established)
    {
        assert isCurrent(established) : "news of an old session: ask isCurrent() first";
        outbox.attach(established.channel(), !address().tls());
        excerpt.begin();
        established();
    }

    void received(final Session from, final ByteBuf bytes)
    {
        while (isCurrent(from) && bytes.isReadable())
        {
            final int length = Math.min(chunk.length, bytes.readableBytes());
            bytes.readBytes(chunk, 0, length);
            try
            {
                decode(from, length);
                unasked(decoder.takeUnasked());
            }
            catch (final RespException ex)
            {
                giveUp();
                end(Failure.ofProtocol(ex, excerpt.of(ex.near())));
            }
        }
    }

    @Override
    protected boolean isLocal()
    {
        return isUp() &&
            areOfOneMachine(session.channel().localAddress(), session.channel().remoteAddress());
    }

    @Override
    protected void greeted()
    {
        excerpt.end();
    }

    @Override
    protected void giveUp()
    {
        session.giveUp();
    }

    @Override
    protected void cut()
    {
        final Session ended = session;
        session = null;
        outbox.detach();
        decoder.reset();
        answerSink.begin();
        excerpt.end();
        ended.abort();
    }

    @Override
    protected boolean isShut()
    {
        return true;
    }

    @Override
    protected void loseAll()
    {
        while (!inFlight.isEmpty())
        {
            final Object asker = inFlight.asker();
            final long correlationId = inFlight.correlationId();
            inFlight.remove();
            lost(asker, correlationId);
        }
    }

    private void decode(final Session from, final int to) throws RespException
    {
        int at = 0;
        while (at < to && isCurrent(from))
        {
            if (decoder.isComplete())
            {
                decoder.begin(
                    nextSink(), inFlight.isEmpty() ? null : Subscription.channelOf(inFlight.asker()));
            }
            at = decoder.decode(chunk, at, to);
            if (decoder.isComplete())
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
        final MessageSink push = decoder.push();
        if (!decoder.isPush())
        {
            deliverReply();
        }
        else if (push.isMessage())
        {
            told(push.bytes(), push.length());
        }
        else if (push.isConfirmation())
        {
            final Object asker = inFlight.asker();
            inFlight.remove();
            answered(asker, push.confirmation());
        }
    }

    private void deliverReply()
    {
        final Object asker = inFlight.asker();
        final long correlationId = inFlight.correlationId();
        inFlight.remove();
        if (asker == null)
        {
            callbacks.onReply(connection, correlationId, reply);
        }
        else
        {
            answered(asker, answerSink.take());
        }
    }
}
