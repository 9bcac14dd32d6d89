// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock.transport.lettuce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.spi.TransportLimits;

/**
 * What may go on to Lettuce, whole and byte by byte.
 */
class FrameCheckTest
{
    private static final TransportLimits LIMITS = new TransportLimits(16, 4096, 64, 1024, 8, 3);

    private final StringBuilder marks = new StringBuilder();
    private int expected = Integer.MAX_VALUE;

    @ParameterizedTest
    @ValueSource(strings = {
        "+OK\r\n", "+\r\n", "-ERR no\r\n", ":0\r\n", ":-9223372036854775808\r\n",
        ":9223372036854775807\r\n", "$0\r\n\r\n", "$4\r\n\r\n\r\n\r\n", "$-1\r\n", "*-1\r\n", "*0\r\n",
        "*2\r\n:1\r\n*1\r\n$-1\r\n", "_\r\n", "#t\r\n", "#f\r\n", ",1.5\r\n", "(123\r\n", "!3\r\nERR\r\n",
        "=6\r\ntxt:ab\r\n", "%1\r\n+a\r\n:1\r\n", "~1\r\n:1\r\n", "*1\r\n*1\r\n*1\r\n:1\r\n"})
    void shouldPassWhatIsRespOnce(final String reply)
    {
        check(reply);
        assertThat(marks).hasToString(reply.substring(0, 1));
        final FrameCheck bytewise = newCheck();
        for (final char next : (reply + reply).toCharArray())
        {
            bytewise.check(bytes(String.valueOf(next)));
        }
        assertThat(marks).hasToString(reply.substring(0, 1).repeat(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "HTTP/1.1 400\r\n", "\0", ":\r\n", ":-\r\n", ":+1\r\n", ":1x\r\n", ":--1\r\n", ":1-\r\n",
        ":9223372036854775808\r\n", ":-9223372036854775809\r\n", ":99999999999999999999\r\n", ":1\rx",
        "+a\nb\r\n", "+OK\rx", "$-2\r\n", "$5\r\nabcdefg\r\n", "$3\r\nabc\rx", "$1025\r\n", "*-2\r\n",
        "*9\r\n", "%5\r\n", "*1\r\n*1\r\n*1\r\n*1\r\n", "!-1\r\n", "=3\r\n", "%-1\r\n", "_x\r\n", "#x\r\n",
        "#tt\r\n", "|1\r\n", "*1\r\n>1\r\n", "$?\r\n"})
    void shouldStopWhatIsNotRespOrTooMuch(final String reply)
    {
        assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> check(reply));
        assertThatExceptionOfType(ProtocolException.class).isThrownBy(() ->
        {
            final FrameCheck bytewise = newCheck();
            for (final char next : reply.toCharArray())
            {
                bytewise.check(bytes(String.valueOf(next)));
            }
        });
    }

    @Test
    void shouldStopALineThatIsTooLong()
    {
        check("+" + "x".repeat(64) + "\r\n");
        assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> check("+" + "x".repeat(65)));
    }

    @Test
    void shouldStopAReplyThatNobodyAskedFor()
    {
        expected = 2;
        check("+OK\r\n>1\r\n+news\r\n:1\r\n");
        assertThat(marks).hasToString("+:");
        assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> check(">0\r\n+"));
    }

    private void check(final String text)
    {
        newCheck().check(bytes(text));
    }

    private FrameCheck newCheck()
    {
        return new FrameCheck(LIMITS, mark ->
        {
            marks.append((char)mark);

            return expected-- > 0;
        });
    }

    private static ByteBuf bytes(final String text)
    {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }
}
