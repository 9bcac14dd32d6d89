// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.redlock.spi.Answer;
import dev.redlock.spi.TransportHandler;

/**
 * Reads pushes, and knows two kinds: the confirmation of the subscription that was asked for, and from then
 * on the messages of its channel. Allocates nothing for a message.
 */
public final class MessageSink implements RespSink
{
    /**
     * The longest name of a channel, in bytes.
     */
    public static final int MAX_CHANNEL = 64;

    /*
     * Both have three elements: what it is, the channel, and the message or how many channels are heard.
     */
    private static final byte[] MESSAGE = "message".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SUBSCRIBE = "subscribe".getBytes(StandardCharsets.US_ASCII);
    private static final int ELEMENTS = 3;
    private static final int CHANNEL = 1;
    private static final int LAST = 2;

    /*
     * The frame of a message with the longest channel.
     */
    private static final int USUAL_BYTES =
        TransportHandler.MAX_MESSAGE + MAX_CHANNEL + TransportHandler.MESSAGE_FRAME;

    private final byte[] bytes = new byte[TransportHandler.MAX_MESSAGE];
    private byte[] heard;
    private byte[] awaited;
    private byte[] expected;
    private byte[] kind;
    private int element;
    private int length;
    private int depth;
    private long count;
    private boolean isComplete;

    /**
     * A new connection hears nothing.
     */
    void reset()
    {
        heard = null;
        awaited = null;
        isComplete = false;
    }

    /**
     * Prepares for the next push.
     *
     * @param channel whose subscription it may confirm; null for none.
     * @return this.
     */
    MessageSink begin(final byte[] channel)
    {
        awaited = channel;
        kind = channel != null ? SUBSCRIBE : heard != null ? MESSAGE : null;
        element = -1;
        depth = 0;
        isComplete = false;

        return this;
    }

    /**
     * Whether the push has ended and is the message of the channel.
     *
     * @return false also before its end.
     */
    public boolean isMessage()
    {
        return isComplete && kind == MESSAGE;
    }

    /**
     * Whether the push has ended and confirms the subscription that is asked for.
     *
     * @return false also before its end.
     */
    public boolean isConfirmation()
    {
        return isComplete && kind == SUBSCRIBE;
    }

    /**
     * Whether it is certain that nobody has asked for the push.
     *
     * @return false as long as it can be one of the two kinds.
     */
    boolean isUnasked()
    {
        return kind == null;
    }

    /**
     * Where the message is.
     *
     * @return an array that holds it, from its first byte, until the next push begins.
     */
    public byte[] bytes()
    {
        return bytes;
    }

    /**
     * Length of the message.
     *
     * @return its bytes.
     */
    public int length()
    {
        return length;
    }

    /**
     * The answer to the subscription.
     *
     * @return what the node has said, as a list.
     */
    public Answer confirmation()
    {
        return Answer.list(List.of(
            Answer.text(SUBSCRIBE.clone()), Answer.text(heard.clone()), Answer.number(count)));
    }

    @Override
    public int usualBytes()
    {
        return USUAL_BYTES;
    }

    @Override
    public void nil()
    {
        kind = null;
    }

    @Override
    public void number(final long value)
    {
        element++;
        count = value;
        kind = kind == SUBSCRIBE && element == LAST ? kind : null;
    }

    @Override
    public void bool(final boolean value)
    {
        kind = null;
    }

    @Override
    public void beginText(final byte mark, final int size)
    {
        element++;
        length = 0;
        if (kind == null)
        {
            return;
        }
        final boolean isString = mark == Resp.BULK;
        if (element == 0)
        {
            kind = !isString ? null : size == SUBSCRIBE.length && awaited != null ? SUBSCRIBE :
                size == MESSAGE.length && heard != null ? MESSAGE : null;
            expected = kind;
        }
        else if (element == CHANNEL)
        {
            expected = kind == SUBSCRIBE ? awaited : heard;
            kind = isString && expected != null && size == expected.length ? kind : null;
        }
        else
        {
            kind = isString && kind == MESSAGE && size <= bytes.length ? kind : null;
        }
    }

    @Override
    public void text(final byte[] from, final int offset, final int size)
    {
        if (kind != null && element == LAST)
        {
            System.arraycopy(from, offset, bytes, length, size);
        }
        for (int i = 0; kind != null && element < LAST && i < size; i++)
        {
            kind = from[offset + i] == expected[length + i] ? kind : null;
        }
        length += size;
    }

    @Override
    public void endText()
    {
        // Its length was given before it.
    }

    @Override
    public void beginList(final byte mark, final int size)
    {
        kind = depth == 0 && size == ELEMENTS ? kind : null;
        depth++;
    }

    @Override
    public void endList()
    {
        depth--;
        isComplete = depth == 0 && kind != null;
        if (isConfirmation())
        {
            heard = awaited;
        }
    }
}
