// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportHandler;
import dev.redlock.spi.TransportLimits;

class RespDecoderTest
{
    private static final TransportLimits LIMITS = TransportLimits.DEFAULT;

    /*
     * What is on the wire, what the hot path makes of it, what the tree looks like.
     */
    static Stream<Arguments> replies()
    {
        return Stream.of(
            arguments("+OK\r\n", "OK", "'OK'"),
            arguments("+\r\n", "STATUS", "''"),
            arguments("+O\r\n", "STATUS", "'O'"),
            arguments("+OKO\r\n", "STATUS", "'OKO'"),
            arguments("+ok\r\n", "STATUS", "'ok'"),
            arguments("+QUEUED\r\n", "STATUS", "'QUEUED'"),
            arguments(":1\r\n", "NUMBERS 1", "1"),
            arguments(":+7\r\n", "NUMBERS 7", "7"),
            arguments(":0\r\n", "NUMBERS 0", "0"),
            arguments(":-2\r\n", "NUMBERS -2", "-2"),
            arguments(":9223372036854775807\r\n", "NUMBERS 9223372036854775807", "9223372036854775807"),
            arguments(":-9223372036854775808\r\n", "NUMBERS -9223372036854775808", "-9223372036854775808"),
            arguments("$-1\r\n", "NIL", "nil"),
            arguments("*-1\r\n", "NIL", "nil"),
            arguments("_\r\n", "NIL", "nil"),
            arguments("$0\r\n\r\n", "TEXT ''", "''"),
            arguments("$5\r\nab\r\nc\r\n", "TEXT 'ab\\r\\nc'", "'ab\\r\\nc'"),
            arguments("$2\r\n42\r\n", "TEXT '42'", "'42'"),
            arguments("#t\r\n", "OTHER", "1"),
            arguments("#f\r\n", "OTHER", "0"),
            arguments(",3.25\r\n", "OTHER", "'3.25'"),
            arguments(",-inf\r\n", "OTHER", "'-inf'"),
            arguments(",nan\r\n", "OTHER", "'nan'"),
            arguments(",1e-7\r\n", "OTHER", "'1e-7'"),
            arguments("(-12345678901234567890123\r\n", "OTHER", "'-12345678901234567890123'"),
            arguments("=9\r\ntxt:Hello\r\n", "TEXT 'Hello'", "'Hello'"),
            arguments("=4\r\ntxt:\r\n", "TEXT ''", "''"),
            arguments("-NOSCRIPT No matching script.\r\n",
                "ERROR NOSCRIPT 'NOSCRIPT No matching script.'", "error 'NOSCRIPT No matching script.'"),
            arguments("!7\r\nOOM \0\r\n\r\n", "ERROR OOM 'OOM    '", "error 'OOM    '"),
            arguments("*2\r\n$10\r\n1700000000\r\n$6\r\n000123\r\n", "NUMBERS 1700000000 123",
                "['1700000000', '000123']"),
            arguments("*4\r\n:1\r\n:-2\r\n:3\r\n:4\r\n", "NUMBERS 1 -2 3 4", "[1, -2, 3, 4]"),
            arguments("*2\r\n+12\r\n$2\r\n-5\r\n", "NUMBERS 12 -5", "['12', '-5']"),
            arguments("*10\r\n:1\r\n:2\r\n:3\r\n:4\r\n:5\r\n:6\r\n:7\r\n:8\r\n:9\r\n:10\r\n",
                "NUMBERS 1 2 3 4 5 6 7 8", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"),
            arguments("*0\r\n", "OTHER", "[]"),
            arguments("*1\r\n$-1\r\n", "OTHER", "[nil]"),
            arguments("*2\r\n:1\r\n$1\r\nx\r\n", "OTHER", "[1, 'x']"),
            arguments("*2\r\n:1\r\n$0\r\n\r\n", "OTHER", "[1, '']"),
            arguments("*2\r\n$1\r\n-\r\n:1\r\n", "OTHER", "['-', 1]"),
            arguments("*1\r\n$20\r\n99999999999999999999\r\n", "OTHER", "['99999999999999999999']"),
            arguments("*2\r\n:1\r\n*1\r\n:2\r\n", "OTHER", "[1, [2]]"),
            arguments("*2\r\n*0\r\n:2\r\n", "OTHER", "[[], 2]"),
            arguments("*2\r\n:1\r\n-ERR no\r\n", "OTHER", "[1, error 'ERR no']"),
            arguments("*2\r\n:1\r\n#t\r\n", "OTHER", "[1, 1]"),
            arguments("~2\r\n:1\r\n:2\r\n", "OTHER", "[1, 2]"),
            arguments("%2\r\n+a\r\n:1\r\n+b\r\n*2\r\n_\r\n,2\r\n", "OTHER", "['a', 1, 'b', [nil, '2']]"),
            arguments("%0\r\n", "OTHER", "[]"),
            arguments("|1\r\n+ttl\r\n:3600\r\n+OK\r\n", "OK", "'OK'"),
            arguments("|0\r\n:5\r\n", "NUMBERS 5", "5"),
            arguments("*2\r\n|1\r\n+a\r\n|1\r\n+x\r\n%0\r\n*1\r\n:9\r\n:1\r\n:2\r\n", "NUMBERS 1 2",
                "[1, 2]"),
            arguments("*1\r\n|1\r\n+a\r\n$3\r\nabc\r\n:8\r\n", "NUMBERS 8", "[8]"),
            arguments("*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n", "OTHER",
                "[[[[[[[[1]]]]]]]]"));
    }

    @ParameterizedTest
    @MethodSource("replies")
    void shouldReadEveryReplyInAnyPieces(final String wire, final String hot, final String cold)
        throws RespException
    {
        assertThat(cutAtEveryByte(wire, true)).containsOnly(List.of(hot));
        assertThat(cutAtEveryByte(wire, false)).containsOnly(List.of(cold));
    }

    @Test
    void shouldReadAllRepliesInOnePiece() throws RespException
    {
        final StringBuilder wire = new StringBuilder();
        final List<String> hot = new ArrayList<>();
        final List<String> cold = new ArrayList<>();
        replies().forEach(reply ->
        {
            wire.append(reply.get()[0]);
            hot.add((String)reply.get()[1]);
            cold.add((String)reply.get()[2]);
        });
        final byte[] in = Decoding.wire(wire.toString());

        assertThat(Decoding.hot(LIMITS).feed(in, 0, in.length).said()).isEqualTo(hot);
        assertThat(Decoding.cold(LIMITS).feed(in, 0, in.length).said()).isEqualTo(cold);
    }

    @Test
    void shouldSkipPushesBetweenReplies() throws RespException
    {
        final String push = ">2\r\n$10\r\ninvalidate\r\n*1\r\n|1\r\n+a\r\n:1\r\n$3\r\nkey\r\n";

        assertThat(cutAtEveryByte(push + "+OK\r\n" + push + ":1\r\n", true))
            .containsOnly(List.of("push", "OK", "push", "NUMBERS 1"));
    }

    @Test
    void shouldTakeAPushWhenNothingWasAsked() throws RespException
    {
        final RespDecoder decoder = new RespDecoder(LIMITS);
        final byte[] in = Decoding.wire(">1\r\n+message\r\n");
        decoder.begin(null);

        assertThat(decoder.decode(in, 0, in.length)).isEqualTo(in.length);
        assertThat(decoder.isComplete() && decoder.isPush()).isTrue();
    }

    @Test
    void shouldCountWhatNobodyAskedFor() throws RespException
    {
        final RespDecoder decoder = new RespDecoder(TransportLimits.DEFAULT);
        final byte[] in = Decoding.wire(
            ">1\r\n+push\r\n+OK\r\n$20000\r\n" + "x".repeat(20_000) + "\r\n>2\r\n:1");
        int at = read(decoder, null, in, 0, 11);
        at = read(decoder, new ReplySink().begin(new Reply()), in, at, 0);
        at = read(decoder, new ReplySink().begin(new Reply()), in, at, 20_010 - 2 * Reply.MAX_TEXT);
        read(decoder, null, in, at, 6);

        assertThat(decoder.isComplete()).isFalse();
        decoder.reset();
        read(decoder, new AnswerSink(TransportLimits.DEFAULT).begin(), in, 16, 0);
    }

    /**
     * It counts from its beginning as soon as it is known to be none.
     */
    @Test
    void shouldCountAPushThatIsNoMessage() throws RespException
    {
        final RespDecoder decoder = new RespDecoder(TransportLimits.DEFAULT);
        Decoding.subscribe(decoder, "mail");
        final byte[] in = Decoding.wire(">3\r\n$7\r\nmessage\r\n$4\r\nmail\r\n$2000\r\nxxxx");
        decoder.begin(null);
        decoder.decode(in, 0, 20);
        assertThat(decoder.takeUnasked()).isZero();
        decoder.decode(in, 20, in.length);
        assertThat(decoder.takeUnasked()).isEqualTo(in.length);
        decoder.decode(in, in.length - 1, in.length);
        assertThat(decoder.takeUnasked()).isEqualTo(1);
    }

    @Test
    void shouldCountNoMessage() throws RespException
    {
        final RespDecoder decoder = new RespDecoder(TransportLimits.DEFAULT);
        Decoding.subscribe(decoder, "mail");
        read(decoder, null, Decoding.wire(messageOn("mail", "hi")), 0, 0);
        assertThat(decoder.push().isMessage()).isTrue();

        final String other = messageOn("liam", "hi");
        read(decoder, null, Decoding.wire(other), 0, other.length());
        assertThat(decoder.push().isMessage()).isFalse();
        final RespDecoder deaf = new RespDecoder(TransportLimits.DEFAULT);
        read(deaf, null, Decoding.wire(messageOn("mail", "hi")), 0, other.length());
        assertThat(deaf.push().isMessage()).isFalse();
    }

    /**
     * Each piece makes work, and only a node that makes it sends so many.
     */
    @Test
    void shouldCountAMessageThatComesByteByByte() throws RespException
    {
        final RespDecoder decoder = new RespDecoder(TransportLimits.DEFAULT);
        Decoding.subscribe(decoder, "mail");
        final byte[] in = Decoding.wire(messageOn("mail", "hi"));
        decoder.begin(null);
        for (int i = 0; i < in.length; i++)
        {
            decoder.decode(in, i, i + 1);
            assertThat(decoder.takeUnasked()).isEqualTo(i < 3 ? 0 : i == 3 ? 4 : 1);
        }
        assertThat(decoder.push().isMessage()).isTrue();
    }

    private static String messageOn(final String channel, final String message)
    {
        return ">3\r\n$7\r\nmessage\r\n$" + channel.length() + "\r\n" + channel + "\r\n$" +
            message.length() + "\r\n" + message + "\r\n";
    }

    @Test
    void shouldTellMessagesFromOtherPushes() throws RespException
    {
        final String longest = "x".repeat(TransportHandler.MAX_MESSAGE);

        assertThat(saidOf(messageOn("mail", "hello"))).isEqualTo("message 'hello'");
        assertThat(saidOf(messageOn("mail", ""))).isEqualTo("message ''");
        assertThat(saidOf(messageOn("mail", "\r\n"))).isEqualTo("message '\r\n'");
        assertThat(saidOf(messageOn("mail", longest))).isEqualTo("message '" + longest + "'");
        assertThat(saidOf(messageOn("mail", longest + "y"))).isEqualTo("push");
        assertThat(saidOf(messageOn("mai", "hello"))).isEqualTo("push");
        assertThat(saidOf(messageOn("mails", "hello"))).isEqualTo("push");
        assertThat(saidOf(messageOn("maiL", "hello"))).isEqualTo("push");
        assertThat(saidOf(messageOn("", "hello"))).isEqualTo("push");
        assertThat(saidOfPush("$7\r\nmessagf", "$4\r\nmail", "$5\r\nhello")).isEqualTo("push");
        assertThat(saidOfPush("$6\r\nmessag", "$4\r\nmail", "$5\r\nhello")).isEqualTo("push");
        assertThat(saidOfPush("$8\r\nmessages", "$4\r\nmail", "$5\r\nhello")).isEqualTo("push");
        assertThat(saidOfPush("+message", "$4\r\nmail", "$5\r\nhello")).isEqualTo("push");
        assertThat(saidOfPush("$7\r\nmessage", "$4\r\nmail", ":5")).isEqualTo("push");
        assertThat(saidOfPush("$7\r\nmessage", ":4", "$5\r\nhello")).isEqualTo("push");
        assertThat(saidOfPush("$7\r\nmessage", "_", "$5\r\nhello")).isEqualTo("push");
        assertThat(saidOfPush("$7\r\nmessage", "*0", "$5\r\nhello")).isEqualTo("push");
        assertThat(saidOfPush("$7\r\nmessage", "$4\r\nmail")).isEqualTo("push");
        assertThat(saidOfPush("*3\r\n$7\r\nmessage\r\n$4\r\nmail\r\n$1\r\nx")).isEqualTo("push");
        assertThat(saidOfPush("$8\r\npmessage", "$1\r\n*", "$4\r\nmail", "$5\r\nhello"))
            .isEqualTo("push");
        assertThat(saidOfPush("|1\r\n+a\r\n$7\r\nmessage\r\n$7\r\nmessage", "$4\r\nmail",
            "$5\r\nhello")).isEqualTo("message 'hello'");
    }

    private static String saidOfPush(final String... elements) throws RespException
    {
        return saidOf(">" + elements.length + "\r\n" + String.join("\r\n", elements) + "\r\n");
    }

    /*
     * Between two replies, cut at each byte.
     */
    private static String saidOf(final String push) throws RespException
    {
        final byte[] in = Decoding.wire("+OK\r\n" + push + "+OK\r\n");
        final Set<List<String>> said = new HashSet<>();
        for (int cut = 0; cut <= in.length; cut++)
        {
            said.add(Decoding.hot(LIMITS).hearing("mail").feed(in, 0, cut).feed(in, cut, in.length).said());
        }
        assertThat(said).hasSize(1);
        final List<String> all = said.iterator().next();
        assertThat(all).hasSize(3).startsWith("OK").endsWith("OK");

        return all.get(1);
    }

    /**
     * Only that which confirms it: any other would shift all answers behind it.
     */
    @Test
    void shouldTakeTheConfirmationOfASubscriptionOnly() throws RespException
    {
        final byte[] channel = Decoding.wire("mail");
        final RespDecoder decoder = new RespDecoder(LIMITS);
        final AnswerSink sink = new AnswerSink(LIMITS);
        for (final String other : List.of(">2\r\n$10\r\ninvalidate\r\n_\r\n", messageOn("mail", "hi"),
            ">3\r\n$9\r\nsubscribe\r\n$5\r\nmails\r\n:1\r\n", ">1\r\n:1\r\n",
            ">3\r\n$9\r\nsubscribe\r\n$4\r\nmail\r\n$1\r\n1\r\n",
            ">3\r\n$9\r\nsubscribe\r\n:1\r\n$4\r\nmail\r\n"))
        {
            decoder.begin(sink.begin(), channel);
            decoder.decode(Decoding.wire(other), 0, other.length());
            assertThat(decoder.isComplete() && decoder.isPush()).as(other).isTrue();
            assertThat(decoder.push().isConfirmation()).as(other).isFalse();
            assertThat(decoder.push().isMessage()).as(other).isFalse();
            assertThat(decoder.takeUnasked()).as(other).isEqualTo(other.length());
        }
        final byte[] error = Decoding.wire("-NOPERM no\r\n");
        decoder.begin(sink.begin(), channel);
        decoder.decode(error, 0, error.length);
        assertThat(decoder.isPush()).isFalse();
        assertThat(Decoding.describe(sink.take())).isEqualTo("error 'NOPERM no'");

        Decoding.subscribe(decoder, "mail");
        assertThat(Decoding.describe(decoder.push().confirmation())).isEqualTo("['subscribe', 'mail', 1]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*3\r\n$9\r\nsubscribe\r\n$4\r\nmail\r\n:1\r\n",
        "|1\r\n+k\r\n*1\r\n+v\r\n*3\r\n$9\r\nsubscribe\r\n$4\r\nmail\r\n:1\r\n", "|1\r\n+k\r\n+v\r\n+OK\r\n"})
    void shouldRefuseASubscriptionAsInResp2(final String answer)
    {
        final RespDecoder decoder = new RespDecoder(LIMITS);
        final byte[] in = Decoding.wire(answer);
        decoder.begin(new AnswerSink(LIMITS).begin(), Decoding.wire("mail"));

        assertThatThrownBy(() -> decoder.decode(in, 0, in.length)).isInstanceOf(RespException.class)
            .hasMessageContaining("as in RESP2");
    }

    @Test
    void shouldHearNothingAfterAReset() throws RespException
    {
        final RespDecoder decoder = new RespDecoder(LIMITS);
        Decoding.subscribe(decoder, "mail");
        decoder.reset();
        final String message = messageOn("mail", "hi");
        read(decoder, null, Decoding.wire(message), 0, message.length());
        assertThat(decoder.push().isMessage()).isFalse();
    }

    private static int read(final RespDecoder decoder, final RespSink sink, final byte[] in, final int from,
        final long unasked) throws RespException
    {
        decoder.begin(sink);
        final int at = decoder.decode(in, from, in.length);
        assertThat(decoder.takeUnasked()).as("from %d on", from).isEqualTo(unasked);
        assertThat(decoder.takeUnasked()).isZero();

        return at;
    }

    /**
     * What is skipped costs a sink nothing, so the sink cannot count it.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseAFloodOfAttributesWhateverIsAsked(final boolean isHot)
    {
        final TransportLimits limits = new TransportLimits(16, 4096, 64, 1024, 8, 2);
        final byte[] in = Decoding.wire("|1\r\n+a\r\n+b\r\n".repeat(200));
        final Decoding decoding = isHot ? Decoding.hot(limits) : Decoding.cold(limits);

        assertThatThrownBy(() -> decoding.feed(in, 0, in.length)).isInstanceOf(RespException.class)
            .hasMessage("a value is larger than the limit of 2112 bytes in all");
    }

    @Test
    void shouldRefuseAReplyToNothing()
    {
        final RespDecoder decoder = new RespDecoder(LIMITS);
        final byte[] in = Decoding.wire("+OK\r\n");
        decoder.begin(null);

        assertThatThrownBy(() -> decoder.decode(in, 0, in.length))
            .isInstanceOf(RespException.class).hasMessageContaining("nothing was asked");
    }

    @Test
    void shouldBoundTheTextOfAnError() throws RespException
    {
        final String wire = "-ERR " + "x".repeat(40_000) + "\r\n";
        final byte[] in = Decoding.wire(wire);

        assertThat(Decoding.hot(LIMITS).feed(in, 0, in.length).said().get(0))
            .startsWith("ERROR OTHER 'ERR xxx").hasSizeLessThan(600);
    }

    @Test
    void shouldNotRepeatArgumentsThatAServerRepeats() throws RespException
    {
        final byte[] in = Decoding.wire(
            "-ERR unknown command `HELLO`, with args beginning with: `3`, `AUTH`, `default`, `s3cret`, \r\n");

        assertThat(Decoding.hot(LIMITS).feed(in, 0, in.length).said())
            .isEqualTo(List.of("ERROR UNKNOWN_COMMAND 'ERR unknown command `HELLO`'"));
        assertThat(Decoding.cold(LIMITS).feed(in, 0, in.length).said())
            .isEqualTo(List.of("error 'ERR unknown command `HELLO`'"));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE - 2, Integer.MAX_VALUE - 1, Integer.MAX_VALUE})
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldReadAStringOfTheLargestLimit(final int size) throws RespException
    {
        final byte[] chunk = new byte[1 << 20];
        final Decoding decoding = Decoding.hot(new TransportLimits(16, 4096, 64, Integer.MAX_VALUE, 8, 2));
        final byte[] head = Decoding.wire(">1\r\n$" + size + "\r\n");
        decoding.feed(head, 0, head.length);
        for (int left = size; left > 0; left -= Math.min(left, chunk.length))
        {
            decoding.feed(chunk, 0, Math.min(left, chunk.length));
        }

        assertThat(decoding.isBetweenReplies()).isFalse();
        assertThat(decoding.feed(Decoding.wire("\r\n"), 0, 2).said()).containsExactly("push");
    }

    @Test
    void shouldTakeStringsListsAndLinesUpToTheirLimits() throws RespException
    {
        final TransportLimits limits = new TransportLimits(16, 4096, 64, 1024, 8, 2);
        final String wire = "$1024\r\n" + "b".repeat(1024) + "\r\n+" + "l".repeat(64) + "\r\n*8\r\n" +
            ":1\r\n".repeat(8) + "%4\r\n" + ":1\r\n".repeat(8);
        final byte[] in = Decoding.wire(wire);

        assertThat(Decoding.hot(limits).feed(in, 0, in.length).said())
            .isEqualTo(List.of("TEXT '" + "b".repeat(1024) + "'", "STATUS",
                "NUMBERS 1 1 1 1 1 1 1 1", "OTHER"));
    }

    @Test
    void shouldForgetAnUnfinishedReply() throws RespException
    {
        final RespDecoder decoder = new RespDecoder(LIMITS);
        final byte[] half = Decoding.wire("*3\r\n:1\r\n$5\r\nab");
        decoder.begin(RespSink.NOWHERE);
        decoder.decode(half, 0, half.length);
        assertThat(decoder.isComplete()).isFalse();

        decoder.reset();
        assertThat(decoder.isComplete()).isTrue();
        decoder.begin(RespSink.NOWHERE);
        final byte[] whole = Decoding.wire(":1\r\n:2\r\n");

        assertThat(decoder.decode(whole, 0, whole.length)).isEqualTo(4);
        assertThat(decoder.isComplete()).isTrue();
    }

    /*
     * In two pieces, cut at each place; and byte by byte.
     */
    private static List<List<String>> cutAtEveryByte(final String wire, final boolean isHot)
        throws RespException
    {
        final byte[] in = Decoding.wire(wire);
        final List<List<String>> said = new ArrayList<>();
        for (int cut = 0; cut <= in.length; cut++)
        {
            final Decoding decoding = isHot ? Decoding.hot(LIMITS) : Decoding.cold(LIMITS);
            decoding.feed(in, 0, cut).feed(in, cut, in.length);
            assertThat(decoding.isBetweenReplies()).isTrue();
            said.add(decoding.said());
        }

        final Decoding slowly = isHot ? Decoding.hot(LIMITS) : Decoding.cold(LIMITS);
        for (int i = 0; i < in.length; i++)
        {
            slowly.feed(in, i, i + 1);
        }
        said.add(slowly.said());

        return Collections.unmodifiableList(said);
    }
}
