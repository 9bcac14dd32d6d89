// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.spi.TransportLimits;

class MalformedTest
{
    private static final TransportLimits LIMITS = TransportLimits.DEFAULT;
    private static final com.sun.management.ThreadMXBean THREADS =
        (com.sun.management.ThreadMXBean)ManagementFactory.getThreadMXBean();
    private static final long MEMORY_LIMIT = 1 << 20;

    static Stream<Arguments> malformed()
    {
        return Stream.concat(malformedLinesAndStrings(), malformedListsAndTypesOfResp3());
    }

    private static Stream<Arguments> malformedLinesAndStrings()
    {
        return Stream.of(
            arguments("an answer of megabytes",
                "*1000\r\n" + ("$9999\r\n" + "x".repeat(9999) + "\r\n").repeat(99),
                "larger than the limit of"),
            arguments("another protocol", "HTTP/1.1 400 Bad Request\r\n", "begins with byte 0x48"),
            arguments("a NUL", "\0\0\0", "begins with byte 0x00"),
            arguments("a TLS alert", "\u0015\u0003\u0001", "begins with byte 0x15"),
            arguments("a high byte", "\u00FF\r\n", "begins with byte 0xff"),
            arguments("a line end alone", "\r\n", "begins with byte 0x0d"),
            arguments("a status ended by LF", "+OK\n", "LF without CR"),
            arguments("a status ended by CR", "+OK\rx", "CR without LF"),
            arguments("a status with an LF inside", "+a\nb\r\n", "LF without CR"),
            arguments("a line that does not end", "+" + "x".repeat(70_000), "limit of 65536"),
            arguments("a line of a byte too many", "+" + "x".repeat(65_537), "limit of 65536"),
            arguments("an error that does not end", "-" + "x".repeat(70_000), "limit of 65536"),
            arguments("a number without digits", ":\r\n", "no digits"),
            arguments("a sign without digits", ":-\r\n", "no digits"),
            arguments("a plus without digits", ":+\r\n", "no digits"),
            arguments("two signs", ":--1\r\n", "not a digit"),
            arguments("a word for a number", ":one\r\n", "not a digit"),
            arguments("a number with a fraction", ":1.5\r\n", "not a digit"),
            arguments("a number and a letter", ":1x\r\n", "not a digit"),
            arguments("a number and a sign", ":1-\r\n", "not a digit"),
            arguments("a number with a space", ": 1\r\n", "not a digit"),
            arguments("2^63", ":9223372036854775808\r\n", "64 bits"),
            arguments("less than -2^63", ":-9223372036854775809\r\n", "64 bits"),
            arguments("10^20 - 1", ":99999999999999999999\r\n", "64 bits"),
            arguments("a very long number", ":" + "0".repeat(40) + "\r\n", "longer than 32"),
            arguments("a number that ends in LF", ":1\n", "not a digit"),
            arguments("a number ended by CR", ":1\rx", "CR without LF"),
            arguments("a string of length -2", "$-2\r\n", "length -2"),
            arguments("a string of length 2^63", "$9223372036854775808\r\n", "64 bits"),
            arguments("a string of 512 MB", "$536870912\r\n", "limit is 262144"),
            arguments("a string of a byte too many", "$262145\r\n", "limit is 262144"),
            arguments("a string with a plus", "$+1\r\n", "not a digit"),
            arguments("a string that is longer than it says", "$2\r\nabc\r\n", "does not end where"),
            arguments("a string that ends in CR only", "$2\r\nab\rx", "does not end where"));
    }

    private static Stream<Arguments> malformedListsAndTypesOfResp3()
    {
        return Stream.of(
            arguments("a null blob error", "!-1\r\n", "length -1"),
            arguments("a null verbatim string", "=-1\r\n", "length -1"),
            arguments("a verbatim string without format", "=3\r\ntxt\r\n", "no room for its format"),
            arguments("a streamed string", "$?\r\n;4\r\nabcd\r\n;0\r\n", "streamed"),
            arguments("a streamed array", "*?\r\n:1\r\n.\r\n", "streamed"),
            arguments("a streamed map", "%?\r\n", "streamed"),
            arguments("an end of a stream", ".\r\n", "begins with byte 0x2e"),
            arguments("a chunk of a stream", ";3\r\nabc\r\n", "begins with byte 0x3b"),
            arguments("an array of length -2", "*-2\r\n", "length -2"),
            arguments("an array of too many", "*1025\r\n", "limit is 1024"),
            arguments("a null map", "%-1\r\n", "length -1"),
            arguments("a map of too many", "%513\r\n", "limit is 512"),
            arguments("a set of too many", "~2147483648\r\n", "limit is 1024"),
            arguments("an attribute of too many", "|100000\r\n", "limit is 512"),
            arguments("nesting 1,000 deep", "*1\r\n".repeat(1000), "nested deeper than the limit of 8"),
            arguments("nesting 9 deep", "*1\r\n".repeat(9), "nested deeper than the limit of 8"),
            arguments("attributes nested 1,000 deep", "|1\r\n".repeat(1000),
                "nested deeper than the limit of 8"),
            arguments("a null with content", "_x\r\n", "a null contains"),
            arguments("a boolean without content", "#\r\n", "boolean is empty"),
            arguments("a boolean that is neither", "#x\r\n", "a boolean contains"),
            arguments("a boolean of two letters", "#tt\r\n", "a boolean contains"),
            arguments("a double without content", ",\r\n", "double is empty"),
            arguments("a double of words", ",pi\r\n", "a double contains"),
            arguments("a big number without content", "(\r\n", "big number is empty"),
            arguments("a big number of words", "(12a\r\n", "a big number contains"),
            arguments("a push inside an array", "*2\r\n>1\r\n+a\r\n:1\r\n", "a push stands inside"),
            arguments("a push after an attribute", "|1\r\n+a\r\n:1\r\n>1\r\n+a\r\n", "a push stands inside"),
            arguments("a push inside a push", ">1\r\n>1\r\n+a\r\n", "a push stands inside"),
            arguments("a push of length -1", ">-1\r\n", "length -1"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void shouldRefuse(final String name, final String wire, final String complaint)
    {
        final byte[] in = Decoding.wire(wire);

        assertThatThrownBy(() -> Decoding.hot(LIMITS).feed(in, 0, in.length))
            .isInstanceOf(RespException.class).hasMessageContaining(complaint);
        assertThatThrownBy(() -> Decoding.cold(LIMITS).feed(in, 0, in.length))
            .isInstanceOf(RespException.class).hasMessageContaining(complaint);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void shouldRefuseByteByByte(final String name, final String wire, final String complaint)
    {
        final byte[] in = Decoding.wire(wire);
        final Decoding decoding = Decoding.hot(LIMITS);

        assertThatThrownBy(() ->
        {
            for (int i = 0; i < in.length; i++)
            {
                decoding.feed(in, i, i + 1);
            }
        }).isInstanceOf(RespException.class).hasMessageContaining(complaint);
    }

    static Stream<String> largeTrees()
    {
        return Stream.of(
            "*1024\r\n" + ("$262144\r\n" + "x".repeat(262_144) + "\r\n").repeat(4),
            "*1000\r\n" + ("*1000\r\n" + "_\r\n".repeat(1000)).repeat(1000));
    }

    @ParameterizedTest(name = "[{index}]")
    @MethodSource("largeTrees")
    void shouldBoundATreeOfManyValues(final String wire)
    {
        final byte[] in = Decoding.wire(wire);
        final Decoding decoding = Decoding.cold(LIMITS);

        assertThat(bytesAllocatedBy(() -> assertThatThrownBy(() -> decoding.feed(in, 0, in.length))
            .isInstanceOf(RespException.class).hasMessageContaining("larger than the limit of 524288")))
            .isLessThan(MEMORY_LIMIT);
    }

    @Test
    void shouldBoundMemoryForRandomBytes()
    {
        final long seed = Long.getLong("resp.seed", 0x5EED);
        final Random random = new Random(seed);
        final byte[] marks = Decoding.wire("+-:$*_#,(!=%~|>?;.0123456789\r\n");
        int refused = 0;
        for (int round = 0; round < 20_000; round++)
        {
            final byte[] in = new byte[1 + random.nextInt(200)];
            final int wildness = random.nextInt(10);
            for (int i = 0; i < in.length; i++)
            {
                in[i] = random.nextInt(10) < wildness ?
                    (byte)random.nextInt(256) : marks[random.nextInt(marks.length)];
            }
            final boolean isHot = random.nextBoolean();
            final boolean[] isRefused = new boolean[1];
            final long spent = bytesAllocatedBy(() -> isRefused[0] = isRefused(in, isHot));
            refused += isRefused[0] ? 1 : 0;

            assertThat(spent).as("round %d of -Dresp.seed=%d", round, seed).isLessThan(MEMORY_LIMIT);
        }

        assertThat(refused).isGreaterThan(10_000);
    }

    private static boolean isRefused(final byte[] in, final boolean isHot)
    {
        try
        {
            final Decoding decoding = isHot ? Decoding.hot(LIMITS) : Decoding.cold(LIMITS);
            decoding.feed(in, 0, in.length);

            return false;
        }
        catch (final RespException ex)
        {
            assertThat(ex.near()).hasSizeLessThanOrEqualTo(32);

            return true;
        }
    }

    private static long bytesAllocatedBy(final Runnable work)
    {
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();

        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
