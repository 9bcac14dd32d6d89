// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.test.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.Answer;
import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.ErrorCode;
import dev.redlock.spi.Operation;
import dev.redlock.spi.Reply;
import dev.redlock.spi.TransportLimits;

/**
 * Both protocols, as a transport tells them. Line ends are written as a blank here.
 */
class RespValuesTest
{
    @ParameterizedTest
    @CsvSource({
        "'+OK ', OK",
        "'+OKAY ', STATUS",
        "'+ok ', STATUS",
        "'+QUEUED ', STATUS",
        "'_ ', NIL",
        "'$-1 ', NIL",
        "'*-1 ', NIL",
        "'$2 OK ', TEXT",
        "'$1 7 ', TEXT",
        "'=6 txt:OK ', TEXT",
        "'#t ', OTHER",
        "',1.5 ', TEXT",
        "'(12345678901234567890 ', TEXT",
        "'*0 ', OTHER",
        "'*2 :1 _ ', OTHER",
        "'*1 *1 :1 ', OTHER",
        "'*1 #t ', OTHER",
        "'*1 $20 12345678901234567890 ', OTHER",
        "'*1 $2 +1 ', OTHER",
        "'%1 :1 :2 ', OTHER",
        "'~1 :1 ', OTHER",
        "'!7 ERR bad ', ERROR",
        "'>2 +message :1 +OK ', OK"
    })
    void shouldTellTheShape(final String bytes, final Reply.Kind kind) throws IOException
    {
        final Reply reply = RespValues.fill(new Reply(), read(bytes));

        assertThat(reply.kind()).isEqualTo(kind);
        assertThat(reply.size()).isZero();
    }

    @Test
    void shouldTellNumbersAndDigits() throws IOException
    {
        final Reply reply = RespValues.fill(new Reply(), read("*4 :1 $2 -2 +3 $19 9223372036854775807 "));

        assertThat(reply.kind()).isEqualTo(Reply.Kind.NUMBERS);
        assertThat(List.of(reply.number(0), reply.number(1), reply.number(2), reply.number(3)))
            .containsExactly(1L, -2L, 3L, Long.MAX_VALUE);
        assertThat(RespValues.fill(reply, read(":7 ")).size()).isEqualTo(1);
    }

    @Test
    void shouldClassifyErrors() throws IOException
    {
        final Reply reply = RespValues.fill(new Reply(), read("-OOM none "));

        assertThat(reply.errorCode()).isEqualTo(ErrorCode.OOM);
        assertThat(reply.errorText()).isEqualTo("OOM none");
    }

    @Test
    void shouldGiveAnswersOfBothProtocols() throws IOException
    {
        final Answer answer = RespValues.answer(read("%2 +a :1 $1 b ~3 #f _ ,1.5 "));

        assertThat(answer.elements()).extracting(Answer::kind).containsExactly(
            Answer.Kind.TEXT, Answer.Kind.NUMBER, Answer.Kind.TEXT, Answer.Kind.LIST);
        assertThat(answer.elements().get(3).elements()).extracting(Answer::text)
            .containsExactly("0", "", "1.5");
        assertThat(RespValues.answer(read("=6 txt:ab ")).text()).isEqualTo("ab");
        assertThat(RespValues.answer(read("-ERR bad ")).isError()).isTrue();
    }

    @Test
    void shouldSkipPushesAndAttributesBeforeAValue() throws IOException
    {
        assertThat(read(">1 :1 >2 :1 *1 :2 |1 +ttl :9 :7 ")).isEqualTo(7L);
        assertThat(read("*1 |1 +ttl :9 :7 ")).isEqualTo(List.of(7L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"*1 >1 :1 :1 ", "=-1 ", "%-1 ", "~9999999 ", "$? ", "=x ", "HTTP", "\u0000"})
    void shouldNameWhatIsNotResp(final String bytes)
    {
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(RespReader.RespFormatException.class);
    }

    @Test
    void shouldBeBoundByTheLimits()
    {
        final TransportLimits small = new TransportLimits(16, 4096, 64, 1024, 8, 2);
        for (final String bytes : List.of(
            "+" + "x".repeat(100), "$1025 ", "*9 ", "%5 ", "*1 *1 *1 :1 ", ">9 "))
        {
            assertThatThrownBy(() -> reader(bytes, small).read()).as(bytes)
                .isInstanceOf(RespReader.RespFormatException.class);
        }
    }

    @Test
    void shouldFrameAnOperation()
    {
        final CommandTemplate template = CommandTemplate.of(0, "all")
            .literal("X").key().keyWith(":2").bytes(1).number(3).build();
        final Operation operation =
            new Operation().wrap(template, null, 1).bytes(1, new byte[]{'b'}).number(3, -5);

        assertThat(new String(RespValues.frame(operation, new byte[]{'k'}), StandardCharsets.US_ASCII))
            .isEqualTo("*5\r\n$1\r\nX\r\n$1\r\nk\r\n$3\r\nk:2\r\n$1\r\nb\r\n$2\r\n-5\r\n");
    }

    private static Object read(final String bytes) throws IOException
    {
        return reader(bytes, TransportLimits.DEFAULT).read();
    }

    private static RespReader reader(final String bytes, final TransportLimits limits)
    {
        final String lines = bytes.startsWith("-") || bytes.startsWith("!") ?
            bytes.replaceFirst("^(!\\d+) ", "$1\r\n").replaceFirst(" $", "\r\n") : bytes.replace(" ", "\r\n");

        return RespReader.ofBothProtocols(
            new ByteArrayInputStream(lines.getBytes(StandardCharsets.ISO_8859_1)), limits);
    }
}
