// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.spi;

import org.jspecify.annotations.Nullable;

/**
 * For authors of transports: the dialogue of one connection, put question by question. An exception becomes
 * a refusal, and {@link Transport#poll(long)} throws it later. Engine thread.
 */
public final class Greeting
{
    private final Callbacks callbacks;
    private final @Nullable Dialogue dialogue;
    private @Nullable String refusal;

    /**
     * The greeting of a new connection.
     *
     * @param dialogue  of the handler; null if it failed to give one.
     * @param callbacks keep what the dialogue throws.
     */
    public Greeting(final @Nullable Dialogue dialogue, final Callbacks callbacks)
    {
        this.callbacks = callbacks;
        this.dialogue = dialogue;
        if (dialogue == null)
        {
            refusal = "the handler gave no dialogue for the connection";
        }
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
        callbacks.keep(ex);
        refusal = "the dialogue failed with " + ex.getClass().getName();
    }
}
