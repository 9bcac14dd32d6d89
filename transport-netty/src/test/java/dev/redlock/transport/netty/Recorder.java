// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.netty;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import dev.redlock.spi.Answer;
import dev.redlock.spi.Connection;
import dev.redlock.spi.Dialogue;
import dev.redlock.spi.DownReason;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportHandler;

/**
 * A handler that writes down what it is told, one line per event, and does what a test wants it to do then.
 */
final class Recorder implements TransportHandler
{
    static final IntConsumer NOTHING = nodeIndex ->
    {
    };
    static final BiConsumer<Integer, Long> NO_REACTION = (nodeIndex, correlationId) ->
    {
    };

    final List<String> events = new ArrayList<>();
    IntFunction<Dialogue> dialogues = nodeIndex -> questions();
    BiConsumer<Integer, Long> onReply = NO_REACTION;
    IntConsumer onUp = NOTHING;
    IntConsumer onDown = NOTHING;
    private int replies;

    /**
     * A dialogue that asks and refuses nothing.
     */
    static Dialogue questions(final String... questions)
    {
        return questions(answer -> null, questions);
    }

    /**
     * A dialogue of commands of words; the judge looks at each answer.
     */
    static Dialogue questions(final Function<Answer, String> judge, final String... questions)
    {
        return new Dialogue()
        {
            private int asked;
            private String refusal;

            @Override
            public byte[][] next()
            {
                return asked == questions.length ? null : command(questions[asked++].split(" "));
            }

            @Override
            public void onAnswer(final Answer answer)
            {
                refusal = judge.apply(answer);
            }

            @Override
            public String refusal()
            {
                return refusal;
            }
        };
    }

    static byte[][] command(final String... words)
    {
        return Arrays.stream(words).map(word -> word.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }

    int replies()
    {
        return replies;
    }

    boolean has(final String event)
    {
        return events.contains(event);
    }

    long count(final String start)
    {
        return events.stream().filter(event -> event.startsWith(start)).count();
    }

    String last()
    {
        return events.get(events.size() - 1);
    }

    @Override
    public void onReply(final Connection connection, final long correlationId, final Reply reply)
    {
        final StringBuilder text = new StringBuilder("reply " + connection.index() + " " + correlationId)
            .append(' ').append(reply.kind());
        IntStream.range(0, reply.size()).forEach((i) -> text.append(' ').append(reply.number(i)));
        if (reply.kind() == Reply.Kind.ERROR)
        {
            text.append(' ').append(reply.errorCode()).append(' ').append(reply.errorText());
        }
        replies++;
        events.add(text.toString());
        onReply.accept(connection.index(), correlationId);
    }

    @Override
    public Dialogue onConnected(final Connection connection, final boolean sessionOpened)
    {
        events.add("connected " + connection.index() + (sessionOpened ? " with a session" : ""));

        return dialogues.apply(connection.index());
    }

    @Override
    public void onUp(final Connection connection)
    {
        events.add("up " + connection.index());
        onUp.accept(connection.index());
    }

    @Override
    public void onDown(final Connection connection, final DownReason reason, final String detail)
    {
        events.add("down " + connection.index() + " " + reason + " " + detail);
        onDown.accept(connection.index());
    }
}
