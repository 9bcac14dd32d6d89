// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Inquiry;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportHandler;

/**
 * Calls the handler, counts the events and keeps what it throws, so that no exception of a callback can leave
 * the transport half-way: it is thrown to the caller of poll when everything else of that turn has been done.
 */
final class Callbacks
{
    private final TransportHandler handler;
    private Throwable thrown;
    private int events;

    Callbacks(final TransportHandler handler)
    {
        this.handler = handler;
    }

    void onReply(final int nodeIndex, final long correlationId, final Reply reply)
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

    void onAnswer(final int nodeIndex, final Inquiry inquiry, final Answer answer)
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
     * Opens the dialogue.
     *
     * @return null if the handler failed to give one.
     */
    Dialogue onConnected(final int nodeIndex)
    {
        events++;
        try
        {
            final Dialogue dialogue = handler.onConnected(nodeIndex, false);
            if (dialogue == null)
            {
                throw new NullPointerException("onConnected returned no dialogue: return one whose next() " +
                    "is null if there is nothing to ask");
            }

            return dialogue;
        }
        catch (final Throwable ex)
        {
            keep(ex);

            return null;
        }
    }

    void onUp(final int nodeIndex)
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

    void onDown(final int nodeIndex, final DownReason reason, final String detail)
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

    void keep(final Throwable ex)
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

    int events()
    {
        return events;
    }

    /**
     * Ends a turn.
     *
     * @return the number of events since the last one.
     */
    int finishTurn()
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
     * Callbacks declare nothing that is checked, so what comes here is unchecked, or was smuggled in by the
     * same trick.
     */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(final Throwable ex) throws T
    {
        throw (T)ex;
    }
}
