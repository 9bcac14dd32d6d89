// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.CommandTemplate;
import dev.redlock.spi.Operation;
import dev.redlock.spi.PreparedKey;

class CommandFrameTest
{
    private static final CommandTemplate SET = CommandTemplate.of(0, "acquire")
        .literal("SET").key().bytes(0).literal("NX", "PX").number(0).build();

    private final Operation operation = new Operation();

    @Test
    void shouldEncodeAnAcquire()
    {
        operation.wrap(SET, key("orders"), 1).bytes(0, ascii("0123456789abcdefghij")).number(0, 30_000);

        assertThat(encoded(SET)).isEqualTo(
            "*6\r\n$3\r\nSET\r\n$6\r\norders\r\n$20\r\n0123456789abcdefghij\r\n" +
            "$2\r\nNX\r\n$2\r\nPX\r\n$5\r\n30000\r\n");
    }

    @Test
    void shouldEncodeSeveralKeysSuffixesBytesAndNumbers()
    {
        final CommandTemplate template = CommandTemplate.of(0, "fenced")
            .literal("EVALSHA", "c0ffee", "3").key().keyWith(":fence").keyWith(":\u00E9")
            .bytes(2).number(7).bytes(0).number(0).literal("").build();
        operation.wrap(template, key("k"), 1)
            .bytes(0, ascii("token")).bytes(2, new byte[0]).number(0, 0).number(7, -12);

        assertThat(encoded(template)).isEqualTo("*11\r\n$7\r\nEVALSHA\r\n$6\r\nc0ffee\r\n$1\r\n3\r\n" +
            "$1\r\nk\r\n$7\r\nk:fence\r\n$4\r\nk:\u00C3\u00A9\r\n" +
            "$0\r\n\r\n$3\r\n-12\r\n$5\r\ntoken\r\n$1\r\n0\r\n$0\r\n\r\n");
    }

    @Test
    void shouldEncodeATemplateWithoutKey()
    {
        final CommandTemplate template = CommandTemplate.of(0,
            "wait").literal("WAIT").number(1).number(0).build();
        operation.wrap(template, null, 1).number(1, 2).number(0, 100);

        assertThat(encoded(template)).isEqualTo("*3\r\n$4\r\nWAIT\r\n$1\r\n2\r\n$3\r\n100\r\n");
    }

    @Test
    void shouldEncodeAKeyOfAnyBytes()
    {
        final CommandTemplate template = CommandTemplate.of(0, "get").literal("GET").key().build();
        final byte[] key = {0, '\r', '\n', (byte)0xFF, '$'};
        operation.wrap(template, new KeyBulk(key), 1);

        assertThat(encoded(template)).isEqualTo("*2\r\n$3\r\nGET\r\n$5\r\n\0\r\n\u00FF$\r\n");
    }

    @Test
    void shouldEncodeAnEmptyKey()
    {
        final CommandTemplate template =
            CommandTemplate.of(0, "get").literal("GET").key().keyWith("!").build();
        operation.wrap(template, new KeyBulk(new byte[0]), 1);

        assertThat(encoded(template)).isEqualTo("*3\r\n$3\r\nGET\r\n$0\r\n\r\n$1\r\n!\r\n");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 99, 100, 12_345, 999_999_999, 1_000_000_000, Integer.MAX_VALUE,
        Integer.MIN_VALUE, 9_007_199_254_740_991L, 999_999_999_999_999_999L, 1_000_000_000_000_000_000L,
        Long.MAX_VALUE, Long.MAX_VALUE - 1, -1, -10, Long.MIN_VALUE, Long.MIN_VALUE + 1})
    void shouldWriteNumbersAsJavaPrintsThem(final long value)
    {
        final byte[] to = new byte[RespWriter.MAX_NUMBER_SIZE];
        final int end = RespWriter.number(value, to, 0);
        final String digits = Long.toString(value);

        assertThat(text(to, 0, end)).isEqualTo("$" + digits.length() + "\r\n" + digits + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "ar-EG", "hi-IN-u-nu-deva"})
    void shouldEncodeTheSameInEveryLocale(final String tag)
    {
        final Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(tag));
        try
        {
            shouldEncodeAnAcquire();
            shouldEncodeSeveralKeysSuffixesBytesAndNumbers();
        }
        finally
        {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldEncodeACommandOfArguments()
    {
        final byte[][] command = {ascii("PING"), new byte[0], ascii("hello")};
        final byte[] to = new byte[(int)RespWriter.commandSizeBound(command)];
        final int end = RespWriter.command(command, to, 0);

        assertThat(text(to, 0, end)).isEqualTo("*3\r\n$4\r\nPING\r\n$0\r\n\r\n$5\r\nhello\r\n");
    }

    @Test
    void shouldRefuseAnOperationWithoutItsKey()
    {
        operation.wrap(SET, null, 1).bytes(0, new byte[20]);

        assertThatThrownBy(() -> CommandFrame.of(SET).sizeBound(operation))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("acquire names a key");
    }

    @Test
    void shouldRefuseAKeyOfAnotherTransport()
    {
        final PreparedKey foreign = () -> 3;
        operation.wrap(SET, foreign, 1).bytes(0, new byte[20]);

        assertThatThrownBy(() -> CommandFrame.of(SET).sizeBound(operation))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("another kind of transport");
    }

    @Test
    void shouldRefuseAnEmptyByteSlot()
    {
        operation.wrap(SET, key("k"), 1);

        assertThatThrownBy(() -> CommandFrame.of(SET).sizeBound(operation))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("byte slot 0 of command acquire");
    }

    @Test
    void shouldRefuseASlotThatDoesNotExist()
    {
        final CommandTemplate template = CommandTemplate.of(0, "bad").literal("X").number(8).build();

        assertThatThrownBy(() -> CommandFrame.of(template))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("slot 8");
    }

    private String encoded(final CommandTemplate template)
    {
        final CommandFrame frame = CommandFrame.of(template);
        final int start = 7;
        final byte[] to = new byte[start + (int)frame.sizeBound(operation)];
        Arrays.fill(to, (byte)'~');
        final int end = frame.encode(operation, to, start);

        assertThat(text(to, 0, start)).isEqualTo("~~~~~~~");
        assertThat(text(to, end, to.length)).matches("~*");

        return text(to, start, end);
    }

    private static KeyBulk key(final String text)
    {
        return new KeyBulk(ascii(text));
    }

    private static byte[] ascii(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(final byte[] bytes, final int from, final int to)
    {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
