// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import java.util.function.Consumer;

import io.lettuce.core.api.StatefulRedisConnection;
import io.netty.buffer.ByteBuf;

import dev.redlock.spi.Answer;
import dev.redlock.spi.TransportLimits;
import dev.redlock.transport.resp.AnswerSink;
import dev.redlock.transport.resp.ReplySink;
import dev.redlock.transport.resp.RespSink;
import dev.redlock.transport.resp.link.Subscription;

/**
 * The commands of one connection and their replies: the seam between the engine's thread and the event loop
 * thread of Lettuce.
 */
final class Places
{
    /*
     * A ring of places. Sequences only grow, and each thread moves its own:
     *
     *   head          taken back by the engine: told to the handler          (engine)
     *   completed     Lettuce knows that the node has answered               (event loop, published)
     *   answered      the node has answered                                  (event loop)
     *   dispatched    given to Lettuce                                       (event loop)
     *   submitted     handed over by a flush                                 (engine, published)
     *   tail          accepted                                               (engine)
     *
     * The queue from the event loop to the engine is that ring, so it cannot overflow: nothing is accepted
     * without a place for its answer.
     *
     * Places belong to one connection, never to the next: what Lettuce still does to a command of an ended
     * connection has no effect.
     */
    private final PreparedCommand[] places;
    private final int mask;
    private final ReplySink replySink = new ReplySink();
    private final AnswerSink answerSink;
    private final Consumer<Throwable> onBroken;
    private volatile long submitted;
    private volatile long completed;
    private volatile long dispatchedBytes;

    private long head;
    private long tail;
    private long acceptedBytes;

    private long dispatched;
    private long answered;
    private long finished;
    private long batchStart;
    private long batchEnd;

    /**
     * Places for a new connection.
     *
     * @param limits   of its commands and answers.
     * @param onBroken called when Lettuce could not finish a command. Event loop thread.
     */
    Places(final TransportLimits limits, final Consumer<Throwable> onBroken)
    {
        this.onBroken = onBroken;
        places = new PreparedCommand[limits.inFlightPerNode()];
        mask = places.length - 1;
        answerSink = new AnswerSink(limits);
    }

    // Engine thread.

    boolean hasAnswer()
    {
        return completed > head;
    }

    /**
     * How many commands are answered, as far as this thread knows.
     */
    long completed()
    {
        return completed;
    }

    /**
     * How many answers the handler knows.
     */
    long told()
    {
        return head;
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
     * The oldest command whose result the handler does not know yet.
     */
    PreparedCommand oldest()
    {
        return places[(int)head & mask];
    }

    /*
     * A place that was handed over and not answered belongs to the event loop, even after the connection has
     * ended: it may be in the middle of the answer. So such a place is discarded with its connection.
     */
    void removeOldest()
    {
        assert !isEmpty() : "no reply is expected: ask isEmpty() first";
        if (hasAnswer())
        {
            oldest().clear();
        }
        head++;
    }

    /**
     * The place of the next command, which is filled and then {@link #accept(PreparedCommand) accepted}.
     */
    PreparedCommand next()
    {
        assert !isFull() : "a command would take the place of another one: ask isFull() first";
        final int index = (int)tail & mask;
        if (places[index] == null)
        {
            places[index] = new PreparedCommand(this);
        }

        return places[index].at(tail);
    }

    void accept(final PreparedCommand command)
    {
        assert command.sequence() == tail : "accept the command of next(), and only once";
        tail++;
        acceptedBytes += command.frameLength();
    }

    /**
     * Hands over what was accepted.
     *
     * @return false if there is nothing new.
     */
    boolean submit()
    {
        if (tail == submitted)
        {
            return false;
        }
        submitted = tail;

        return true;
    }

    /**
     * Bytes that were accepted and have not been given to Lettuce.
     */
    long waitingBytes()
    {
        return acceptedBytes - dispatchedBytes;
    }

    // Event loop thread.

    /**
     * Gives Lettuce what was handed over.
     */
    void dispatch(final StatefulRedisConnection<byte[], byte[]> connection)
    {
        final long to = submitted;
        if (to == dispatched)
        {
            return;
        }

        batchStart = dispatched;
        batchEnd = to;
        dispatched = to;
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
     * Lettuce encodes the commands of a batch one after another, in order, with nothing in between. The first
     * of them writes all: one buffer for Netty instead of many.
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

    /**
     * The channel whose subscription a push may confirm.
     *
     * @return null if something else was asked.
     */
    byte[] awaitedChannel()
    {
        return answered == dispatched ? null : Subscription.channelOf(places[(int)answered & mask].asker());
    }

    /**
     * How many replies have come.
     */
    long answers()
    {
        return answered;
    }

    /**
     * The sink of the reply that begins.
     *
     * @return null if no reply is expected.
     */
    RespSink nextSink()
    {
        if (answered == dispatched)
        {
            return null;
        }
        final PreparedCommand command = places[(int)answered & mask];

        return command.asker() == null ? replySink.begin(command.reply()) : answerSink.begin();
    }

    /**
     * The reply is complete.
     */
    void answered()
    {
        assert answered < dispatched : "a reply to nothing: nextSink() must refuse it";
        final PreparedCommand command = places[(int)answered++ & mask];
        if (command.asker() != null)
        {
            command.setAnswer(answerSink.take());
        }
    }

    /**
     * A push has answered.
     */
    void answered(final Answer confirmation)
    {
        places[(int)answered++ & mask].setAnswer(confirmation);
    }

    /**
     * Replies that have come, but that Lettuce does not know of yet.
     */
    int untold()
    {
        return (int)(answered - finished);
    }

    void completed(final PreparedCommand command)
    {
        if (command.sequence() == finished && finished < answered)
        {
            finished++;
        }
        else
        {
            broke(new IllegalStateException("Lettuce completed a command out of its turn"));
        }
    }

    void broke(final Throwable cause)
    {
        onBroken.accept(cause);
    }

    /**
     * Shows the engine what has been answered.
     *
     * @return false if there is nothing new.
     */
    boolean publish()
    {
        if (completed == finished)
        {
            return false;
        }
        completed = finished;

        return true;
    }
}
