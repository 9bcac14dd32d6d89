// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp.link;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import dev.redlock.transport.resp.MessageSink;

/**
 * The asker of a dialogue's SUBSCRIBE, which a push confirms and an error refuses.
 */
public final class Subscription
{
    private static final String SUBSCRIBE = "SUBSCRIBE";
    private static final int WORDS = 2;

    private final byte[] channel;

    private Subscription(final byte[] channel)
    {
        this.channel = channel;
    }

    /**
     * The subscription that a question asks for.
     *
     * @param question of a dialogue.
     * @return null if it asks for none.
     * @throws IllegalArgumentException if it is not that of one channel with a short name.
     */
    static Subscription of(final byte[][] question)
    {
        if (question.length == 0 || !name(question).equals(SUBSCRIBE))
        {
            checkNone(question);

            return null;
        }
        if (question.length != WORDS || question[1].length > MessageSink.MAX_CHANNEL)
        {
            throw new IllegalArgumentException("a dialogue may subscribe to a single channel, with a name " +
                "of at most " + MessageSink.MAX_CHANNEL + " bytes");
        }

        return new Subscription(question[1].clone());
    }

    /**
     * Refuses what a push would answer, as the reply to another question would be taken for that answer.
     *
     * @throws IllegalArgumentException if it is such a command.
     */
    static void checkNone(final byte[][] command)
    {
        if (command.length > 0 && name(command).endsWith(SUBSCRIBE))
        {
            throw new IllegalArgumentException(name(command) + " is answered by pushes and cannot be " +
                "asked: a dialogue may ask SUBSCRIBE, for one channel");
        }
    }

    /**
     * The channel whose subscription is asked for.
     *
     * @param asker of the oldest question without an answer; null for an operation or for none.
     * @return null if it asks something else.
     */
    public static byte[] channelOf(final Object asker)
    {
        return asker instanceof Subscription ? ((Subscription)asker).channel : null;
    }

    private static String name(final byte[][] command)
    {
        return new String(command[0], StandardCharsets.US_ASCII).toUpperCase(Locale.ROOT);
    }
}
