// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.RedisProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.SocketChannel;

import dev.redlock.spi.DownReason;
import dev.redlock.spi.NodeAddress;
import dev.redlock.spi.TransportLimits;

/**
 * One connection of a node, from the attempt to its end, and the seam between the engine's thread and the
 * event loop thread of Lettuce.
 */
final class Session implements FrameCheck.ReplyMarks, Runnable
{
    /*
     * A ring of places. Sequences only grow, and each thread moves its own:
     *
     *   head          taken back by the engine: told to the handler          (engine)
     *   completed     the node has answered                                  (event loop, published)
     *   dispatched    given to Lettuce                                       (event loop)
     *   submitted     handed over by a flush                                 (engine, published)
     *   tail          accepted                                               (engine)
     *
     * The queue from the event loop to the engine is that ring, so it cannot overflow: nothing is accepted
     * without a place for its answer.
     *
     * Places belong to the session, never to the next one: whatever Lettuce still does to a command of an
     * ended connection concerns nobody.
     */
    private final NodeAddress address;
    private final TransportLimits limits;
    private final Doorbell doorbell;
    private final PreparedCommand[] places;
    private final int mask;

    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private final AtomicBoolean isReleased = new AtomicBoolean();
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private final CompletableFuture<Void> attempt = new CompletableFuture<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private volatile Channel channel;
    private volatile StatefulRedisConnection<byte[], byte[]> connection;
    private volatile boolean isAborted;
    private volatile boolean isGivenUp;
    private volatile boolean isSecured;
    private volatile boolean isEstablished;
    private volatile long submitted;
    private volatile long completed;
    private volatile long dispatchedBytes;

    private long head;
    private long tail;
    private long acceptedBytes;
    private long roomForBytes;

    private long dispatched;
    private long begun;
    private long finished;
    private long batchStart;
    private long batchEnd;

    Session(final NodeAddress address, final TransportLimits limits, final Doorbell doorbell)
    {
        this.address = address;
        this.limits = limits;
        this.doorbell = doorbell;
        places = new PreparedCommand[limits.inFlightPerNode()];
        mask = places.length - 1;
        isSecured = !address.tls();
    }

    NodeAddress address()
    {
        return address;
    }

    TransportLimits limits()
    {
        return limits;
    }

    // Engine thread.

    boolean isEstablished()
    {
        return isEstablished;
    }

    /**
     * Why the connection has ended, or is about to.
     *
     * @return null as long as there is nothing to complain about.
     */
    Failure failure()
    {
        return failure.get();
    }

    boolean hasAnswer()
    {
        return completed > head;
    }

    boolean isEmpty()
    {
        return head == tail;
    }

    boolean isFull()
    {
        return tail - head == places.length;
    }

    /**
     * The oldest command that the handler was not told of.
     */
    PreparedCommand oldest()
    {
        return places[(int)head & mask];
    }

    /*
     * What was handed over and not answered stays the event loop's, also when the connection has ended: it
     * may be in the middle of the answer. So such a place goes with its session.
     */
    void removeOldest()
    {
        if (hasAnswer())
        {
            oldest().clear();
        }
        head++;
    }

    /**
     * Whether so many bytes may be queued now.
     */
    boolean hasRoomFor(final long bytes)
    {
        if (bytes > roomForBytes)
        {
            roomForBytes = limits.unsentBytes() - unsentBytes();
        }

        return bytes <= roomForBytes;
    }

    /**
     * The place of the next command, which is filled and then {@link #accept(PreparedCommand) accepted}.
     */
    PreparedCommand nextPlace()
    {
        final int index = (int)tail & mask;
        if (places[index] == null)
        {
            places[index] = new PreparedCommand(this);
        }

        return places[index];
    }

    long nextSequence()
    {
        return tail;
    }

    void accept(final PreparedCommand command)
    {
        tail++;
        acceptedBytes += command.frameLength();
        roomForBytes -= command.frameLength();
    }

    /**
     * Hands over what was accepted: one task for the event loop, however many commands there are.
     */
    void flush()
    {
        if (tail == submitted)
        {
            return;
        }
        submitted = tail;
        if (isScheduled.compareAndSet(false, true))
        {
            try
            {
                channel.eventLoop().execute(this);
            }
            catch (final RejectedExecutionException ignored)
            {
                fail(new Failure(DownReason.CLOSED, "the event loop of Lettuce has been shut down"));
            }
        }
    }

    /**
     * Has the connection end with a reset.
     */
    void giveUp()
    {
        isGivenUp = true;
    }

    /**
     * Ends the connection at once. Nothing that was not written yet is written.
     */
    void abort()
    {
        isAborted = true;
        closeChannel();
        release();
    }

    boolean isAborted()
    {
        return isAborted;
    }

    /**
     * Whether nothing of it can reach the node any more, if that is to be so: the event loop may be in the
     * middle of a write when the engine gives the connection up, and closes it some time after.
     */
    boolean isShut()
    {
        final Channel current = channel;

        return !isGivenUp || current == null || current.closeFuture().isDone();
    }

    /**
     * When Lettuce has nothing to do any more for a session that was aborted.
     */
    CompletableFuture<Void> ended()
    {
        return attempt.thenCompose((ignored) -> connection == null ? attempt : released);
    }

    /**
     * Whether Lettuce has nothing to do any more; unlike {@link #ended()} it leaves nothing behind.
     */
    boolean hasEnded()
    {
        return attempt.isDone() && (connection == null || released.isDone());
    }

    /*
     * What Netty has queued costs more than its bytes, and Netty counts that; so we may be back-pressured a
     * little before the limit, and never behind it. What is handed on meanwhile must count twice rather than
     * not at all, so our own sum comes first.
     */
    private long unsentBytes()
    {
        final long waiting = acceptedBytes - dispatchedBytes;
        final ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();

        return waiting + (buffer == null ? 0 : buffer.totalPendingWriteBytes());
    }

    // Event loop thread, and whoever else Lettuce calls from.

    void opened(final Channel newChannel)
    {
        newChannel.closeFuture().addListener((ignored) -> doorbell.ring());
        channel = newChannel;
        if (isAborted)
        {
            closeChannel();
        }
    }

    void secured()
    {
        isSecured = true;
        checkEstablished();
    }

    void connected(final StatefulRedisConnection<byte[], byte[]> newConnection)
    {
        newConnection.setAutoFlushCommands(false);
        connection = newConnection;
        if (isAborted)
        {
            release();
        }
        else if (channel == null)
        {
            fail(new Failure(DownReason.UNREACHABLE, "the connection was made by other means than this " +
                "transport's: a RedisClient or ClientResources of another kind cannot be used"));
        }
        else
        {
            checkEstablished();
        }
        attempt.complete(null);
    }

    /**
     * There will be no connection.
     */
    void notConnected(final Throwable cause)
    {
        fail(Failure.ofConnect(cause, address));
        attempt.complete(null);
    }

    /**
     * Ends the connection; the first reason counts.
     */
    void fail(final Failure newFailure)
    {
        if (failure.compareAndSet(null, newFailure))
        {
            closeChannel();
            doorbell.ring();
        }
    }

    /**
     * Lettuce could not bring a command to its end, so nobody knows what became of those behind it.
     */
    void broke(final Throwable cause)
    {
        if (cause instanceof ProtocolException || cause instanceof RedisProtocolException)
        {
            fail(Failure.ofProtocol(cause.getMessage()));
        }
        else if (cause instanceof NumberFormatException)
        {
            fail(Failure.ofProtocol("a number of another form"));
        }
        else
        {
            fail(Failure.ofConnection(cause, address));
        }
    }

    @Override
    public void run()
    {
        isScheduled.set(false);
        final long to = submitted;
        if (to == dispatched || isAborted || failure.get() != null)
        {
            return;
        }

        batchStart = dispatched;
        batchEnd = to;
        dispatched = to;
        try
        {
            dispatchBatch();
        }
        catch (final RuntimeException ex)
        {
            // Nobody knows what of the batch has left; silence would be taken for a slow node.
            broke(ex);
        }
    }

    private void dispatchBatch()
    {
        long bytes = 0;
        for (long sequence = batchStart; sequence < batchEnd; sequence++)
        {
            final PreparedCommand command = places[(int)sequence & mask];
            bytes += command.frameLength();
            connection.dispatch(command);
        }
        connection.flushCommands();
        dispatchedBytes += bytes;
    }

    /*
     * Lettuce encodes the commands of a batch one after another, in their order and with nothing in between.
     * The first of them writes all: one buffer for Netty instead of many.
     */
    void encode(final PreparedCommand command, final ByteBuf to)
    {
        if (command.sequence() == batchStart)
        {
            for (long sequence = batchStart; sequence < batchEnd; sequence++)
            {
                places[(int)sequence & mask].writeTo(to);
            }
        }
    }

    @Override
    public boolean begin(final byte mark)
    {
        if (begun == dispatched)
        {
            return false;
        }
        places[(int)begun++ & mask].output().begins(mark);

        return true;
    }

    void completed(final PreparedCommand command)
    {
        if (command.sequence() == finished)
        {
            command.output().finish();
            finished++;
        }
        else
        {
            broke(new ProtocolException("a reply for a command out of its turn"));
        }
    }

    /**
     * Shows the engine what has been answered.
     */
    void publish()
    {
        if (completed != finished)
        {
            completed = finished;
            doorbell.ring();
        }
    }

    private synchronized void checkEstablished()
    {
        if (isSecured && connection != null && !isEstablished)
        {
            isEstablished = true;
            doorbell.ring();
        }
    }

    /*
     * Lettuce keeps a book of its connections, and complains about one that is closed twice.
     */
    private void release()
    {
        final StatefulRedisConnection<byte[], byte[]> current = connection;
        if (current != null && isReleased.compareAndSet(false, true))
        {
            current.closeAsync().whenComplete((ignored, cause) -> released.complete(null));
        }
    }

    private void closeChannel()
    {
        final Channel current = channel;
        if (current != null && (isGivenUp || isNonsense()))
        {
            reset(current);
        }
        else if (current != null)
        {
            current.close();
        }
    }

    private boolean isNonsense()
    {
        final Failure reason = failure.get();

        return reason != null && reason.reason() == DownReason.PROTOCOL;
    }

    /*
     * What the system has not delivered yet is thrown away, as it would be executed when nobody expects it
     * any more. The farewell of TLS would wait behind it, so it is left out. Sockets of the Unix domain have
     * no reset, and no network that could hold anything back.
     */
    private static void reset(final Channel channel)
    {
        try
        {
            if (channel instanceof SocketChannel)
            {
                ((SocketChannel)channel).config().setSoLinger(0);
            }
            channel.eventLoop().execute(() -> channel.unsafe().close(channel.unsafe().voidPromise()));
        }
        catch (final ChannelException | RejectedExecutionException ignored)
        {
            // It is closed already, or the event loop is shut down.
            channel.close();
        }
    }
}
