// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Greeting;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Reply;
import dev.redlock.spi.Transport;
import dev.redlock.spi.TransportHandler;

/**
 * For authors of transports: calls the handler, counts the events and keeps what it throws, so that no
 * exception of a callback interrupts a transport half-way. {@link Transport#poll(long)} throws it when
 * everything else of that turn has been done. Engine thread.
 */
public final class Callbacks
{
    private final TransportHandler handler;
    private Throwable thrown;
    private int events;

    /**
     * Callbacks of one transport.
     *
     * @param handler to call.
     */
    public Callbacks(final TransportHandler handler)
    {
        this.handler = handler;
    }

    /**
     * Tells the reply to an operation.
     *
     * @param connection    that it came on.
     * @param correlationId of the operation.
     * @param reply         valid during the call.
     */
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        events++;
        try
        {
            handler.onReply(connection, correlationId, reply);
        }
        catch (final Throwable ex)
        {
            keep(ex);
        }
    }

    /**
     * Tells the answer to an inquiry.
     *
     * @param connection that it came on.
     * @param inquiry    that asked.
     * @param answer     of the node; null if it was lost.
     */
    public void onAnswer(final Connection connection, final Inquiry inquiry, final Answer answer)
    {
        events++;
        try
        {
            inquiry.onAnswer(connection, answer);
        }
        catch (final Throwable ex)
        {
            keep(ex);
        }
    }

    /**
     * Tells what a node has sent unasked.
     *
     * @param connection that it came on.
     * @param bytes      of it.
     */
    public void onUnasked(final Connection connection, final long bytes)
    {
        events++;
        try
        {
            handler.onUnasked(connection, bytes);
        }
        catch (final Throwable ex)
        {
            keep(ex);
        }
    }

    /**
     * Tells a message of a node.
     *
     * @param connection that it came on.
     * @param message    valid during the call.
     * @param length     of it.
     */
    public void onMessage(final Connection connection, final byte[] message, final int length)
    {
        events++;
        try
        {
            handler.onMessage(connection, message, length);
        }
        catch (final Throwable ex)
        {
            keep(ex);
        }
    }

    /**
     * Opens the dialogue of a new connection.
     *
     * @param connection that is open.
     * @return its greeting.
     */
    public Greeting onConnected(final Connection connection)
    {
        events++;

        return Greeting.open(handler, connection, false);
    }

    /**
     * Tells that a connection can be used.
     *
     * @param connection that can.
     */
    public void onUp(final Connection connection)
    {
        events++;
        try
        {
            handler.onUp(connection);
        }
        catch (final Throwable ex)
        {
            keep(ex);
        }
    }

    /**
     * Tells the end of a connection or an attempt.
     *
     * @param connection that ended.
     * @param reason     why.
     * @param detail     for people, without secrets.
     */
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        events++;
        try
        {
            handler.onDown(connection, reason, detail);
        }
        catch (final Throwable ex)
        {
            keep(ex);
        }
    }

    /**
     * Keeps what was thrown until the turn ends; further ones are suppressed in the first.
     *
     * @param ex thrown by code that is not the transport's.
     */
    public void keep(final Throwable ex)
    {
        if (thrown == null)
        {
            thrown = ex;
        }
        else if (thrown != ex)
        {
            thrown.addSuppressed(ex);
        }
    }

    /**
     * How many events were told in this turn.
     *
     * @return since the last {@link #finishTurn()}.
     */
    public int events()
    {
        return events;
    }

    /**
     * Ends a turn, and throws what was kept.
     *
     * @return the number of events since the last one.
     */
    public int finishTurn()
    {
        final int count = events;
        final Throwable ex = thrown;
        events = 0;
        thrown = null;
        if (ex != null)
        {
            throw Callbacks.<RuntimeException>unchecked(ex);
        }

        return count;
    }

    /*
     * Callbacks declare no checked exceptions, so this one is unchecked or was thrown by the same trick.
     */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(final Throwable ex) throws T
    {
        throw (T)ex;
    }
}
