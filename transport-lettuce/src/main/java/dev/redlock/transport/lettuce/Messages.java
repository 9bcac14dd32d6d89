// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import io.netty.channel.ChannelConfig;

import dev.redlock.spi.TransportHandler;
import dev.redlock.transport.resp.MessageSink;
import dev.redlock.transport.resp.RespException;

/**
 * The messages of one connection, on their way from the event loop to the engine's thread. Each knows how
 * many answers came before it, so that it is told in its place among them.
 */
final class Messages
{
    /*
     * A ring, as in Places; a slot is made when it is first needed, and then kept. While more than a quarter
     * are taken nothing is read from the connection, so that an engine that stands still costs no more than
     * time: what one read brings, or two, fits into the rest.
     */
    private static final int MOST = 4096;
    private static final int CROWD = MOST / 4;

    private Message[] ring;
    private volatile long arrived;
    private volatile long taken;
    private volatile boolean isHeldBack;
    private long added;

    // Event loop thread.

    /**
     * Keeps a message, which the engine sees from {@link #publish()} on.
     *
     * @param answers that came before it.
     * @throws RespException if there is no room.
     */
    void add(final MessageSink message, final long answers) throws RespException
    {
        if (added - taken == MOST)
        {
            throw new RespException("more messages came at once than there is room for");
        }
        if (ring == null)
        {
            ring = new Message[MOST];
        }
        final int index = (int)added & MOST - 1;
        if (ring[index] == null)
        {
            ring[index] = new Message();
        }
        ring[index].set(message, answers);
        added++;
    }

    /**
     * Shows the engine what was added.
     *
     * @return false if there is nothing new.
     */
    boolean publish()
    {
        if (arrived == added)
        {
            return false;
        }
        arrived = added;

        return true;
    }

    /**
     * Reads no more for now if the engine is behind. It may have caught up meanwhile.
     */
    void holdBack(final ChannelConfig config)
    {
        if (arrived - taken > CROWD)
        {
            config.setAutoRead(false);
            isHeldBack = true;
            goOn(config);
        }
    }

    /**
     * Reads on, unless the engine is behind.
     */
    void goOn(final ChannelConfig config)
    {
        if (isHeldBack && arrived - taken <= CROWD)
        {
            isHeldBack = false;
            config.setAutoRead(true);
        }
    }

    // Engine thread.

    /**
     * How many have arrived, as far as this thread knows.
     */
    long arrived()
    {
        return arrived;
    }

    /**
     * The message that is to be told next.
     *
     * @param answers that were told.
     * @param end     of those that are told now.
     * @return null if there is none, or if answers come before it.
     */
    Message next(final long answers, final long end)
    {
        if (end == taken)
        {
            return null;
        }
        final Message message = ring[(int)taken & MOST - 1];

        return message.answers <= answers ? message : null;
    }

    /**
     * The next message was told.
     *
     * @return whether the event loop should {@linkplain #goOn(ChannelConfig) go on}.
     */
    boolean remove()
    {
        taken = taken + 1;

        return isHeldBack && arrived - taken == CROWD;
    }

    /**
     * A copy of what a node has said.
     */
    static final class Message
    {
        private final byte[] bytes = new byte[TransportHandler.MAX_MESSAGE];
        private int length;
        private long answers;

        byte[] bytes()
        {
            return bytes;
        }

        int length()
        {
            return length;
        }

        private void set(final MessageSink message, final long newAnswers)
        {
            answers = newAnswers;
            length = message.length();
            System.arraycopy(message.bytes(), 0, bytes, 0, length);
        }
    }
}
