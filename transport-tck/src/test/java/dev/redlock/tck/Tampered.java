// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportContext;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportProvider;
import dev.redlock.tck.harness.PassThrough;

/**
 * A transport in which something is done in another way: each field stands for a method, and at first does
 * what the transport beneath does.
 */
final class Tampered extends PassThrough
{
    Function<byte[], PreparedKey> prepare = super::prepare;
    Offer offer = super::offer;
    Runnable flush = super::flush;
    LongToIntFunction poll = this::reallyPoll;
    Runnable wakeup = super::wakeup;
    Consumer<Connection> disconnect = super::disconnect;
    Predicate<Connection> local = super::isLocal;
    Runnable close = this::reallyClose;
    Told reply = super::onReply;
    Heard message = super::onMessage;
    Ended down = super::onDown;
    UnaryOperator<TransportContext> context = UnaryOperator.identity();
    UnaryOperator<Dialogue> dialogue = UnaryOperator.identity();

    List<Connection> connections;
    boolean isDeafToRefusals;
    volatile boolean isClosed;
    boolean isPolling;

    /**
     * As {@link #offer(Connection, Operation)}.
     */
    interface Offer
    {
        int apply(Connection connection, Operation operation);
    }

    /**
     * As {@link #onMessage}.
     */
    interface Heard
    {
        void accept(Connection connection, byte[] message, int length);
    }

    /**
     * As {@link #onReply}.
     */
    interface Told
    {
        void apply(Connection connection, long correlationId, Reply reply);
    }

    /**
     * As {@link #onDown}.
     */
    interface Ended
    {
        void apply(Connection connection, DownReason reason, String detail);
    }

    static TransportProvider over(final TransportProvider beneath, final Consumer<Tampered> defect)
    {
        return new TransportProvider()
        {
            @Override
            public String name()
            {
                return beneath.name();
            }

            @Override
            public Transport open(final TransportContext context, final TransportHandler handler)
            {
                final Tampered transport = new Tampered();
                defect.accept(transport);
                transport.open(beneath, context, handler);

                return transport;
            }
        };
    }

    int reallyPoll(final long maxWaitNs)
    {
        isPolling = true;
        try
        {
            return super.poll(maxWaitNs);
        }
        finally
        {
            isPolling = false;
        }
    }

    void reallyClose()
    {
        isClosed = true;
        super.close();
    }

    /**
     * Lets somebody hear the words of each question of a dialogue.
     */
    void overhear(final Consumer<String> ear)
    {
        dialogue = (real) -> new Dialogue()
        {
            @Override
            public byte[][] next()
            {
                final byte[][] question = real.next();
                for (final byte[] word : question == null ? new byte[0][] : question)
                {
                    ear.accept(new String(word, StandardCharsets.UTF_8));
                }

                return question;
            }

            @Override
            public void onAnswer(final Answer answer)
            {
                real.onAnswer(answer);
            }

            @Override
            public String refusal()
            {
                return isDeafToRefusals ? null : real.refusal();
            }
        };
    }

    /**
     * Whom the transport beneath would tell.
     */
    TransportHandler handler()
    {
        return handler;
    }

    @Override
    protected TransportContext changed(final TransportContext original)
    {
        connections = original.connections();

        return context.apply(original);
    }

    @Override
    public PreparedKey prepare(final byte[] key)
    {
        return prepare.apply(key);
    }

    @Override
    public int offer(final Connection connection, final Operation operation)
    {
        return offer.apply(connection, operation);
    }

    @Override
    public boolean isLocal(final Connection connection)
    {
        return local.test(connection);
    }

    @Override
    public void flush()
    {
        flush.run();
    }

    @Override
    public int poll(final long maxWaitNs)
    {
        return poll.applyAsInt(maxWaitNs);
    }

    @Override
    public void wakeup()
    {
        wakeup.run();
    }

    @Override
    public void disconnect(final Connection connection)
    {
        disconnect.accept(connection);
    }

    @Override
    public void close()
    {
        close.run();
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply answer)
    {
        reply.apply(connection, correlationId, answer);
    }

    @Override
    public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
    {
        return dialogue.apply(super.onConnected(connection, sessionOpened));
    }

    @Override
    public void onMessage(final Connection connection, final byte[] heard, final int length)
    {
        message.accept(connection, heard, length);
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        down.apply(connection, reason, detail);
    }
}
