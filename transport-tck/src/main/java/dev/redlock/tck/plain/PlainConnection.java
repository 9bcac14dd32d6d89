// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.tck.plain;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Greeting;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;
import dev.redlock.test.resp.RespFrames;
import dev.redlock.test.resp.RespReader;
import dev.redlock.test.resp.RespValues;

/**
 * One connection, from the connect that asks for it to the onDown that ends it. All that is queued or in
 * flight belongs to it and dies with it: a new connection is a new object, so nothing can be sent twice.
 */
final class PlainConnection
{
    private static final Object LOST = new Object();
    private static final byte[] END = new byte[0];

    private enum State
    {
        CONNECTING, GREETING, UP, ENDED, OVER
    }

    /*
     * Of the engine thread.
     */
    private final Queue<Consumer<Object>> askers = new ArrayDeque<>();
    private final ByteArrayOutputStream queued = new ByteArrayOutputStream();
    private final Reply reply = new Reply();
    private final TransportHandler handler;
    private final List<Thread> threads = new ArrayList<>();
    private final Connection connection;
    private State state = State.OVER;
    private Greeting greeting;
    private Runnable farewell;

    /*
     * Shared with the reader and the writer.
     */
    private final Socket socket = new Socket();
    private final BlockingQueue<byte[]> outgoing = new LinkedBlockingQueue<>();
    private final AtomicInteger unsentBytes = new AtomicInteger();
    private final Semaphore unanswered = new Semaphore(0);
    private final BlockingQueue<BooleanSupplier> news;
    private final TransportLimits limits;

    PlainConnection(final Connection connection, final TransportLimits limits, final TransportHandler handler,
        final BlockingQueue<BooleanSupplier> news)
    {
        this.connection = connection;
        this.handler = handler;
        this.news = news;
        this.limits = limits;
    }

    void start(final PlainConnection before)
    {
        state = State.CONNECTING;
        startThread(() -> read(before.threads), "reader");
        startThread(this::write, "writer");
    }

    boolean isOver()
    {
        return state == State.OVER;
    }

    /**
     * Whether the node is on this machine: then both ends have the same address.
     */
    boolean isLocal()
    {
        return state == State.UP && (socket.getInetAddress().isLoopbackAddress() ||
            socket.getInetAddress().equals(socket.getLocalAddress()));
    }

    int offer(final Operation operation)
    {
        final long id = operation.correlationId();
        final PlainKey key = (PlainKey)operation.key();
        final byte[] frame = RespValues.frame(operation, key == null ? null : key.bytes());

        return ask(State.UP, frame, (value) -> handler.onReply(
            connection, id, value == LOST ? reply.set(Reply.Kind.LOST) : RespValues.fill(reply, value)));
    }

    int inquire(final Inquiry inquiry)
    {
        return ask(State.UP, RespFrames.command(inquiry.command()),
            (value) -> inquiry.onAnswer(connection, value == LOST ? null : RespValues.answer(value)));
    }

    private int ask(final State expected, final byte[] frame, final Consumer<Object> asker)
    {
        if (state != expected)
        {
            return Transport.NOT_CONNECTED;
        }
        if (frame.length > limits.unsentBytes())
        {
            throw new IllegalArgumentException(
                frame.length + " bytes can never be sent: the limit is " + limits.unsentBytes());
        }
        if (askers.size() == limits.inFlightPerNode() ||
            unsentBytes.get() + frame.length > limits.unsentBytes())
        {
            return Transport.BACK_PRESSURED;
        }

        queued.writeBytes(frame);
        unsentBytes.addAndGet(frame.length);
        askers.add(asker);
        unanswered.release();

        return Transport.ACCEPTED;
    }

    void flush()
    {
        if (queued.size() > 0)
        {
            outgoing.add(queued.toByteArray());
            queued.reset();
        }
    }

    /**
     * Ends the connection at once, here and now; the handler hears of it from {@link #tellEnd()}.
     *
     * @param isReset whether what the system has not delivered yet is to be thrown away.
     * @return false if it has ended already, and keeps its first reason.
     */
    boolean end(final boolean isReset, final DownReason reason, final String detail)
    {
        if (state.compareTo(State.ENDED) >= 0)
        {
            return false;
        }

        state = State.ENDED;
        farewell = () -> handler.onDown(connection, reason, detail);
        queued.reset();
        outgoing.add(END);
        try (socket)
        {
            socket.setSoLinger(isReset, 0);
        }
        catch (final IOException ignored)
        {
            // It is gone either way.
        }

        return true;
    }

    boolean tellEnd()
    {
        if (state != State.ENDED)
        {
            return false;
        }
        while (!askers.isEmpty())
        {
            askers.poll().accept(LOST);
        }
        state = State.OVER;
        farewell.run();

        return true;
    }

    private boolean onConnected()
    {
        final boolean isExpected = state == State.CONNECTING;
        if (isExpected)
        {
            state = State.GREETING;
            greeting = Greeting.open(handler, connection, false);
            greet();
        }

        return isExpected;
    }

    /*
     * Any of these calls may have led to a disconnect.
     */
    private void greet()
    {
        final boolean isGoingOn = state == State.GREETING && greeting.refusal() == null;
        final byte[][] question = isGoingOn ? greeting.next() : null;
        if (state != State.GREETING)
        {
            return;
        }
        if (greeting.refusal() != null)
        {
            end(false, DownReason.REFUSED, greeting.refusal());
            tellEnd();
        }
        else if (question != null)
        {
            ask(State.GREETING, RespFrames.command(question), (value) ->
            {
                if (value != LOST)
                {
                    greeting.onAnswer(RespValues.answer(value));
                    greet();
                }
            });
        }
        else
        {
            state = State.UP;
            handler.onUp(connection);
        }
    }

    private boolean onValue(final Object value)
    {
        final boolean isExpected = state == State.GREETING || state == State.UP;
        if (isExpected)
        {
            askers.poll().accept(value);
        }

        return isExpected;
    }

    /*
     * The reader's thread. A socket that was closed is open until the threads that sit in it have noticed, so
     * it waits for those of the connection before: what that one left unsent must not arrive any more. What a
     * node said is never repeated in a detail: it may be the password of the dialogue.
     */
    private void read(final List<Thread> before)
    {
        DownReason trouble = DownReason.UNRESOLVED;
        try
        {
            for (final Thread thread : before)
            {
                thread.join();
            }
            final InetSocketAddress place =
                new InetSocketAddress(connection.address().host(), connection.address().port());
            trouble = place.isUnresolved() ? trouble : DownReason.UNREACHABLE;
            socket.setTcpNoDelay(true);
            socket.connect(place);
            trouble = DownReason.CLOSED;
            news.add(this::onConnected);
            final RespReader reader = RespReader.ofBothProtocols(socket.getInputStream(), limits);
            for (Object value = reader.read(); unanswered.tryAcquire(); value = reader.read())
            {
                final Object answer = value;
                news.add(() -> onValue(answer));
            }
            report(DownReason.PROTOCOL, "the node answers what it was not asked");
        }
        catch (final RespReader.RespFormatException ignored)
        {
            report(DownReason.PROTOCOL, "the node sent something that is not RESP, or exceeds a limit");
        }
        catch (final IOException | InterruptedException ex)
        {
            report(trouble, connection.address().display() + ": " + ex);
        }
    }

    private void report(final DownReason trouble, final String text)
    {
        news.add(() -> end(trouble == DownReason.PROTOCOL, trouble, text) && tellEnd());
    }

    /*
     * The writer's thread. When the socket fails, the reader hears of it, too, and tells it after the answers
     * that have come.
     */
    private void write()
    {
        try
        {
            for (byte[] bytes = outgoing.take(); bytes != END; bytes = outgoing.take())
            {
                socket.getOutputStream().write(bytes);
                unsentBytes.addAndGet(-bytes.length);
            }
        }
        catch (final IOException | InterruptedException ignored)
        {
            // See above.
        }
    }

    private void startThread(final Runnable work, final String role)
    {
        final Thread thread = new Thread(work, "plain-" + role + " " + connection.address().display());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }
}
