// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import org.jspecify.annotations.Nullable;

import dev.redlock.text.Printable;

/**
 * For authors of transports: the dialogue of one connection, put question by question. What the dialogue
 * throws, or the handler that is asked for it, becomes a refusal: it concerns this connection and no other.
 * Engine thread.
 */
public final class Greeting
{
    private @Nullable Dialogue dialogue;
    private @Nullable String refusal;

    private Greeting()
    {
    }

    /**
     * Opens the dialogue of a new connection.
     *
     * @param handler       that knows it.
     * @param connection    that is open.
     * @param sessionOpened as in {@link TransportHandler#onConnected(Connection, boolean)}.
     * @return the greeting.
     */
    public static Greeting open(
        final TransportHandler handler, final Connection connection, final boolean sessionOpened)
    {
        final Greeting greeting = new Greeting();
        try
        {
            greeting.dialogue = handler.onConnected(connection, sessionOpened);
            if (greeting.dialogue == null)
            {
                greeting.refusal = "onConnected returned no dialogue: return one whose next() is null if " +
                    "there is nothing to ask";
            }
        }
        catch (final Throwable ex)
        {
            greeting.refusal = "onConnected failed with " + Printable.of(ex);
        }

        return greeting;
    }

    /**
     * The next question.
     *
     * @return null if none is left, or if there is a {@link #refusal()}.
     */
    public byte[] @Nullable [] next()
    {
        if (refusal != null)
        {
            return null;
        }
        try
        {
            final byte[][] question = dialogue.next();
            if (question == null)
            {
                judge();
            }

            return question;
        }
        catch (final Throwable ex)
        {
            fail(ex);

            return null;
        }
    }

    /**
     * Tells the answer to the last question.
     *
     * @param answer of the node.
     */
    public void onAnswer(final Answer answer)
    {
        try
        {
            dialogue.onAnswer(answer);
            judge();
        }
        catch (final Throwable ex)
        {
            fail(ex);
        }
    }

    /**
     * Why the connection must not be used.
     *
     * @return text for people; null while there is no reason.
     */
    public @Nullable String refusal()
    {
        return refusal;
    }

    private void judge()
    {
        refusal = dialogue.refusal();
    }

    private void fail(final Throwable ex)
    {
        refusal = "the dialogue failed with " + Printable.of(ex);
    }
}
