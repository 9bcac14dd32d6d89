// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;

/**
 * The dialogue of one connection, put question by question. What it throws becomes a refusal and is kept for
 * the caller of poll.
 */
final class Greeting
{
    private final Callbacks callbacks;
    private final Dialogue dialogue;
    private Failure failure;

    Greeting(final Dialogue dialogue, final Callbacks callbacks)
    {
        this.callbacks = callbacks;
        this.dialogue = dialogue;
        if (dialogue == null)
        {
            failure = new Failure(DownReason.REFUSED, "the handler gave no dialogue for the connection");
        }
    }

    /**
     * The next question.
     *
     * @return null if there is none left, or if {@link #failure()} says why there will be none.
     */
    byte[][] next()
    {
        if (failure != null)
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

    void onAnswer(final Answer answer)
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
     * @return null if nothing speaks against it so far.
     */
    Failure failure()
    {
        return failure;
    }

    private void judge()
    {
        final String refusal = dialogue.refusal();
        if (refusal != null)
        {
            failure = new Failure(DownReason.REFUSED, refusal);
        }
    }

    private void fail(final Throwable ex)
    {
        callbacks.keep(ex);
        failure = new Failure(DownReason.REFUSED, "the dialogue failed with " + ex.getClass().getName());
    }
}
