// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportLimits;

/**
 * Feeds bytes to a decoder, as one connection would, and writes down what it says.
 */
final class Decoding
{
    private final RespDecoder decoder;
    private final Reply reply = new Reply();
    private final ReplySink replySink = new ReplySink();
    private final AnswerSink answerSink;
    private final boolean isHot;
    private final List<String> said = new ArrayList<>();

    private Decoding(final TransportLimits limits, final boolean isHot)
    {
        decoder = new RespDecoder(limits);
        answerSink = new AnswerSink(limits);
        this.isHot = isHot;
    }

    static Decoding hot(final TransportLimits limits)
    {
        return new Decoding(limits, true);
    }

    static Decoding cold(final TransportLimits limits)
    {
        return new Decoding(limits, false);
    }

    static byte[] wire(final String text)
    {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    Decoding feed(final byte[] in, final int from, final int to) throws RespException
    {
        int at = from;
        while (at < to)
        {
            if (decoder.isComplete())
            {
                decoder.begin(isHot ? replySink.begin(reply) : answerSink.begin());
            }
            at = decoder.decode(in, at, to);
            if (decoder.isComplete())
            {
                said.add(decoder.isPush() ? describe(decoder.push()) :
                    isHot ? describe(reply) : describe(answerSink.take()));
            }
        }

        return this;
    }

    private static String describe(final MessageSink message)
    {
        return !message.isMessage() ? "push" : "message '" +
            new String(message.bytes(), 0, message.length(), StandardCharsets.ISO_8859_1) + "'";
    }

    /**
     * The connection hears a channel from now on.
     */
    Decoding hearing(final String channel) throws RespException
    {
        subscribe(decoder, channel);

        return this;
    }

    static void subscribe(final RespDecoder decoder, final String channel) throws RespException
    {
        final byte[] push =
            wire(">3\r\n$9\r\nsubscribe\r\n$" + channel.length() + "\r\n" + channel + "\r\n:1\r\n");
        decoder.begin(new AnswerSink(TransportLimits.DEFAULT).begin(), wire(channel));
        decoder.decode(push, 0, push.length);
        if (!decoder.push().isConfirmation())
        {
            throw new AssertionError("the push confirms nothing");
        }
        decoder.takeUnasked();
    }

    boolean isBetweenReplies()
    {
        return decoder.isComplete();
    }

    List<String> said()
    {
        return said;
    }

    static String describe(final Reply reply)
    {
        final StringBuilder text = new StringBuilder(reply.kind().name());
        IntStream.range(0, reply.size()).forEach((i) -> text.append(' ').append(reply.number(i)));
        if (reply.kind() == Reply.Kind.TEXT)
        {
            final byte[] bytes = new byte[reply.textLength()];
            for (int i = 0; i < bytes.length; i++)
            {
                bytes[i] = reply.text(i);
            }
            text.append(" '").append(RespException.escaped(bytes)).append('\'');
        }
        if (reply.kind() == Reply.Kind.ERROR)
        {
            text.append(' ').append(reply.errorCode()).append(" '").append(reply.errorText()).append('\'');
        }

        return text.toString();
    }

    static String describe(final Answer answer)
    {
        switch (answer.kind())
        {
            case TEXT:
                return "'" + RespException.escaped(answer.bytes()) + "'";

            case NUMBER:
                return Long.toString(answer.number());

            case NIL:
                return "nil";

            case ERROR:
                return "error '" + answer.text() + "'";

            default:
                final List<String> elements = new ArrayList<>();
                answer.elements().forEach(element -> elements.add(describe(element)));

                return elements.toString();
        }
    }
}
