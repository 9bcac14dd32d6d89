// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import org.jspecify.annotations.Nullable;

/**
 * For authors of transports: calls the handler, counts the events and keeps what it throws, so that no
 * exception of a callback interrupts a transport half-way. {@link Transport#poll(long)} throws it when
 * everything else of that turn has been done. Engine thread.
 */
public final class Callbacks
{
    private final TransportHandler handler;
    private @Nullable Throwable thrown;
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
     * @param nodeIndex     of the node.
     * @param correlationId of the operation.
     * @param reply         valid during the call.
     */
    public void onReply(final int nodeIndex, final long correlationId, final Reply reply)
    {
        events++;
        try
        {
            handler.onReply(nodeIndex, correlationId, reply);
        }
        catch (final Throwable ex)
        {
            keep(ex);
        }
    }

    /**
     * Tells the answer to an inquiry.
     *
     * @param nodeIndex of the node.
     * @param inquiry   that asked.
     * @param answer    of the node; null if it was lost.
     */
    public void onAnswer(final int nodeIndex, final Inquiry inquiry, final @Nullable Answer answer)
    {
        events++;
        try
        {
            inquiry.onAnswer(nodeIndex, answer);
        }
        catch (final Throwable ex)
        {
            keep(ex);
        }
    }

    /**
     * Tells what a node has sent unasked.
     *
     * @param nodeIndex of the node.
     * @param bytes     of it.
     */
    public void onUnasked(final int nodeIndex, final long bytes)
    {
        events++;
        try
        {
            handler.onUnasked(nodeIndex, bytes);
        }
        catch (final Throwable ex)
        {
            keep(ex);
        }
    }

    /**
     * Opens the dialogue of a new connection.
     *
     * @param nodeIndex of the node.
     * @return its greeting.
     */
    public Greeting onConnected(final int nodeIndex)
    {
        events++;

        return Greeting.open(handler, nodeIndex, false);
    }

    /**
     * Tells that a node can be used.
     *
     * @param nodeIndex of the node.
     */
    public void onUp(final int nodeIndex)
    {
        events++;
        try
        {
            handler.onUp(nodeIndex);
        }
        catch (final Throwable ex)
        {
            keep(ex);
        }
    }

    /**
     * Tells the end of a connection or an attempt.
     *
     * @param nodeIndex of the node.
     * @param reason    why.
     * @param detail    for people, without secrets.
     */
    public void onDown(final int nodeIndex, final DownReason reason, final String detail)
    {
        events++;
        try
        {
            handler.onDown(nodeIndex, reason, detail);
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
